/** Who is how close to winning: what stands above every board, for every seat and at all times. */

import type { Seat } from "../api/types";

/** One thing that a seat is counted by, such as home cities: 4 of 5. */
export interface Count {
  /** Tells it from the others. */
  key: string;
  /** What it is, in a word or two. */
  name: string;
  have: number;
  /** How many it takes; null where there is no such number. */
  need: number | null;
  /** Whether it still has a place where there is little room. */
  first: boolean;
}

/** One seat in the race. */
export interface Racer {
  seat: Seat;
  name: string;
  counts: Count[];
  /** The figure that decides at the end, and what it is called. */
  score: { name: string; figure: string };
  /** Nobody is closer. */
  leads: boolean;
  /** Something threatens this seat, or it can win soon. */
  tone: "danger" | "close" | null;
  /** The same in a sentence, for whoever hears it. */
  spoken: string;
}

/** A plain sentence of how the game may soon end. */
export interface Warning {
  key: string;
  text: string;
  /** It can happen before this round or turn is over. */
  near: boolean;
  seat: Seat | null;
}

/** Those that have the highest number, where anybody has any. */
export function leading<T>(all: readonly T[], closeness: (one: T) => number): Set<T> {
  const most = Math.max(0, ...all.map(closeness));
  return new Set(most > 0 ? all.filter((one) => closeness(one) === most) : []);
}
