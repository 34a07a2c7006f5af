/** The signs of the dynasties, shared with the server's drawing, and the shape of the map. */

import { dynasties, ground, inks } from "../../../../src/kingdoms/games/rivers/picture/looks.json";
import type { Seat } from "../../api/types";
import type { Ink, Looks } from "../../ui/signs";

/** The aspect ratio of the map with its edge, width by height. */
export const RATIO = 1028 / 728;

/** The background of the game's signs in lists. */
export const GROUND = ground as unknown as Ink;

export const DYNASTY_SIGNS: Readonly<Record<Seat, string>> = dynasties;

export const LOOKS: Looks = Object.fromEntries(
  Object.entries(dynasties).map(([seat, sign]) => [
    seat,
    { sign, reach: 14, ink: (inks as unknown as Record<Seat, Ink>)[seat] ?? ["", ""] },
  ]),
);
