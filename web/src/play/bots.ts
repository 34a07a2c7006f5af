/** Which bots there are to choose from. */

import type { CatalogueGame } from "../api/types";

/** The bot that plays soundly: the server names the weaker ones before it. */
export function usualBot(game: CatalogueGame): string {
  return game.bots.at(-1)?.name ?? "";
}
