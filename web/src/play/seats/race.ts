/** How close each seat is to winning, as shown above every board. */

import type { Seat } from "../../api/types";

/** One of a seat's counts, such as home cities: 4 of 5. */
export interface Count {
  /** Unique among the counts of a seat. */
  key: string;
  /** What is counted, in a word or two. */
  name: string;
  have: number;
  /** How many are needed; null if there is no such number. */
  need: number | null;
  /** Whether the count is shown even in little space. */
  first: boolean;
}

/** One seat in the race. */
export interface Racer {
  seat: Seat;
  name: string;
  counts: Count[];
  /** The figure that decides at the end, and its name. */
  score: { name: string; figure: string };
  /** Whether no seat is closer to winning. */
  leads: boolean;
  /** Whether the seat is in danger or close to winning. */
  tone: "danger" | "close" | null;
  /** All of this as a sentence, for screen readers. */
  description: string;
}

/** A plain sentence about how the game may soon end. */
export interface Warning {
  key: string;
  text: string;
  /** Whether it can happen before this round or turn is over. */
  near: boolean;
  seat: Seat | null;
}
