/** The table in words. */

import type { Choice, Seat } from "../../../api/types";
import { forecastOf, type City, type SeaFacts, type Kingdom, type Site, type Suit } from "../types";
import { listing } from "../../../said/words";
import { cityName, moneyName as money } from "../said";
import { seatName } from "../board/names";
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
    else parts.push(active ? t("text.leader_at", { value, site: place }) : t("text.leader_inactive", { value, site: place }));
  }
  if (reserve.length) parts.push(t("text.leaders_reserve", { values: reserve.join(", ") }));
  return parts.join("; ");
}

/** Name a city with its site code: "3-market at N.FL". */
function placed(facts: SeaFacts, site: Site): string {
  const city = facts.cities[site];
  return city ? t("text.city_at", { city: cityName(city), site }) : site;
}

/** List the cities that a kingdom holds on other continents. */
export function abroadLine(facts: SeaFacts, kingdom: Kingdom): string {
  const sites = kingdom.cities.filter((site) => !site.startsWith(`${kingdom.seat}.`));
  return sites.length ? listing(sites.map((site) => placed(facts, site))) : t("text.abroad_none");
}

/** Describe a city: "3-market, held by South, leader 4, port of 2 piers". */
function cityWords(facts: SeaFacts, city: City): string[] {
  const words = [
    cityName(city),
    city.holder === null ? t("board.free") : t("text.held_by", { seat: seatName(facts, city.holder) }),
  ];
  if (city.leader) {
    const { value, active } = city.leader;
    words.push(active ? t("text.city_leader", { value }) : t("text.city_leader_inactive", { value }));
  }
  if (city.piers) words.push(t("board.port", { n: city.piers }));
  if (facts.rebelling.includes(city.site)) words.push(t("board.in_rebellion"));
  return words;
}

/** Return the sites connected to a site by a road of any kingdom. */
export function roadsFrom(facts: SeaFacts, site: Site): Site[] {
  const found = Object.values(facts.kingdoms).flatMap((kingdom) =>
    kingdom.roads.flatMap((road) => {
      const ends = road.split("-");
      return ends.includes(site) ? ends.filter((end) => end !== site) : [];
    }),
  );
  return [...new Set(found)];
}

/** Describe a site in one line. */
function siteLine(facts: SeaFacts, site: Site): string {
  const [seat = "", place = ""] = site.split(".");
  const city = facts.cities[site];
  const words =
    place === "C"
      ? [t("text.capital_line", { value: facts.kingdoms[seat]?.king ?? "" })]
      : city
        ? cityWords(facts, city)
        : [t("text.empty")];
  const roads = roadsFrom(facts, site);
  if (roads.length) words.push(t("text.road_to", { sites: roads.join(", ") }));
  if (facts.attack?.[1] === site) words.push(t("text.attacked", { total: facts.attack_total ?? "" }));
  return t("text.site_line", { site, place: t(`text.place_${place as "C"}`), what: words.join(", ") });
}

/** Describe the sites of a continent, one line each, the Capital first. */
export function continentLines(facts: SeaFacts, seat: Seat): { site: Site; text: string }[] {
  return PLACES.map((place) => ({ site: `${seat}.${place}`, text: siteLine(facts, `${seat}.${place}`) }));
}

/** Describe a stack in one line, top tile first. */
export function stackLine(facts: SeaFacts, suit: Suit): string {
  const tiles = facts.stacks[suit].map((tile) => tile.slice(1));
  const name = t(`text.kind_${suit}`);
  return tiles.length ? t("text.stack", { suit: name, tiles: tiles.join(", ") }) : t("text.stack_empty", { suit: name });
}

/** Describe a choice's cost and effects: "costs 2 goods and 2 gold; attack 7, against 3, up to 6; open". */
export function forecastLine(choice: Choice, facts: SeaFacts): string {
  const { goods = 0, gold = 0, unrest, attack, attack_most, defence, defence_most, result, loses } = forecastOf(choice);
  const parts: string[] = [];
  const paid = money(Math.max(0, -goods), Math.max(0, -gold));
  const got = money(Math.max(0, goods), Math.max(0, gold));
  // Most choices already state their price.
  if ((goods < 0 || gold < 0) && choice.kind !== "exchange" && !choice.words?.includes(paid)) parts.push(t("text.forecast_cost", { money: paid }));
  if ((goods > 0 || gold > 0) && choice.kind !== "exchange") parts.push(t("text.forecast_gain", { money: got }));
  if (unrest) parts.push(t("text.forecast_unrest", { change: unrest > 0 ? `+${unrest}` : `−${-unrest}` }));
  if (attack !== undefined) {
    const more = attack_most !== undefined && attack_most > attack;
    parts.push(more ? t("text.forecast_attack_most", { total: attack, most: attack_most }) : t("text.forecast_attack", { total: attack }));
  }
  if (defence !== undefined) {
    const more = defence_most !== undefined && defence_most > defence;
    parts.push(more ? t("text.forecast_defence_most", { total: defence, most: defence_most }) : t("text.forecast_defence", { total: defence }));
  }
  if (result) parts.push(t(`text.forecast_${result}`));
  if (loses?.length) parts.push(t("text.forecast_losing", { cities: listing(loses.map((site) => placed(facts, site))) }));
  return parts.join("; ");
}
