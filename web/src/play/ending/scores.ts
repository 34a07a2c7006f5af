/** Scores as figures, and the order of seats by them. */

import type { Outcome, Seat } from "../../api/types";

type Score = number | readonly number[];

/** Return a score in figures: "12", or "6, 7, 7, 9" for a score with several. */
export function figure(score: Score | undefined): string {
  return score === undefined ? "" : [score].flat().join(", ");
}

/** Compare scores for sorting, higher first: the first figures that differ decide. */
function higherFirst(first: Score = [], second: Score = []): number {
  const [left, right] = [[first].flat(), [second].flat()];
  const at = left.findIndex((value, place) => value !== right[place]);
  return at < 0 ? 0 : (right[at] ?? 0) - (left[at] ?? 0);
}

/** Return the seats at the end of a game: the winners first, then by score. */
export function ranked(seats: readonly Seat[], { winners, scores }: Outcome): Seat[] {
  const lost = (seat: Seat) => Number(!winners.includes(seat));
  return [...seats].sort((left, right) => lost(left) - lost(right) || higherFirst(scores[left], scores[right]));
}
