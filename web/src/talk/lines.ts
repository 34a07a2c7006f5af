/** Remarks in words. */

import type { Phrase, Remark } from "../api/types";
import { t, tryText } from "../texts/talk";

export const PHRASES: readonly Phrase[] = ["hello", "good_luck", "well_played", "thanks", "one_moment", "still_here", "sorry", "good_game"];

/** Whoever has made a remark. */
export const nameOf = (remark: Remark): string => (remark.you ? t("talk.you") : (remark.name ?? t("talk.onlooker")));

/** What a phrase says. */
export const phraseText = (phrase: Phrase): string => tryText(`talk.phrase_${phrase}`) ?? phrase;

/** What was said. */
export function textOf(remark: Remark): string {
  if (remark.muted) return t("talk.muted", { name: nameOf(remark) });
  return remark.phrase === null ? (remark.text ?? "") : phraseText(remark.phrase);
}
