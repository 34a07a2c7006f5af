/** How things are called in sentences. */

import type { GameInfo, Seat } from "../../../api/types";
import { listing, withPerson } from "../../../play/names";
import { t } from "../texts";
import type { SeaFacts, Site } from "../types";

/** A seat's own name, such as "North". */
export function seatName(facts: SeaFacts | null, seat: Seat): string {
  return facts?.kingdoms[seat]?.name ?? seat;
}

/** A seat with whoever sits there: "North (Ida)". */
export function personName(info: GameInfo | null, facts: SeaFacts | null, seat: Seat): string {
  return withPerson(info, seatName(facts, seat), seat);
}

/** What lies at a site: "3-market at N.FL", "North's Capital", "N.FL". */
export function placeName(facts: SeaFacts, site: Site): string {
  if (site.endsWith(".C")) return t("play.capital_of", { seat: seatName(facts, site.slice(0, -2)) });
  const city = facts.cities[site];
  return city ? t("play.city_at", { city: `${city.value}-${city.kind}`, site }) : t("play.empty_site", { site });
}

/** What a key of the board stands for. */
export function thingName(facts: SeaFacts, key: string): string {
  const [kind, first = "", second = ""] = key.split(" ");
  if (kind === "site") return placeName(facts, first);
  if (kind === "stack") return t("play.stack_of", { suit: t(`play.suit_${first as "suns"}`) });
  if (kind === "leader") {
    const leader = facts.kingdoms[first]?.leaders.find((one) => String(one.value) === second);
    if (leader?.place === "king") return t("play.king_of", { seat: seatName(facts, first), value: second });
    return t("play.leader_named", { value: second, seat: seatName(facts, first) });
  }
  return t("play.sea");
}

/** An amount of money: "2 goods and 3 gold". */
export function money(goods: number, gold: number): string {
  const parts = [
    ...(goods ? [t("play.goods", { n: goods })] : []),
    ...(gold ? [t("play.gold", { n: gold })] : []),
  ];
  return parts.length ? listing(parts) : t("play.nothing");
}
