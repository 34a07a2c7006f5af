/** A new game that goes on from a moment of another. */

import type { NewGame, NewSeat, Seat } from "../api/types";

/** What to ask the server for: the visitor on one seat and bots on the others, or, without a seat, on all of them. */
export function branchGame(
  from: { id: string; game: string; number: number },
  seats: readonly Seat[],
  mine: Seat | null,
  bot: string,
): NewGame {
  const sits = (seat: Seat): NewSeat => (mine === null || mine === seat ? { seat, kind: "me" } : { seat, kind: "bot", bot });
  return { game: from.game, seats: seats.map(sits), from: { id: from.id, number: from.number } };
}
