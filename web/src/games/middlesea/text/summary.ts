/** The table in words. */

import type { Choice, Seat } from "../../../api/types";
import { forecastOf, type SeaFacts, type Kingdom, type Site } from "../types";
import { listing, noted } from "../../../said/words";
import { targetName } from "../board/names";
import { totals } from "../play/ghosts";
import { moneyName as money, placeName } from "../said";
import { t } from "../texts/text";

export { SUITS } from "../art";
export const PLACES = ["C", "BL", "FL", "FM", "FR", "BR"] as const;

/** Return the headings of the table of kingdoms, in the order of `kingdomCells`. */
export function columns(): string[] {
  return [
    t("text.goods"),
    t("text.gold"),
    t("text.unrest"),
    t("text.king"),
    t("text.cities"),
    t("text.control"),
    t("text.dominance"),
    t("play.score_heading"),
  ];
}

/** Return the figures of a kingdom. */
export function kingdomCells(facts: SeaFacts, seat: Seat): string[] {
  const kingdom = facts.kingdoms[seat];
  if (!kingdom) return columns().map(() => "");
  const { goods, gold, unrest, king, cities, control_value, dominance, score } = kingdom;
  return [goods, gold, unrest, king, cities.length, control_value, dominance, score].map(String);
}

/** List a kingdom's leaders: "3 is king, 4 at S.FL, active; in reserve: 0, 1". */
export function leadersLine(kingdom: Kingdom): string {
  const parts: string[] = [];
  const reserve: number[] = [];
  for (const { value, place, active } of kingdom.leaders) {
    if (place === "king") parts.unshift(t("text.leader_king", { value }));
    else if (place === "reserve") reserve.push(value);
    else
      parts.push(
        active ? t("text.leader_at", { value, site: place }) : t("text.leader_inactive", { value, site: place }),
      );
  }
  if (reserve.length) parts.push(t("text.leaders_reserve", { values: reserve.join(", ") }));
  return parts.join("; ");
}

/** List cities: "the 3-market at North's front left (N.FL)", or "at your front left" for their own reader. */
function citiesLine(facts: SeaFacts, sites: readonly Site[], ownSeat: Seat | null): string {
  return listing(sites.map((site) => noted(placeName(facts, site, ownSeat), [site])));
}

/** List the cities that a kingdom holds on other continents. */
export function abroadLine(facts: SeaFacts, kingdom: Kingdom): string {
  const sites = kingdom.cities.filter((site) => !site.startsWith(`${kingdom.seat}.`));
  return sites.length ? citiesLine(facts, sites, null) : t("text.abroad_none");
}

/** Return the sites connected to a site by a road of any kingdom. */
export function roadsFrom(facts: SeaFacts, site: Site): Site[] {
  const leaders = Object.values(facts.kingdoms).flatMap((kingdom) =>
    kingdom.roads.flatMap((road) => {
      const ends = road.split("-");
      return ends.includes(site) ? ends.filter((end) => end !== site) : [];
    }),
  );
  return [...new Set(leaders)];
}

/** Describe a site in one line, as on the board, with its leader and roads: "N.FL: 3-market, North's front left, held by North, leader 4". */
function siteLine(facts: SeaFacts, site: Site): string {
  const [seat = "", place = ""] = site.split(".");
  const words = [targetName(facts, `site ${site}`)];
  if (place === "C") words.push(t("text.capital_line", { value: facts.kingdoms[seat]?.king ?? "" }));
  const leader = facts.cities[site]?.leader;
  if (leader) words.push(t(leader.active ? "text.city_leader" : "text.city_leader_inactive", { value: leader.value }));
  const roads = roadsFrom(facts, site);
  if (roads.length) words.push(t("text.road_to", { sites: roads.join(", ") }));
  return t("text.site_line", { site, what: words.join(", ") });
}

/** Describe the sites of a continent, one line each, the Capital first. */
export function continentLines(facts: SeaFacts, seat: Seat): { site: Site; text: string }[] {
  return PLACES.map((place) => ({ site: `${seat}.${place}`, text: siteLine(facts, `${seat}.${place}`) }));
}

/** Describe a choice's cost and effects: "costs 2 goods and 2 gold; 7 against 3, at most 6; open". */
export function forecastLine(choice: Choice, facts: SeaFacts): string {
  const { goods = 0, gold = 0, unrest, result, loses } = forecastOf(choice);
  const total = choice.kind === "suppress" ? "" : totals(choice);
  const parts: string[] = [];
  const paid = money(Math.max(0, -goods), Math.max(0, -gold));
  const gain = money(Math.max(0, goods), Math.max(0, gold));
  // Most choices already state their price, and suppressions their totals.
  if ((goods < 0 || gold < 0) && choice.kind !== "exchange" && !choice.words?.includes(paid))
    parts.push(t("text.forecast_cost", { money: paid }));
  if ((goods > 0 || gold > 0) && choice.kind !== "exchange") parts.push(t("text.forecast_gain", { money: gain }));
  if (unrest) parts.push(t("text.forecast_unrest", { change: unrest > 0 ? `+${unrest}` : `−${-unrest}` }));
  if (total) parts.push(total);
  if (result) parts.push(t(`text.forecast_${result}`));
  if (loses?.length) parts.push(t("text.forecast_losing", { cities: citiesLine(facts, loses, facts.seat) }));
  return parts.join("; ");
}
