/** Which bots there are to choose from, and which one to begin with. */

import type { BotInfo, CatalogueGame } from "../api/types";

const KEY = "kingdoms.opponent";
/** The level that whoever has chosen none plays against: it makes mistakes that a newcomer can use. */
const FOR_NEWCOMERS = 2;

/** A game's levels, the weakest first, and whatever else can play it. */
export function botGroups(game: CatalogueGame): { levels: BotInfo[]; others: BotInfo[] } {
  const levels = game.bots.filter((bot) => bot.level !== null).sort((one, other) => (one.level ?? 0) - (other.level ?? 0));
  return { levels, others: game.bots.filter((bot) => bot.level === null) };
}

function ofLevel(game: CatalogueGame, level: number): string {
  const { levels, others } = botGroups(game);
  return (levels.find((bot) => bot.level === level) ?? levels.at(-1) ?? others[0])?.name ?? "";
}

/** The opponent that was chosen last, else one for newcomers. */
export function usualBot(game: CatalogueGame): string {
  const kept = remembered();
  return game.bots.find((bot) => bot.name === kept)?.name ?? ofLevel(game, FOR_NEWCOMERS);
}

/** The bot to begin with for whoever stays away: the level in the middle. */
export function usualStandIn(game: CatalogueGame): string {
  const { levels, others } = botGroups(game);
  return (levels[Math.floor((levels.length - 1) / 2)] ?? others[0])?.name ?? "";
}

/** Begin with this opponent from now on, in this browser. */
export function rememberBot(name: string): void {
  try {
    localStorage.setItem(KEY, name);
  } catch {
    // storage can be forbidden
  }
}

function remembered(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
