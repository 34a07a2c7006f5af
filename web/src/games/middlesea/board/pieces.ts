/** The pieces as paths and patterns, each centred on the origin. */

import { colours, page } from "../../../../../src/kingdoms/games/middlesea/picture/art.json";
import type { Seat } from "../../../api/types";
import { defineColours, defineInks, type Ink } from "../../../ui/signs";
import { INKS, SUIT_OF_SEAT, SUITS } from "../art";
import type { Suit } from "../types";

export { SUIT_PATHS, SUITS } from "../art";

defineColours("chart", colours);
defineInks("chart", { ...INKS, ...(page as unknown as Record<string, Ink>) });

export function suitOf(seat: Seat): Suit {
  return SUIT_OF_SEAT[seat] ?? "suns";
}

/** Return the suit of a tile code such as "S3". */
export function suitOfTile(tile: string): Suit {
  return SUITS.find((suit) => suit[0]?.toUpperCase() === tile[0]) ?? "suns";
}

/** Return the CSS colour of a suit. */
export function hueOf(suit: Suit): string {
  return `var(--suit-${suit})`;
}

/** The dash pattern of each seat's borders and roads, so that kingdoms differ by more than colour. */
export const DASHES: Record<Seat, string> = { N: "none", E: "13 7", S: "1 9", W: "15 7 1 7" };

export const PAWN =
  "M-12 19H12Q13 14 8.5 12Q3.2 3 4.2-5Q8.4-8.4 6.8-13.4A7 7 0 1 0-6.8-13.4Q-8.4-8.4-4.2-5Q-3.2 3-8.5 12Q-13 14-12 19Z";

/** Pip positions by face of a die, in quarters of its size. */
export const PIPS: readonly (readonly (readonly [number, number])[])[] = [
  [],
  [[0, 0]],
  [
    [-1, -1],
    [1, 1],
  ],
  [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
];

/** Three variants of wood grain for a tile of size 100. */
export const GRAINS: readonly string[] = [
  "M-50-37C-20-41 15-31 50-36M-50-22C-25-20-5-27 18-23S40-18 50-20M-50 3C-22-2 12 7 50 1M-50 8C-22 4 12 12 50 7M-50 27C-30 31 6 22 50 29M-50 41C-14 37 22 45 50 40",
  "M-50-41C-30-37 12-44 50-39M-50-12C-34-14-26-6-8-8S24-17 50-12M-50-5C-34-7-26 2-6-1S24-9 50-5M-50 19C-18 24 18 15 50 21M-50 35C-22 30 28 39 50 34",
  "M-50-30C-16-26 20-35 50-29M-50-17C-20-13 8-21 50-16M-50 12C-36 9-28 20-12 17S30 8 50 13M-50 16C-38 15-28 27-10 23S30 13 50 18M-50 43C-10 40 14 46 50 42",
];

/** Return the index of a tile's grain, stable for its name. */
export function grainOf(name: string): number {
  let sum = 0;
  for (const letter of name) sum = sum * 31 + letter.charCodeAt(0);
  return sum % GRAINS.length;
}
