/** Times and durations in readable form. */

import type { Clock, Clocks, Seat } from "../../api/types";
import { locale, perLocale } from "../../language";
import { t } from "../../texts";

/** Return milliseconds as minutes and seconds, with hours if needed; negative times count as zero. */
export function clock(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (n: number) => String(n).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  const rest = `${two(minutes % 60)}:${two(seconds % 60)}`;
  return minutes >= 60 ? `${Math.floor(minutes / 60)}:${rest}` : rest;
}

const HOUR = 3600;
const DAY = 24 * HOUR;
/** Units with their lengths in seconds, the longest first. */
const UNITS = [
  ["day", DAY],
  ["hour", HOUR],
  ["minute", 60],
  ["second", 1],
] as const;
const parts = perLocale((tag) => new Intl.ListFormat(tag, { type: "unit", style: "narrow" }));
const dates = perLocale((tag) => new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeStyle: "short" }));

/** The local time at which each state of the clocks was first read, in milliseconds. */
const receipts = new WeakMap<Clocks, number>();

/** Return the seconds a seat has left at `now`, or null if it has no clock. */
export function secondsLeft(clocks: Clocks | null, seat: Seat, now: number): number | null {
  const left = clocks?.left[seat];
  if (!clocks || left === undefined) return null;
  const first = receipts.get(clocks) ?? now;
  receipts.set(clocks, first);
  const since = Math.max(first, clocks.waits ? Date.parse(clocks.waits.until) : 0);
  return runningSeat(clocks, now) === seat ? Math.max(0, left - Math.max(0, now - since) / 1000) : left;
}

/** Return the seat whose time runs at `now`; a clock that waits for a player runs once the wait is over. */
export const runningSeat = ({ running, waits }: Clocks, now: number): Seat | null =>
  waits && now >= Date.parse(waits.until) ? waits.seat : running;

/** Return until when the clock of a seat waits for its player, as a local date and time; null if it doesn't wait. */
export function waitsUntil(clocks: Clocks | null, seat: Seat, now: number): string | null {
  if (clocks?.waits?.seat !== seat || runningSeat(clocks, now) === seat) return null;
  return dates().format(new Date(clocks.waits.until));
}

/** Return the remaining time in words: "04:59", "1:05:09", and from two days on "2d 5h". */
export function timeLeft(seconds: number): string {
  if (seconds < 2 * DAY) return clock(1000 * seconds);
  const hours = Math.floor(seconds / HOUR);
  return parts().format([inUnits(Math.floor(hours / 24), "day", "narrow"), inUnits(hours % 24, "hour", "narrow")]);
}

/** Return whether the time left calls for a warning: at most a tenth of the agreed time, and at most an hour. */
export const isLow = (agreed: Clock, seconds: number): boolean => seconds <= Math.min(agreed.seconds / 10, HOUR);

function inUnits(n: number, unit: string, unitDisplay: "narrow" | "long"): string {
  return new Intl.NumberFormat(locale(), { style: "unit", unit, unitDisplay }).format(n);
}

/** Return a duration in words: "3 days", "10 minutes", "45 seconds". */
function lengthOf(seconds: number): string {
  const [unit, length] = UNITS.find(([, length]) => seconds % length === 0) ?? ["second", 1];
  return inUnits(seconds / length, unit, "long");
}

/** Return a table's time control in words: "3 days per turn", "10 minutes each, 5 seconds more per turn". */
export function clockWords({ kind, seconds, increment }: Clock): string {
  if (kind === "turn") return t("play.clock_per_turn", { time: lengthOf(seconds) });
  const perTurn = t("play.clock_each", { time: lengthOf(seconds) });
  return increment ? t("play.clock_increment", { each: perTurn, more: lengthOf(increment) }) : perTurn;
}

/** Return whether an absence that began at `since` has lasted at least `ms` milliseconds. */
export function awayFor(since: string | null, ms: number, now: number): boolean {
  return since !== null && now - Date.parse(since) >= ms;
}
