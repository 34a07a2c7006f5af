/** Chances in words and figures. */

import type { Seat } from "../api/types";
import { t } from "../texts/chances";

/** A share of the game as a whole number of percent. */
export const percent = (share: number): number => Math.round(100 * share);

/** By how many percent chances may be off, at least one unless they are certain. */
export const doubt = (spread: number, proven: boolean): number => (proven ? 0 : Math.max(1, Math.round(100 * spread)));

/** How sure chances are, in words. */
export const sureness = (spread: number, proven: boolean): string =>
  proven ? t("chances.chances_certain") : t("chances.chances_doubt", { n: doubt(spread, proven) });

/** Seats with their percents, in the order of play. */
export const shares = (seats: readonly Seat[], chances: Record<Seat, number>): { seat: Seat; percent: number }[] =>
  seats.map((seat) => ({ seat, percent: percent(chances[seat] ?? 0) }));
