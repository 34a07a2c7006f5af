/** Which bots there are to choose from. */

import type { CatalogueGame } from "../api/types";

const USUAL_BOT = "greedy";

/** The bot that is offered first: the greedy one where there is one. */
export function usualBot(game: CatalogueGame): string {
  return (game.bots.find((bot) => bot.name === USUAL_BOT) ?? game.bots[0])?.name ?? "";
}
