/** A new game that continues from a moment of another. */

import { createGame } from "../../api/client";
import type { CatalogueGame, GameInfo, NewGame, NewSeat, Seat } from "../../api/types";
import { navigate, paths } from "../../router.svelte";

/** The game and the number of its moment. */
export interface Moment {
  info: Pick<GameInfo, "id" | "game" | "seats">;
  number: number;
}

/** Return the seat's bot if it can play on; null for a person's seat, and for a program's. */
function botOf(game: Pick<CatalogueGame, "bots">, { bot }: GameInfo["seats"][number]): string | null {
  return game.bots.find(({ name }) => name === bot)?.name ?? null;
}

/** Return whether seats other than the visitor's have no bot to play on. */
export function needsBot(
  game: Pick<CatalogueGame, "bots">,
  { seats }: Moment["info"],
  ownSeats: readonly Seat[],
): boolean {
  return seats.some((seat) => !ownSeats.includes(seat.seat) && botOf(game, seat) === null);
}

/** Return the new game. Bots keep their seats, and `bot` plays for the people without one of the visitor's seats, `mine`. */
export function branchGame(
  { info, number }: Moment,
  game: Pick<CatalogueGame, "bots">,
  ownSeats: readonly Seat[],
  bot: string,
): NewGame {
  const sits = (seat: GameInfo["seats"][number]): NewSeat =>
    ownSeats.includes(seat.seat)
      ? { seat: seat.seat, kind: "me" }
      : { seat: seat.seat, kind: "bot", bot: botOf(game, seat) ?? bot };
  return { game: info.game, seats: info.seats.map(sits), from: { id: info.id, number } };
}

/** Create the new game and go to its table. */
export async function playOn(...request: Parameters<typeof branchGame>): Promise<void> {
  navigate(paths.game((await createGame(branchGame(...request))).id));
}
