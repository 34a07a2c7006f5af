/** Labels for board targets: what each of them offers. */

import type { Seat } from "../../../api/types";
import { t } from "../texts";
import type { SeaFacts } from "../types";
import { familiesOf, optionsByThing, type Option } from "./choices";
import { SPEECH } from "../said";
import { listing, sentence } from "../../../said/words";

/** Return labels by target key. */
export function labelsFor(
  options: readonly Option[],
  picks: readonly string[],
  facts: SeaFacts | null = null,
  ownSeat: Seat | null = null,
): Record<string, string> {
  const labels: Record<string, string> = {};
  for (const [key, offered] of optionsByThing(options, picks)) {
    const families = familiesOf(offered);
    const only = families.length === 1 ? families[0]?.options[0] : undefined;
    const kinds = [...new Set(families.map((family) => t(`play.kind_${family.kind as "road"}`)))];
    labels[key] = only
      ? sentence(SPEECH.choice(only.choice, facts, ownSeat))
      : t("play.offers_kinds", { kinds: listing(kinds) });
  }
  return labels;
}
