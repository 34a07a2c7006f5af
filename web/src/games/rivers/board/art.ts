/** The map, the signs and the colours of the pieces, which the server's drawing shares. */

import boards from "../../../../../src/kingdoms/games/rivers/engine/boards.json";
import { buildings, colours, headdresses, mouths, tiles } from "../../../../../src/kingdoms/games/rivers/picture/art.json";
import { defineColours } from "../../../ui/signs";
import type { BoardName, CellName, Colour } from "../types";

export { DYNASTY_SIGNS } from "../looks";

/** The maps, a letter a cell: "~" river, "T" a temple with a treasure at the beginning, "O" one on a special border. */
export const MAPS: Readonly<Record<BoardName, readonly string[]>> = boards;

/** Where water crosses the edge of each map, counted in cells from its corner. */
export const MOUTHS = mouths as unknown as Readonly<Record<BoardName, Readonly<Record<CellName, readonly [x: number, y: number]>>>>;

/** Signs in a square of 24 around the middle, filled even-odd: a temple, a field's ear of barley, a market's stall, houses. */
export const TILE_SIGNS: Readonly<Record<Colour, string>> = tiles;

/** Signs of the civilization buildings, in the same square: an open book, two silos, an arcade with a gable, a castle. */
export const BUILDING_SIGNS: Readonly<Record<Colour, string>> = buildings;

/** What a leader wears, so that offices differ by more than colour; it stands on the middle of its foot. */
export const HEADDRESS: Readonly<Record<Colour, string>> = headdresses;

defineColours("clay", colours);

/** The hues of a tile: its glaze, its edge, and the light on it, as CSS. */
export function hueOf(colour: Colour | "down"): { face: string; edge: string; light: string } {
  const name = `var(--clay-${colour}`;
  return { face: `${name})`, edge: `${name}-edge)`, light: `${name}-light)` };
}

export function colourOf(word: string): Colour | null {
  return word === "red" || word === "blue" || word === "green" || word === "black" ? word : null;
}
