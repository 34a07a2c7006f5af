/** The scores at the end of a game, best first. */

import type { Outcome, Seat } from "../../../api/types";
import { ranked } from "../../../play/ending/scores";
import type { Colour, RiversFacts } from "../types";

interface Row {
  seat: Seat;
  points: Record<Colour, number> | null;
  treasures: number | null;
  /** The four colours with treasures assigned, lowest first. */
  score: number[];
}

export function scoresOf(facts: RiversFacts, outcome: Outcome): Row[] {
  return ranked(facts.seats, outcome).map((seat) => {
    const { points = null, treasures = null } = facts.dynasties[seat] ?? {};
    return { seat, points, treasures, score: [outcome.scores[seat] ?? 0].flat() };
  });
}
