/** The signs of the dynasties, from the file that the drawing of the server is made from, too. */

import { dynasties, inks } from "../../../../src/kingdoms/games/rivers/picture/art.json";
import type { Seat } from "../../api/types";
import type { Ink, Looks } from "../../ui/signs";

export const DYNASTY_SIGNS: Readonly<Record<Seat, string>> = dynasties;

export const LOOKS: Looks = Object.fromEntries(
  Object.entries(dynasties).map(([seat, sign]) => [seat, { sign, reach: 14, ink: (inks as unknown as Record<Seat, Ink>)[seat] ?? ["", ""] }]),
);
