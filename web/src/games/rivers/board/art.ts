/** What the map and the pieces look like: the file that the drawing of the server is made from, too. */

import boards from "../../../../../src/kingdoms/games/rivers/engine/boards.json";
import { buildings, colours, headdresses, mouths, tiles } from "../../../../../src/kingdoms/games/rivers/picture/art.json";
import { mix, type Ink } from "../../../ui/signs";
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

const { light, dark } = colours;
const TONES = ["", "-edge", "-light"] as const;
const GLAZED = { red: "red", blue: "blue", green: "green", black: "black", down: "back" } as const;
/** How the colours of the drawing are called in the stylesheets. */
const NAMED = {
  land: "land",
  far: "land-far",
  rim: "rim",
  line: "line",
  grid: "grid",
  veil: "veil",
  bank: "bank",
  shore: "shore",
  wave: "wave",
  slip: "slip",
  stone: "stone",
  stone_edge: "stone-edge",
  wood: "wood-dark",
  mark: "mark",
  scorch: "scorch",
  ember: "ember",
} as const;

function inks(): Record<string, Ink> {
  const plain = Object.entries(NAMED).map(([name, named]) => [`clay-${named}`, [light[name as "land"], dark[name as "land"]]]);
  const glazes = Object.entries(GLAZED).flatMap(([name, named]) =>
    TONES.map((tone, at) => [`clay-${named}${tone}`, [light.glazes[name as "red"][at], dark.glazes[name as "red"][at]]]),
  );
  return Object.fromEntries([...plain, ...glazes]) as Record<string, Ink>;
}

mix(".clay", inks());

/** The hues of a tile: its glaze, its edge, and the light on it, as CSS. */
export function hueOf(colour: Colour | "down"): { face: string; edge: string; light: string } {
  const name = `var(--clay-${GLAZED[colour]}`;
  return { face: `${name})`, edge: `${name}-edge)`, light: `${name}-light)` };
}

export function colourOf(word: string): Colour | null {
  return word === "red" || word === "blue" || word === "green" || word === "black" ? word : null;
}
