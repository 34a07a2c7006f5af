/** Sites and targets of attacks as noun phrases: "the 3-market at your front left". */

import type { Seat } from "../../../api/types";
import { seatOf } from "../board/geometry";
import { tileName } from "../board/names";
import { siteWords } from "../board/words";
import { t } from "../texts";
import type { SeaFacts, Site } from "../types";
import { seatName } from "../board/names";

/** The context of a sentence: its table, the reader's seat (`own`), and the seat already named in the sentence (`its`). */
export interface Speech {
  facts: SeaFacts;
  own: Seat | null;
  its: Seat | null;
}

/** The target of an attack: the king, a leader, a port, or the city. */
export interface Target {
  site: Site;
  missionary: boolean;
  /** The leader that missionaries would make inactive, or null. */
  guard: number | null;
  /** The piers of the port that soldiers would destroy; 0 without a port. */
  piers: number;
  tile: string | undefined;
}

const isCapital = (site: Site) => site.endsWith(".C");

/** Name a site by its tile; without a tile, by its position alone. */
export function lying({ facts, own, its }: Speech, site: Site, tile: string | undefined): string {
  const seat = seatOf(site);
  if (isCapital(site)) {
    if (seat === own) return t("board.capital_own");
    return seat === its ? t("said.capital_its") : t("board.capital", { name: seatName(facts, seat) });
  }
  const where = siteWords(facts, site, own, its);
  return tile === undefined ? where : t("said.city_at", { city: tileName(tile), where });
}

/** Name a site by its current tile. */
export function lyingNow(speech: Speech, site: Site): string {
  return lying(speech, site, speech.facts.cities[site]?.tile);
}

/** Name a leader's place or destination. */
export function standing(speech: Speech, place: string, tile: string | undefined): string {
  return place === "reserve" ? t("said.reserve") : lying(speech, place, tile);
}

export function targetWords(speech: Speech, { site, missionary, guard, piers, tile }: Target): string {
  const city = lying(speech, site, tile);
  if (isCapital(site)) {
    const seat = seatOf(site);
    if (!missionary) return city;
    return seat === speech.own ? t("said.king_own") : t("said.king", { name: seatName(speech.facts, seat) });
  }
  if (guard !== null) return t("said.leader_in", { leader: guard, city });
  return piers ? t("said.port_of", { n: piers, city }) : city;
}

/** Return the target of an attack from a city on a site in the current position. */
export function targetNow({ cities }: SeaFacts, base: Site, site: Site): Target {
  const missionary = cities[base]?.suit === "moons";
  const city = cities[site];
  const guard = missionary && city?.holder && city.leader?.active ? city.leader.value : null;
  return { site, missionary, guard, piers: missionary ? 0 : (city?.piers ?? 0), tile: city?.tile };
}

/** Name the helpers hired for an attack or a defence. */
export function helpers(n: number, missionary: boolean): string {
  return t(missionary ? "said.zealots" : "said.mercenaries", { n });
}
