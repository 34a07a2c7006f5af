/** What a client is told of a table of Kingdoms of the Middle Sea: `kingdoms.games.middlesea.table.facts`, as the server tells it. */

import type { Applying, Closer } from "../../api/made";
import type * as made from "../../api/schema.gen";
import type { Choice, Outcome, Seat } from "../../api/types";

export type Site = string;
export type Suit = "suns" | "moons" | "crowns" | "arms";
export type Phase = "start" | "control" | "dominance" | "production" | "build" | "leader" | "over";

export type Leader = made.KingdomsGamesMiddleseaTableFactsLeader;
export type City = Closer<made.City, { suit: Suit }>;
export type Kingdom = made.KingdomsGamesMiddleseaTableFactsKingdom;

/** How a game ended: each seat has one figure. */
export type SeaOutcome = Omit<Outcome, "scores"> & { scores: Record<Seat, number> };

/** What lies on the table, and what follows from it. */
export type SeaFacts = Closer<
  made.KingdomsGamesMiddleseaTableFactsFacts,
  { phase: Phase; cities: Record<Site, City>; stacks: Record<Suit, string[]>; outcome: SeaOutcome | null }
>;

/** What a choice costs and can lead to. */
export type SeaForecast = Applying<made.MiddleSeaForecast>;

/** Return what a choice costs and can lead to, as this game's server tells it. */
export function forecastOf(choice: Partial<Pick<Choice, "forecast">>): SeaForecast {
  return (choice.forecast ?? {}) as SeaForecast;
}
