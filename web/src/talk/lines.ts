/** Remarks in words. */

import type { Phrase, Remark } from "../api/types";
import { t, tryText } from "../texts/talk";

export const PHRASES: readonly Phrase[] = [
  "hello",
  "good_luck",
  "well_played",
  "thanks",
  "one_moment",
  "still_here",
  "sorry",
  "good_game",
];

/** Return the name of a remark's author. */
export const nameOf = (remark: Remark): string => (remark.you ? t("talk.you") : (remark.name ?? t("talk.onlooker")));

/** Return the text of a phrase. */
export const phraseText = (phrase: Phrase): string => tryText(`talk.phrase_${phrase}`) ?? phrase;

/** Return the text of a remark. */
export function textOf(remark: Remark): string {
  if (remark.muted) return t("talk.muted", { name: nameOf(remark) });
  return remark.phrase === null ? (remark.text ?? "") : phraseText(remark.phrase);
}
