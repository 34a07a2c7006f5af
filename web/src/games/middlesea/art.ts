/** The symbols and colours of the pieces, shared with the server's drawing. */

import { ground, inks, seats, suits } from "../../../../src/kingdoms/games/middlesea/picture/looks.json";
import type { Seat } from "../../api/types";
import type { Ink, Looks } from "../../ui/signs";
import type { Suit } from "./types";

export const SUITS: readonly Suit[] = ["suns", "moons", "crowns", "arms"];

/** Suit symbols as paths in a 24 × 24 square centred on the origin. */
export const SUIT_PATHS: Readonly<Record<Suit, string>> = suits;

/** The suit on a seat's coins, pawn and die. Purely decorative. */
export const SUIT_OF_SEAT: Readonly<Record<Seat, Suit>> = seats as Record<Seat, Suit>;

export const INKS = inks as unknown as Readonly<Record<Suit, Ink>>;

/** The background of the game's signs in lists. */
export const GROUND = ground as unknown as Ink;

export const LOOKS: Looks = Object.fromEntries(
  Object.entries(SUIT_OF_SEAT).map(([seat, suit]) => [seat, { sign: SUIT_PATHS[suit], reach: 12, ink: INKS[suit] }]),
);
