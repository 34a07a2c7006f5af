/** Composes the sentences of a reason, in any game. */

import type { Why } from "../api/types";
import { sentence } from "./words";

/** The details of a reason or of one of its gains. */
export type Details = Record<string, unknown>;

/** One of the gains from a choice that a reason lists. */
type Gain = Details & { code: string };

/**
 * Return a reason in words: a sentence for each gain, then its own. The code `gains` has no sentence of its own.
 * @param say Returns the sentence of a name, or null. Names are the reason's code, and `gain_` with the code of a gain.
 * @returns null if any sentence is missing, since half a reason may be none.
 */
export function reasonOf({ code, details: { gains = [], ...details } }: Why, say: (name: string, details: Details) => string | null): string | null {
  const said = (gains as Gain[]).map(({ code: kind, ...about }) => say(`gain_${kind}`, about));
  if (code !== "gains") said.push(say(code, details));
  return said.length === 0 || said.includes(null) ? null : said.map((one) => sentence(one ?? "")).join(" ");
}
