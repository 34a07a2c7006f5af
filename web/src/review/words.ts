/** Sentences of a review that no event tells. */

import type { Seat } from "../api/types";
import { t } from "../texts/review";

/**
 * Say that moves were taken back.
 * @param by Who took them back; null if that is unknown.
 * @param to The number of the moment to which the game went back.
 * @param names The names of the seats.
 * @param ownSeat The visitor's seat, or null.
 */
export function takenBack(
  by: string | null,
  to: number,
  names: Readonly<Record<Seat, string>>,
  ownSeat: Seat | null,
): string {
  const params = { who: by !== null && by === ownSeat ? "you" : "other", seat: by === null ? "" : (names[by] ?? by) };
  return to === 0 ? t("review.took_back_start", params) : t("review.took_back", { ...params, number: to });
}
