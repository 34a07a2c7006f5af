/** Chances in words and figures. */

import type { Seat } from "../../api/types";
import { t } from "../../texts/chances";

/** Return a share of the game as a whole percentage. */
export const percent = (share: number): number => Math.round(100 * share);

/** Return the uncertainty of chances in percent: at least 1 unless they are proven. */
export const doubt = (spread: number, proven: boolean): number => (proven ? 0 : Math.max(1, Math.round(100 * spread)));

/** Return the uncertainty of chances in words. */
export const sureness = (spread: number, proven: boolean): string =>
  proven ? t("chances.chances_certain") : t("chances.chances_doubt", { n: doubt(spread, proven) });

/** Return seats with their percentages, in the given order. */
export const shares = (seats: readonly Seat[], chances: Record<Seat, number>): { seat: Seat; percent: number }[] =>
  seats.map((seat) => ({ seat, percent: percent(chances[seat] ?? 0) }));
