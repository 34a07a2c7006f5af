/** What a client is told of a table of Two Rivers: `kingdoms.games.rivers.table.facts`, as the server tells it. */

import type { Applying, Closer } from "../../api/made";
import type * as made from "../../api/schema.gen";
import type { Choice, Outcome, Seat } from "../../api/types";

export const COLOURS = ["red", "blue", "green", "black"] as const;
export type Colour = (typeof COLOURS)[number];
export type Office = "priest" | "farmer" | "trader" | "king";
export type Phase = "start" | "deal" | "action" | "refill" | "over";
export type Decision = "first" | "draw" | "action" | "war" | "commit" | "raise" | "build" | "take" | "income";
/** The side of the board that is played. */
export type BoardName = "standard" | "advanced";
/** A cell by its name: "A1" to "P11". */
export type CellName = string;
/** The colours of a monument: "red-blue". */
export type Pair = string;

/** What lies on one cell, leaders apart. */
export type Cell = Closer<made.Cell, { what: Colour | "down" | "wonder" | "catastrophe" }>;
export type Leader = Closer<made.KingdomsGamesRiversTableFactsLeader, { colour: Colour; office: Office }>;
/** What one seat has; null stands for what only others may know. */
export type Dynasty = Closer<
  made.Dynasty,
  { hand: Record<Colour, number> | null; points: Record<Colour, number> | null; leaders: Record<Colour, Leader> }
>;
export type Kingdom = Closer<made.KingdomsGamesRiversTableFactsKingdom, { leaders: [Seat, Colour][] }>;
/** One side of a conflict. */
export type Side = made.Side;
export type Conflict = Closer<made.Conflict, { kind: "revolt" | "war"; colour: Colour; commits: Colour }>;
/** A war that is still to be resolved. */
export type War = Closer<made.War, { colour: Colour }>;

/** How a game ended; each seat's four colours, treasures assigned, lowest first. */
export type RiversOutcome = Omit<Outcome, "scores"> & { scores: Record<Seat, number[]> };

/** What lies on the table, and what follows from it. */
export type RiversFacts = Closer<
  made.KingdomsGamesRiversTableFactsFacts,
  {
    phase: Phase;
    decision: Decision | null;
    dynasties: Record<Seat, Dynasty>;
    cells: Record<CellName, Cell>;
    kingdoms: Kingdom[];
    wars: War[];
    board: BoardName;
    /** Civilization buildings on the map; null in a game without them. */
    buildings: Partial<Record<Colour, CellName>> | null;
    conflict: Conflict | null;
    outcome: RiversOutcome | null;
  }
>;

/** What a choice can lead to. */
export type RiversForecast = Closer<
  Applying<made.RiversForecast>,
  { points?: Record<Seat, Record<Colour, number>>; home?: [Seat, Colour][]; wars?: Colour[] }
>;

/** Return what a choice can lead to, as this game's server tells it. */
export function forecastOf(choice: Partial<Pick<Choice, "forecast">>): RiversForecast {
  return (choice.forecast ?? {}) as RiversForecast;
}
