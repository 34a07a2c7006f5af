/** The visitor's solved puzzles, stored in this browser. */

import { storageOf, stringsIn } from "../storage";

/** The names of the solved puzzles. */
export const solvedPuzzles = storageOf("kingdoms.puzzles", stringsIn);

/** Add a solved puzzle and return all of them. */
export function noteSolved(name: string): string[] {
  const names = solvedPuzzles.load();
  return names.includes(name) ? names : solvedPuzzles.save([...names, name]);
}

/** Return the next unsolved puzzle after `after`, wrapping around; null when there is none. */
export function nextUp(
  names: readonly string[],
  solved: readonly string[],
  after: string | null = null,
): string | null {
  const at = after === null ? 0 : names.indexOf(after) + 1;
  return [...names.slice(at), ...names.slice(0, at)].find((name) => name !== after && !solved.includes(name)) ?? null;
}
