/** The scores at the end of a game, the best first. */

import type { Outcome, Seat } from "../../../api/types";
import type { Colour, RiversFacts } from "../types";

export interface Row {
  seat: Seat;
  points: Record<Colour, number> | null;
  treasures: number | null;
  /** The four colours with treasures assigned, lowest first. */
  score: number[];
}

/** Compare scores: the weakest colour counts, ties are broken by the next. */
function better(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, place) => value !== other[place]);
  return at < 0 ? 0 : (other[at] ?? 0) - (one[at] ?? 0);
}

export function scoresOf(facts: RiversFacts, outcome: Outcome): Row[] {
  const rows = facts.seats.map((seat): Row => {
    const dynasty = facts.dynasties[seat];
    const score = outcome.scores[seat];
    return { seat, points: dynasty?.points ?? null, treasures: dynasty?.treasures ?? null, score: Array.isArray(score) ? score : [score ?? 0] };
  });
  return rows.sort((one, other) => better(one.score, other.score));
}
