/** The signs and colours of the pieces, which the server's drawing shares. */

import { colours, seats, suits } from "../../../../src/kingdoms/games/middlesea/picture/art.json";
import type { Seat } from "../../api/types";
import type { Looks } from "../../ui/signs";
import type { Suit } from "./types";

export const SUITS: readonly Suit[] = ["suns", "moons", "crowns", "arms"];

/** Suits in a square of 24 around the middle. */
export const SUIT_PATHS: Readonly<Record<Suit, string>> = suits;

/** The suit of a seat's own coins, pawn and die: looks only. */
export const SUIT_OF_SEAT: Readonly<Record<Seat, Suit>> = seats as Record<Seat, Suit>;

export const COLOURS = colours;

export const LOOKS: Looks = Object.fromEntries(
  Object.entries(SUIT_OF_SEAT).map(([seat, suit]) => [seat, { sign: SUIT_PATHS[suit], reach: 12, ink: [colours.light.suits[suit], colours.dark.suits[suit]] }]),
);
