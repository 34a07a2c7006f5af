/** What a client is told of a table of Two Rivers, as the server sends it: the data classes of `kingdoms.games.rivers.table.facts`. */

import type { Seat } from "../../api/types";

export const COLOURS = ["red", "blue", "green", "black"] as const;
export type Colour = (typeof COLOURS)[number];
export type Office = "priest" | "farmer" | "trader" | "king";
export type Phase = "start" | "deal" | "action" | "refill" | "over";
export type Decision = "first" | "draw" | "action" | "war" | "commit" | "build" | "take" | "income";
/** A cell by its name: "A1" to "P11". */
export type CellName = string;
/** The colours of a monument: "red-blue". */
export type Pair = string;

/** What lies on one cell, leaders apart. */
export interface Cell {
  what: Colour | "down" | "wonder" | "catastrophe";
  treasure: boolean;
}

export interface Leader {
  colour: Colour;
  office: Office;
  /** Where it stands; null in the hand. */
  cell: CellName | null;
  /** Temples next to it, its strength in a revolt. */
  temples: number;
  /** The number of its kingdom in `RiversFacts.kingdoms`. */
  kingdom: number | null;
  /** Tiles of its colour connected to it, its strength in a war. */
  supporters: number;
}

/** What one seat has; null stands for what only others may know. */
export interface Dynasty {
  seat: Seat;
  name: string;
  hand_count: number;
  hand: Record<Colour, number> | null;
  points: Record<Colour, number> | null;
  treasures: number | null;
  catastrophes: number;
  leaders: Record<Colour, Leader>;
  /** What it would have if the game ended now, lowest first. */
  score: number[] | null;
}

export interface Kingdom {
  cells: CellName[];
  leaders: [Seat, Colour][];
  treasures: CellName[];
}

/** One side of a conflict. */
export interface Side {
  seat: Seat;
  cell: CellName;
  /** Its strength on the board, and the cells that it comes from. */
  board: number;
  supporters: CellName[];
  /** Tiles laid in front of the screen; null as long as the seat has not been asked. */
  committed: number | null;
  /** Cells whose tiles are removed if this side loses. */
  at_stake: CellName[];
}

export interface Conflict {
  kind: "revolt" | "war";
  colour: Colour;
  /** The colour of the tiles that can be committed. */
  commits: Colour;
  attacker: Side;
  defender: Side;
}

/** A war that is still to be resolved. */
export interface War {
  colour: Colour;
  seats: [Seat, Seat];
}

/** How a game ended; each seat's four colours, treasures assigned, lowest first. */
export interface Outcome {
  reason: string;
  winners: Seat[];
  loser: Seat | null;
  scores: Record<Seat, number[]>;
}

export interface RiversFacts {
  game: "rivers";
  /** Whose eyes these are; null for an onlooker. */
  seat: Seat | null;
  seats: Seat[];
  phase: Phase;
  turn: Seat | null;
  actions_left: number;
  decision: Decision | null;
  to_move: Seat | "chance" | null;
  question: string;
  dynasties: Record<Seat, Dynasty>;
  cells: Record<CellName, Cell>;
  kingdoms: Kingdom[];
  monuments: Record<Pair, CellName>;
  wonder: CellName | null;
  marker: CellName | null;
  wars: War[];
  conflict: Conflict | null;
  treasures_left: number;
  outcome: Outcome | null;
}
