/** Places in plain words: "your front left", "East's 3-market". Notation is for the text view and the records. */

import type { Seat } from "../../../api/types";
import { t } from "../texts";
import type { SeaFacts, Site } from "../types";

const PLACES = ["C", "BL", "FL", "FM", "FR", "BR"] as const;
const SITE = /\b([NESW])\.(C|BL|BR|FL|FM|FR)\b/g;

type Named = Pick<SeaFacts, "kingdoms"> | null;

function nameOf(facts: Named, seat: Seat): string {
  return facts?.kingdoms[seat]?.name ?? seat;
}

/** Name a site by its position: "your front left", "East's Capital". `its` is the seat that the sentence has already named. */
export function siteWords(facts: Named, site: Site, own: Seat | null, its: Seat | null = null): string {
  const [seat = "", code = ""] = site.split(".");
  const place = t(`board.place_${PLACES.find((one) => one === code) ?? "C"}`);
  if (seat === own) return t("board.place_own", { place });
  return seat === its ? t("said.place_its", { place }) : t("board.place_of", { seat: nameOf(facts, seat), place });
}

/** Replace the site codes in a server sentence with words. */
export function inWords(text: string, facts: Named, own: Seat | null): string {
  const placed = text.replace(SITE, (site) => siteWords(facts, site, own));
  if (own === null) return placed;
  return placed.replaceAll(t("board.capital", { name: nameOf(facts, own) }), t("board.capital_own"));
}
