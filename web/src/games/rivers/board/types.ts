/** What the map shows besides the facts. */

import type { Seat } from "../../../api/types";
import type { CellName, Colour, Pair } from "../types";

/** What an action that is not sent yet would change on the map. */
export type Ghost =
  | { kind: "tile"; cell: CellName; colour: Colour }
  | { kind: "leader"; cell: CellName; seat: Seat; colour: Colour }
  | { kind: "catastrophe"; cell: CellName }
  | { kind: "monument"; cell: CellName; pair: Pair }
  | { kind: "wonder"; cell: CellName }
  | { kind: "building"; cell: CellName; colour: Colour }
  /** A cell of a line that could get a building. */
  | { kind: "line"; cell: CellName }
  /** Whatever stands or lies there would go: a leader withdrawn or moved, a treasure taken. */
  | { kind: "gone"; cell: CellName };

/** A piece in front of a player as a key: "tile red", "leader black", "catastrophe". */
export function tileKey(colour: Colour): string {
  return `tile ${colour}`;
}

export function leaderKey(colour: Colour): string {
  return `leader ${colour}`;
}

export const CATASTROPHE_KEY = "catastrophe";
