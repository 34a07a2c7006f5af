/** Additions that the map shows besides the facts, and the keys of cells and pieces. */

import type { Seat } from "../../../api/types";
import type { CellName, Colour, Pair } from "../types";

/** A change that an action would make to the map. */
export type Ghost =
  | { kind: "tile"; cell: CellName; colour: Colour }
  | { kind: "leader"; cell: CellName; seat: Seat; colour: Colour }
  | { kind: "catastrophe"; cell: CellName }
  | { kind: "monument"; cell: CellName; pair: Pair }
  | { kind: "wonder"; cell: CellName }
  | { kind: "building"; cell: CellName; colour: Colour }
  /** A cell of a line, on which a building could be put. */
  | { kind: "line"; cell: CellName }
  /** A piece that would be removed: a leader withdrawn or moved, a treasure taken. */
  | { kind: "gone"; cell: CellName };

/** Return the key of a cell: "cell D8". */
export function cellKey(cell: CellName): string {
  return `cell ${cell}`;
}

/** Return the cell of a key, or null for a piece in front of a player. */
export function cellOf(key: string): CellName | null {
  return key.startsWith("cell ") ? key.slice(5) : null;
}

/** Return the key of a piece in front of a player: "tile red", "leader black", "catastrophe". */
export function tileKey(colour: Colour): string {
  return `tile ${colour}`;
}

export function leaderKey(colour: Colour): string {
  return `leader ${colour}`;
}

export const CATASTROPHE_KEY = "catastrophe";
