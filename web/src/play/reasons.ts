/** How the sentences of a reason stand together, in any game. */

import type { Why } from "../api/types";
import { sentence } from "./words";

/** What a reason, or one of the gains in it, speaks of. */
export type Details = Record<string, unknown>;

/** What a choice brings, in a reason that lists several such things. */
type Gain = Details & { code: string };

/**
 * A reason: a sentence for each gain that it lists, and then its own. `gains` itself has none.
 * @param say The sentence of a name, which is the code, or `gain_` with the code of a gain; null if there is none.
 * @returns null where one of them is not known: half a reason may be none.
 */
export function reasonOf({ code, details: { gains = [], ...details } }: Why, say: (name: string, details: Details) => string | null): string | null {
  const said = (gains as Gain[]).map(({ code: kind, ...about }) => say(`gain_${kind}`, about));
  if (code !== "gains") said.push(say(code, details));
  return said.length === 0 || said.includes(null) ? null : said.map((one) => sentence(one ?? "")).join(" ");
}
