/** What lies at a site and what an attack hits there, as a sentence names it: "the 3-market at your front left". */

import type { Seat } from "../../../api/types";
import { seatOf } from "../board/geometry";
import { tileName } from "../board/names";
import { siteWords } from "../board/words";
import { t } from "../texts";
import type { SeaFacts, Site } from "../types";
import { seatName } from "../board/names";

/** Of which table a sentence speaks and to whom; `its`: whoever it has named before its places. */
export interface Speech {
  facts: SeaFacts;
  own: Seat | null;
  its: Seat | null;
}

/** What an attack is on: the king, a leader, a port, or what lies there. */
export interface Target {
  site: Site;
  missionary: boolean;
  /** The leader that missionaries would make inactive. */
  guard: number | null;
  /** How long the port is that soldiers would destroy. */
  piers: number;
  tile: string | undefined;
}

const isCapital = (site: Site) => site.endsWith(".C");

/** What lies at a site, by its tile; without one, the place alone. */
export function lying({ facts, own, its }: Speech, site: Site, tile: string | undefined): string {
  const seat = seatOf(site);
  if (isCapital(site)) {
    if (seat === own) return t("board.capital_own");
    return seat === its ? t("said.capital_its") : t("board.capital", { name: seatName(facts, seat) });
  }
  const where = siteWords(facts, site, own, its);
  return tile === undefined ? where : t("said.city_at", { city: tileName(tile), where });
}

/** What lies at a site now. */
export function lyingNow(speech: Speech, site: Site): string {
  return lying(speech, site, speech.facts.cities[site]?.tile);
}

/** Where a leader stands or goes. */
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

/** What an attack from a city would hit at a site of the table as it is. */
export function targetNow({ cities }: SeaFacts, base: Site, site: Site): Target {
  const missionary = cities[base]?.suit === "moons";
  const city = cities[site];
  const guard = missionary && city?.holder && city.leader?.active ? city.leader.value : null;
  return { site, missionary, guard, piers: missionary ? 0 : (city?.piers ?? 0), tile: city?.tile };
}

/** Who is hired for an attack or a defence. */
export function helpers(n: number, missionary: boolean): string {
  return t(missionary ? "said.zealots" : "said.mercenaries", { n });
}
