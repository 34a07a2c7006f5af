/** A client's view of a table of Two Rivers, as sent by the server: `kingdoms.games.rivers.table.facts`. */

import type { Applying, Closer } from "../../api/made";
import type * as made from "../../api/schema.gen";
import type { Choice, Outcome, Seat } from "../../api/types";

export const COLOURS = ["red", "blue", "green", "black"] as const;
export type Colour = (typeof COLOURS)[number];
export type Phase = "start" | "deal" | "action" | "refill" | "over";
type Decision = "first" | "draw" | "action" | "war" | "commit" | "raise" | "build" | "take" | "income";
/** The side of the board in use. */
export type BoardName = "standard" | "advanced";
/** The name of a cell: "A1" to "P11". */
export type CellName = string;
/** The colours of a monument: "red-blue". */
export type Pair = string;

/** The contents of a cell, except leaders. */
export type Cell = Closer<made.Cell, { what: Colour | "down" | "wonder" | "catastrophe" }>;
export type Leader = Closer<made.KingdomsGamesRiversTableFactsLeader, { colour: Colour }>;
/** What a seat has gained, as far as the visitor can know it. */
export type Gains = Closer<made.Gains, { points: Record<Colour, number>; weakest: Colour[] }>;
/** A seat's pieces and points; null stands for facts that only other players may know. */
export type Dynasty = Closer<
  made.Dynasty,
  {
    hand: Record<Colour, number> | null;
    points: Record<Colour, number> | null;
    leaders: Record<Colour, Leader>;
    gains: Gains | null;
  }
>;
export type Kingdom = Closer<made.KingdomsGamesRiversTableFactsKingdom, { leaders: [Seat, Colour][] }>;
/** One side of a conflict. */
export type Side = made.Side;
export type Conflict = Closer<made.Conflict, { kind: "revolt" | "war"; colour: Colour; commits: Colour }>;
/** A war still to be resolved. */
export type War = Closer<made.War, { colour: Colour }>;

/** The result of a game; the scores of a seat are its four colours with treasures assigned, lowest first. */
type RiversOutcome = Omit<Outcome, "scores"> & { scores: Record<Seat, number[]> };

/** The state of the table, and facts derived from it. */
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

/** The possible effects of a choice. */
type RiversForecast = Closer<
  Applying<made.RiversForecast>,
  { points?: Record<Seat, Record<Colour, number>>; home?: [Seat, Colour][]; wars?: Colour[] }
>;

/** Return the possible effects of a choice, as sent by the server. */
export function forecastOf(choice: Partial<Pick<Choice, "forecast">>): RiversForecast {
  return (choice.forecast ?? {}) as RiversForecast;
}
