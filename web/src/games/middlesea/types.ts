/** Types for a table of Kingdoms of the Middle Sea as the server sends it (`kingdoms.games.middlesea.table.facts`). */

import type { Applying, Closer } from "../../api/made";
import type * as made from "../../api/schema.gen";
import type { Choice, Outcome, Seat } from "../../api/types";

export type Site = string;
export type Suit = "suns" | "moons" | "crowns" | "arms";
export type Phase = "start" | "control" | "dominance" | "production" | "build" | "leader" | "over";

export type Leader = made.KingdomsGamesMiddleseaTableFactsLeader;
export type City = Closer<made.City, { suit: Suit }>;
export type Kingdom = made.KingdomsGamesMiddleseaTableFactsKingdom;

/** The outcome of a game, with one score per seat. */
type SeaOutcome = Omit<Outcome, "scores"> & { scores: Record<Seat, number> };

/** The pieces on the table and facts derived from them. */
export type SeaFacts = Closer<
  made.KingdomsGamesMiddleseaTableFactsFacts,
  { phase: Phase; cities: Record<Site, City>; stacks: Record<Suit, string[]>; outcome: SeaOutcome | null }
>;

/** The cost and possible effects of a choice. */
type SeaForecast = Applying<made.MiddleSeaForecast>;

/** Return a choice's forecast with this game's type. */
export function forecastOf(choice: Partial<Pick<Choice, "forecast">>): SeaForecast {
  return (choice.forecast ?? {}) as SeaForecast;
}
