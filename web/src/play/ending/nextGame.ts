/** The next game after one that is over. */

import { createGame } from "../../api/client";
import type { GameInfo } from "../../api/types";
import { navigate, paths } from "../../router.svelte";

/** Begin another game at the same seats against another bot, and go there; return its id. */
export async function playNext(info: GameInfo, bot: string | null, rulings = info.rulings): Promise<string> {
  const seats = info.seats.map(({ seat, you }) => ({ seat, kind: you ? "me" : "bot", bot: you ? null : bot }) as const);
  const { id } = await createGame({ game: info.game, seats, rulings });
  navigate(paths.game(id));
  return id;
}
