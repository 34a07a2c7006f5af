/** Which puzzles somebody has solved, kept in this browser. */

import { kept, stringsIn } from "../storage";

/** The names of the solved puzzles. */
export const solvedPuzzles = kept("kingdoms.puzzles", stringsIn);

/** Add a solved puzzle; return all. */
export function noteSolved(name: string): string[] {
  const known = solvedPuzzles.load();
  return known.includes(name) ? known : solvedPuzzles.save([...known, name]);
}

/** The puzzle to go on with: the first after this one that is not solved, else the first at all; null when all are. */
export function nextUp(names: readonly string[], solved: readonly string[], after: string | null = null): string | null {
  const at = after === null ? 0 : names.indexOf(after) + 1;
  return [...names.slice(at), ...names.slice(0, at)].find((one) => one !== after && !solved.includes(one)) ?? null;
}
