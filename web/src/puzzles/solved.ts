/** Which puzzles somebody has solved, kept in this browser. */

const KEY = "kingdoms.puzzles";

/** Read names from a text; what is not understood is left out. */
export function parseSolved(text: string | null): string[] {
  try {
    const kept: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(kept) ? [...new Set(kept.filter((one): one is string => typeof one === "string"))] : [];
  } catch {
    return []; // not ours: begin anew
  }
}

export function loadSolved(): string[] {
  try {
    return parseSolved(localStorage.getItem(KEY));
  } catch {
    return [];
  }
}

function save(names: string[]): string[] {
  try {
    localStorage.setItem(KEY, JSON.stringify(names));
  } catch {
    // Storage can be forbidden: then it lasts as long as the page.
  }
  return names;
}

/** A puzzle was solved. */
export function noteSolved(name: string): string[] {
  const known = loadSolved();
  return known.includes(name) ? known : save([...known, name]);
}

export function forgetSolved(): string[] {
  return save([]);
}

/** The puzzle to go on with: the first after this one that is not solved, else the first at all; null when all are. */
export function nextUp(names: readonly string[], solved: readonly string[], after: string | null = null): string | null {
  const at = after === null ? 0 : names.indexOf(after) + 1;
  return [...names.slice(at), ...names.slice(0, at)].find((one) => one !== after && !solved.includes(one)) ?? null;
}
