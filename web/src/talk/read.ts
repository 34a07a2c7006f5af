/** Up to which remark somebody has read at each table, kept in this browser. */

const KEY = "kingdoms.read";
const MOST = 60;

function stored(): [string, number][] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(read) ? (read as [string, number][]).filter((pair) => Array.isArray(pair) && typeof pair[1] === "number") : [];
  } catch {
    return [];
  }
}

/** The last remark at a table that was read here, 0 when none was. */
export function lastRead(id: string): number {
  return stored().find(([game]) => game === id)?.[1] ?? 0;
}

/** Keep up to where the talk at a table has been read. */
export function keepRead(id: string, number: number): void {
  const others = stored().filter(([game]) => game !== id);
  try {
    localStorage.setItem(KEY, JSON.stringify([[id, number], ...others].slice(0, MOST)));
  } catch {
    // no storage: it counts as unread when one comes back
  }
}
