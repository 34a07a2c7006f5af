/** The map, signs and colours of the pieces, shared with the server's drawing. */

import boards from "../../../../../src/kingdoms/games/rivers/engine/boards.json";
import {
  buildings,
  colours,
  headdresses,
  mouths,
  tiles,
} from "../../../../../src/kingdoms/games/rivers/picture/art.json";
import { defineColours } from "../../../ui/signs";
import type { BoardName, CellName, Colour } from "../types";

export { DYNASTY_SIGNS } from "../looks";

/** The maps, one letter per cell: "~" is river, "T" a temple with a treasure at the start, "O" such a temple on a special border. */
export const MAPS: Readonly<Record<BoardName, readonly string[]>> = boards;

/** Points where water crosses the edge of each map, in cells from its corner. */
export const MOUTHS = mouths as unknown as Readonly<
  Record<BoardName, Readonly<Record<CellName, readonly [x: number, y: number]>>>
>;

/** Tile signs in a square of 24 units around the centre, filled even-odd: a temple, an ear of barley, a market stall, houses. */
export const TILE_SIGNS: Readonly<Record<Colour, string>> = tiles;

/** Signs of the civilization buildings in the same square: an open book, two silos, an arcade with a gable, a castle. */
export const BUILDING_SIGNS: Readonly<Record<Colour, string>> = buildings;

/** Headdresses, which distinguish offices by more than colour; the origin is the middle of the foot. */
export const HEADDRESS: Readonly<Record<Colour, string>> = headdresses;

defineColours("clay", colours);

/** Return the hues of a tile as CSS: its glaze, its edge, and the light on it. */
export function hueOf(colour: Colour | "down"): { face: string; edge: string; light: string } {
  const name = `var(--clay-${colour}`;
  return { face: `${name})`, edge: `${name}-edge)`, light: `${name}-light)` };
}

export function colourOf(word: string): Colour | null {
  return word === "red" || word === "blue" || word === "green" || word === "black" ? word : null;
}
