/** Up to which number somebody has seen each game, kept in this browser. */

const KEY = "kingdoms.seen";
const MOST = 60;

function stored(): [string, number][] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(read) ? (read as [string, number][]).filter((pair) => Array.isArray(pair) && typeof pair[1] === "number") : [];
  } catch {
    return [];
  }
}

/** The last number of a game that was seen here, null when it never was. */
export function lastSeen(id: string): number | null {
  return stored().find(([game]) => game === id)?.[1] ?? null;
}

/** Keep up to where a game has been seen. */
export function keepSeen(id: string, number: number): void {
  const others = stored().filter(([game]) => game !== id);
  try {
    localStorage.setItem(KEY, JSON.stringify([[id, number], ...others].slice(0, MOST)));
  } catch {
    // no storage: nothing is told on return
  }
}
