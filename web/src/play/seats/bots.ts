/** The bots to choose from, and the default choices. */

import type { BotInfo, CatalogueGame } from "../../api/types";
import { storageOf, stringOf } from "../../storage";

/** The opponent chosen last in this browser. */
const lastBot = storageOf("kingdoms.opponent", stringOf);
/** The level for newcomers: it makes mistakes that they can use. */
const FOR_NEWCOMERS = 2;

/** Return a game's levels, weakest first, and its other bots; `rated`: only bots with a rating at that number of seats. */
export function botGroups(
  game: CatalogueGame,
  rated: number | null = null,
): { levels: BotInfo[]; otherBots: BotInfo[] } {
  const offered = game.bots.filter((bot) => rated === null || bot.rated.includes(rated));
  const levels = offered
    .filter((bot) => bot.level !== null)
    .sort((left, right) => (left.level ?? 0) - (right.level ?? 0));
  return { levels, otherBots: offered.filter((bot) => bot.level === null) };
}

/** Return the bot to seat at a rated table: the bot itself if it has a rating, else the nearest rated level, else null. */
export function ratedBot(game: CatalogueGame, name: string, seats: number): string | null {
  const { levels, otherBots: others } = botGroups(game, seats);
  if ([...levels, ...others].some((bot) => bot.name === name)) return name;
  const level = game.bots.find((bot) => bot.name === name)?.level ?? FOR_NEWCOMERS;
  const off = (bot: BotInfo): number => Math.abs((bot.level ?? 0) - level);
  return levels.reduce<BotInfo | null>((best, bot) => (best && off(best) <= off(bot) ? best : bot), null)?.name ?? null;
}

function ofLevel(game: CatalogueGame, level: number): string {
  const { levels, otherBots: others } = botGroups(game);
  return (levels.find((bot) => bot.level === level) ?? levels.at(-1) ?? others[0])?.name ?? "";
}

/** Return the weakest level, for a first game. */
export const firstBot = (game: CatalogueGame): string => ofLevel(game, 1);

/** Return the level above a bot; null if there is none. */
export function nextLevel(game: Pick<CatalogueGame, "bots">, bot: string | null): BotInfo | null {
  const level = game.bots.find(({ name }) => name === bot)?.level ?? null;
  return level === null ? null : (game.bots.find((candidate) => candidate.level === level + 1) ?? null);
}

/** Return the bot for newcomers. */
export function newcomersBot(game: CatalogueGame): string {
  return ofLevel(game, FOR_NEWCOMERS);
}

/** Return the opponent that was chosen last, else the one for newcomers. */
export function usualBot(game: CatalogueGame): string {
  const last = lastBot.load();
  return game.bots.find((bot) => bot.name === last)?.name ?? newcomersBot(game);
}

/** Return the default stand-in for an absent player: the middle level. */
export function usualStandIn(game: CatalogueGame): string {
  const { levels, otherBots: others } = botGroups(game);
  return (levels[Math.floor((levels.length - 1) / 2)] ?? others[0])?.name ?? "";
}

/** Make a bot the default opponent in this browser. */
export function rememberBot(name: string): void {
  lastBot.save(name);
}
