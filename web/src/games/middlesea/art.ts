/** What the pieces look like: the file that the drawing of the server is made from, too. */

import { colours, seats, suits } from "../../../../src/kingdoms/games/middlesea/picture/art.json";
import type { Seat } from "../../api/types";
import type { Ink, Looks } from "../../ui/signs";
import type { Suit } from "./types";

export const SUITS: readonly Suit[] = ["suns", "moons", "crowns", "arms"];

/** Suits in a square of 24 around the middle. */
export const SUIT_PATHS: Readonly<Record<Suit, string>> = suits;

/** The suit of a seat's own coins, pawn and die: looks only. */
export const SUIT_OF_SEAT: Readonly<Record<Seat, Suit>> = seats as Record<Seat, Suit>;

const { light, dark } = colours;

/** The colours of the suits. */
const SUIT_INKS = Object.fromEntries(SUITS.map((suit) => [suit, [light.suits[suit], dark.suits[suit]]])) as unknown as Readonly<
  Record<Suit, Ink>
>;

/** The colours that the pieces are drawn in, as the stylesheets call them. */
export const INKS: Readonly<Record<string, Ink>> = {
  ...SUIT_INKS,
  land: [light.land, dark.land],
  "wood-dark": [light.wood_dark, dark.wood_dark],
  coin: [light.coin, dark.coin],
  match: [light.match, dark.match],
};

export const LOOKS: Looks = Object.fromEntries(
  Object.entries(SUIT_OF_SEAT).map(([seat, suit]) => [seat, { sign: SUIT_PATHS[suit], reach: 12, ink: SUIT_INKS[suit] }]),
);
