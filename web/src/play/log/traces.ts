/** What has happened at the targets of a board lately. */

import type { Trace } from "../../board/traces";
import type { Entry, GameEvent, Seat } from "../../api/types";
import { takesBack, undone } from "./log";

/**
 * Return the targets that the last action was about, and those that have changed since the last decision of some seats.
 * @param ownSeats The seats; none if only the last action matters.
 */
export function tracesOf(
  entries: readonly Entry[],
  ownSeats: readonly Seat[],
  { spots }: { spots(event: GameEvent): readonly string[] },
  say: (event: GameEvent) => string,
): Map<string, Trace> {
  const undoneNumbers = undone(entries);
  const traces = new Map<string, Trace>();
  let isLast = true;
  for (const entry of entries.toReversed()) {
    if (undoneNumbers.has(entry.number) || takesBack(entry)) continue;
    const isOwn = ownSeats.includes(entry.by ?? "");
    const events = entry.events.filter((event) => spots(event).length > 0);
    if (isLast || !isOwn) for (const event of events) add(traces, event, entry.by, spots(event), isLast, say);
    if (events.length > 0 && entry.by !== "chance") isLast = false;
    if (isOwn || (!isLast && ownSeats.length === 0)) break;
  }
  return traces;
}

function add(
  traces: Map<string, Trace>,
  event: GameEvent,
  by: Seat | null,
  keys: readonly string[],
  last: boolean,
  say: (event: GameEvent) => string,
): void {
  for (const key of keys) {
    const newer = traces.get(key);
    const text = newer ? `${say(event)} ${newer.text}` : say(event);
    traces.set(key, { seat: newer?.seat ?? by ?? event.seat, last: newer?.last ?? last, text });
  }
}
