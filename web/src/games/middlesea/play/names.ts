/** Names of places and targets in sentences. */

import type { Seat } from "../../../api/types";
import { t } from "../texts";
import type { SeaFacts, Site } from "../types";
import { seatName } from "../board/names";
import { siteName, tileName } from "../said";

/** Name a site by its city or position: "East's 3-market", "your Capital", "your front left". */
export function placeName(facts: SeaFacts, site: Site, own: Seat | null = null): string {
  const seat = site.split(".")[0] ?? "";
  const name = seatName(facts, seat);
  if (site.endsWith(".C")) return seat === own ? t("play.capital_own") : t("play.capital_of", { seat: name });
  const city = facts.cities[site];
  if (!city) return siteName(site, own);
  const what = `${city.value}-${city.kind}`;
  return seat === own ? t("play.city_own", { city: what }) : t("play.city_of", { seat: name, city: what });
}

/** Name the target with a key. */
export function thingName(facts: SeaFacts, key: string, own: Seat | null = null): string {
  const [kind, first = "", second = ""] = key.split(" ");
  if (kind === "site") return placeName(facts, first, own);
  if (kind === "stack") {
    const suit = t(`play.suit_${first as "suns"}`);
    const top = facts.stacks[first as "suns"]?.[0];
    return top === undefined ? t("play.stack_of", { suit }) : t("play.stack_top", { suit, city: tileName(top) });
  }
  if (kind === "leader") {
    const leader = facts.kingdoms[first]?.leaders.find((one) => String(one.value) === second);
    const seat = seatName(facts, first);
    if (leader?.place === "king") return first === own ? t("play.king_own", { value: second }) : t("play.king_of", { seat, value: second });
    return first === own ? t("play.leader_own", { value: second }) : t("play.leader_named", { value: second, seat });
  }
  return t("play.sea");
}
