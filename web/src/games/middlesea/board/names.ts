/** Names of the targets on the board, for screen readers and tips. */

import type { Seat } from "../../../api/types";
import type { City, SeaFacts, Leader, Site, Suit } from "../types";
import { t } from "../texts";
import { placeOf } from "./geometry";
import type { Mark } from "../../../board/marks";
import { cityName, nameOfSeat, siteName, tileName } from "../said";

function suitName(suit: Suit): string {
  return t(`board.suit_${suit}`);
}

export function kindName(suit: Suit): string {
  return t(`board.kind_${suit}`);
}

/** Return a seat's name, such as "North". */
export function seatName(facts: SeaFacts | null, seat: Seat): string {
  return facts?.kingdoms[seat] ? nameOfSeat(seat) : seat;
}

function join(parts: readonly (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(", ");
}

function aboutCity(facts: SeaFacts, city: City): string {
  return join([
    t("board.city", { city: cityName(city), where: siteName(city.site) }),
    city.holder === null ? t("board.free") : t("board.held", { name: seatName(facts, city.holder) }),
    city.piers > 0 && t("board.port", { n: city.piers }),
    facts.rebelling.includes(city.site) && t("board.in_rebellion"),
  ]);
}

function aboutSite(facts: SeaFacts, site: Site): string {
  const city = facts.cities[site];
  const capital = placeOf(site) === "C" && siteName(site);
  const [from, to] = facts.attack ?? [];
  return join([
    capital || (city ? aboutCity(facts, city) : t("board.empty", { where: siteName(site) })),
    from === site && t("board.attacks", { total: facts.attack_total ?? 0 }),
    to === site && t("board.attacked", { total: facts.attack_total ?? 0 }),
  ]);
}

function leaderName(facts: SeaFacts, seat: Seat, { value, place, active }: Leader): string {
  const name = seatName(facts, seat);
  if (place === "king") return t("board.king", { name, value });
  if (place === "reserve") return t("board.leader_reserve", { name, value });
  return t(active ? "board.leader_active" : "board.leader_inactive", { name, value, where: siteName(place) });
}

function stackName(facts: SeaFacts, suit: Suit): string {
  const [top, ...beneath] = facts.stacks[suit];
  if (top === undefined) return t("board.stack_empty", { suit: suitName(suit) });
  const values = beneath.map((tile) => tile.slice(1)).join(", ");
  return join([
    t("board.stack", { suit: suitName(suit), n: beneath.length + 1, top: tileName(top) }),
    beneath.length > 0 && t("board.beneath", { values }),
  ]);
}

/** Name a target by its key, with its state: "3-market, North's front middle, held by North, port of 2 piers". */
export function targetName(facts: SeaFacts, key: string): string {
  const [kind, first = "", second = ""] = key.split(" ");
  if (kind === "site") return aboutSite(facts, first);
  if (kind === "stack") return stackName(facts, first as Suit);
  const leader = facts.kingdoms[first]?.leaders.find(({ value }) => String(value) === second);
  return leader ? leaderName(facts, first, leader) : "";
}

export function markName(mark: Mark): string {
  return t(`board.${mark}`);
}

/** Summarise a kingdom for screen readers: "South: 3 cities, 2 goods, 4 gold, unrest 0, to move". */
export function kingdomName(facts: SeaFacts, seat: Seat): string {
  const kingdom = facts.kingdoms[seat];
  if (!kingdom) return seat;
  const { goods, gold, unrest } = kingdom;
  const cities = t("board.cities", { n: kingdom.cities.length });
  return join([
    t("board.kingdom", { name: nameOfSeat(seat), cities, goods, gold, unrest }),
    facts.to_move === seat && t("play.to_move"),
    facts.outcome?.winners.includes(seat) && t("board.winner"),
  ]);
}

export function orderName(facts: SeaFacts): string {
  return t("board.order", { names: facts.order.map((seat) => seatName(facts, seat)).join(", ") });
}
