/** Times for people. */

/** Milliseconds as minutes and seconds, with hours where there are any; nothing below zero. */
export function clock(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (n: number) => String(n).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  const rest = `${two(minutes % 60)}:${two(seconds % 60)}`;
  return minutes >= 60 ? `${Math.floor(minutes / 60)}:${rest}` : rest;
}

/** Whether somebody has been away for so long. */
export function awayFor(since: string | null, ms: number, now: number): boolean {
  return since !== null && now - Date.parse(since) >= ms;
}
