/** The clock in the form of a new game, and its part of the request. */

import type { Clock } from "../../api/types";
import { t } from "../../texts/setup";

export interface ClockDraft {
  kind: "none" | "turn" | "budget";
  days: number | null;
  minutes: number | null;
  /** Seconds added to a player's budget after each turn. */
  increment: number | null;
  then: Clock["then"];
}

export const DAYS = { least: 1, most: 30 };
export const BUDGET = { least: 1, most: 600 };
export const MORE = { least: 0, most: 600 };
const DAY = 24 * 3600;

/** Return a clock that is switched off, with initial values for both kinds. */
export const newClock = (): ClockDraft => ({ kind: "none", days: 3, minutes: 30, increment: 10, then: "bot" });

/** Return the form with a clock of the server filled in. */
export function clockDraftOf({ kind, seconds, increment, then }: Clock): ClockDraft {
  const draft = { ...newClock(), kind, then };
  return kind === "turn"
    ? { ...draft, days: Math.round(seconds / DAY) }
    : { ...draft, minutes: Math.round(seconds / 60), increment };
}

const within = (value: number | null, { least, most }: { least: number; most: number }): value is number =>
  value !== null && Number.isInteger(value) && value >= least && value <= most;

/** Return what is wrong with a clock in plain words, or null. */
export function clockFault({ kind, days, minutes, increment }: ClockDraft): string | null {
  if (kind === "turn") return within(days, DAYS) ? null : t("setup.fault_days");
  if (kind === "budget") return within(minutes, BUDGET) && within(increment, MORE) ? null : t("setup.fault_budget");
  return null;
}

/** Return the clock for the request, or null if there is none. */
export function clockOf({ kind, days, minutes, increment, then }: ClockDraft): Clock | null {
  if (kind === "turn") return { kind, seconds: (days ?? 0) * DAY, increment: 0, then };
  if (kind === "budget") return { kind, seconds: (minutes ?? 0) * 60, increment: increment ?? 0, then };
  return null;
}
