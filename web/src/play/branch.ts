/** A new game that continues from a moment of another. */

import type { NewGame, NewSeat, Seat } from "../api/types";

/** Return the new game: bots in all seats but the visitor's; without a seat (`mine` is null), the visitor plays all of them. */
export function branchGame(
  from: { id: string; game: string; number: number },
  seats: readonly Seat[],
  mine: Seat | null,
  bot: string,
): NewGame {
  const sits = (seat: Seat): NewSeat => (mine === null || mine === seat ? { seat, kind: "me" } : { seat, kind: "bot", bot });
  return { game: from.game, seats: seats.map(sits), from: { id: from.id, number: from.number } };
}
