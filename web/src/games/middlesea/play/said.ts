/** Events of Kingdoms of the Middle Sea as complete sentences from the catalogue. */

import type { GameEvent, Seat } from "../../../api/types";
import { listing } from "../../../play/names";
import { sentence } from "../../../play/words";
import { tileName } from "../board/names";
import { inWords, siteWords } from "../board/words";
import { t } from "../texts";
import type { SeaFacts, SeaOutcome, Site } from "../types";
import { money } from "./names";
import { seatName } from "../board/names";
import { helpers, lying, standing, targetWords, type Speech } from "./places";

/** The details of an event; docs/events.md lists them by kind. */
type Details = {
  [Name in "leader" | "old" | "new" | "hired" | "total" | "attack" | "defence" | "value" | "was" | "price" | "piers" | "cities" | "control_value" | "excess" | "paid" | "goods" | "gold" | "round"]?: number;
} & { [Name in "site" | "base" | "start" | "end" | "tile"]?: string } & {
  [Name in "gained" | "capital" | "forced" | "temples" | "with_leader"]?: boolean;
} & {
  tiles?: Record<Site, string>;
  sites?: Site[];
  order?: Seat[] | null;
  scores?: Record<Seat, number>;
  replaced?: string | null;
  chosen?: Seat;
  defender?: Seat | null;
  guard?: number | null;
  phase?: string;
  cause?: string;
  gives?: string;
  kind_of_attack?: string;
};

/** Return an event in words, with the server's text as the fallback. */
export function eventWords(event: GameEvent, facts: SeaFacts | null): string {
  return (facts && told(event, facts)) ?? inWords(event.text, facts, null);
}

/** Return an event in words, or null for an unknown kind. */
function told(event: GameEvent, facts: SeaFacts): string | null {
  const details = event.details as Details;
  const name = event.seat === null ? "" : seatName(facts, event.seat);
  const speech: Speech = { facts, own: null, its: event.seat };
  const at = (site: Site = "") => lying(speech, site, details.tiles?.[site]);
  const { leader = 0, total = 0, hired = 0 } = details;
  switch (event.kind) {
    case "first":
      return details.order ? t("said.first", { name, names: names(facts, details.order) }) : t("said.first_tie", { name });
    case "round":
      return t("said.round", { n: details.round ?? 0 });
    case "turn":
      return event.seat === null ? t("said.goes_on") : t(details.phase === "leader" ? "said.turn_leader" : "said.turn_build", { name });
    case "end":
      return t(details.phase === "leader" ? "said.end_leader" : "said.end_build", { name });
    case "control":
      return t("said.control", { name, n: details.cities ?? 0, value: details.control_value ?? 0 });
    case "control_paid":
      return paying(details, name);
    case "rebel_named":
      return t("said.rebel_named", { name, city: at(details.site) });
    case "rebellion": {
      const sites = details.sites ?? [];
      return sentence(t("said.rebellion", { name, n: sites.length, cities: listing(sites.map((site) => lying({ ...speech, its: null }, site, details.tiles?.[site]))) }));
    }
    case "suppressed":
      return t("said.suppressed", { name, leader, base: at(details.base), city: at(details.site), total, value: details.value ?? 0 });
    case "conceded":
    case "time_called":
      return t(`said.${event.kind}`, { name });
    case "city_lost":
      return t(details.cause === "cut_off" ? "said.city_cut_off" : "said.city_lost", { name, city: at(details.site) });
    case "unrest": {
      const { value = 0, was = 0 } = details;
      return t(value > was ? "said.unrest_rises" : "said.unrest_falls", { name, n: value });
    }
    case "dominance": {
      const { order, scores = {} } = details;
      if (!details.temples) return t("said.dominance_stays", { order: names(facts, order ?? []) });
      return t("said.dominance", { order: listing((order ?? []).map((seat) => t("said.scored", { name: seatName(facts, seat), score: scores[seat] ?? 0 }))) });
    }
    case "ranked":
      return t("said.ranked", { name, other: seatName(facts, details.chosen ?? "") });
    case "production": {
      const { goods = 0, gold = 0, sites = [] } = details;
      if (!goods && !gold) return t("said.production_kept", { name });
      return t("said.production", { name, money: money(goods, gold), sources: listing([...(details.capital ? [t("said.capital_its")] : []), ...sites.map(at)]) });
    }
    case "explored": {
      const params = { name, tile: tileName(details.tile ?? ""), where: siteWords(facts, details.site ?? "", null, event.seat) };
      return details.replaced ? t("said.explored_over", { ...params, old: tileName(details.replaced) }) : t("said.explored", params);
    }
    case "explored_under":
      return t("said.explored_under", { name, tile: tileName(details.tile ?? "") });
    case "road":
      return t(details.gained ? "said.road_gained" : "said.road", { name, start: at(details.start), end: at(details.end) });
    case "port": {
      const { piers = 0 } = details;
      return t(total > piers ? "said.port_more" : "said.port", { name, n: piers, city: at(details.site), total });
    }
    case "exchange":
      return t(details.gives === "gold" ? "said.exchange_gold" : "said.exchange_goods", { name });
    case "king":
      return t("said.new_king", { name, leader: details.new ?? 0, old: details.old ?? 0 });
    case "leader_activated":
      return t("said.leader_activated", { name, leader, city: at(details.site) });
    case "leader_moved": {
      const { start = "", end = "", tiles } = details;
      return t("said.leader_moved", { name, leader, start: standing(speech, start, tiles?.[start]), end: standing(speech, end, tiles?.[end]) });
    }
    case "attack": {
      const params = { name, leader, base: at(details.base), target: hit(details, speech), total };
      const held = details.defender && !details.site?.endsWith(".C");
      return held ? t("said.attack_held", { ...params, defender: seatName(facts, details.defender ?? "") }) : t("said.attack", params);
    }
    case "hired":
      return hired ? t("said.hired", { name, total, help: helpers(hired, missionary(details)) }) : t("said.hired_nobody", { name, total });
    case "defended":
      return defended(details, name);
    case "attack_failed":
    case "attack_won":
      return ended(event.kind, details, { ...speech, its: null }, name);
    case "game_over":
      return over(event.details as unknown as SeaOutcome, facts);
    default:
      return null;
  }
}

const missionary = (details: Details) => details.kind_of_attack === "missionary";

function names(facts: SeaFacts, seats: readonly Seat[]): string {
  return listing(seats.map((seat) => seatName(facts, seat)));
}

function hit(details: Details, speech: Speech): string {
  const { site = "", guard = null, piers = 0, tiles } = details;
  return targetWords(speech, { site, guard, piers, tile: tiles?.[site], missionary: missionary(details) });
}

function paying({ excess = 0, paid = 0, forced }: Details, name: string): string {
  if (paid) return t("said.control_paid", { name, n: excess, paid, money: money(paid, paid) });
  return t(forced ? "said.control_forced" : "said.control_unpaid", { name, n: excess });
}

function defended(details: Details, name: string): string {
  const { hired = 0, total = 0, attack = 0, leader } = details;
  if (details.forced) return t("said.defended_forced", { name, total });
  const help = [...(hired ? [helpers(hired, missionary(details))] : []), ...(details.with_leader ? [t("said.its_leader", { leader: leader ?? 0 })] : [])];
  return help.length ? t("said.defended", { name, total, attack, help: listing(help) }) : t("said.defended_alone", { name, total, attack });
}

function ended(kind: "attack_won" | "attack_failed", details: Details, speech: Speech, name: string): string {
  const { attack = 0, defence = 0, leader = 0 } = details;
  const params = { name, leader, attack, defence, target: hit(details, speech) };
  if (kind === "attack_failed") return t("said.attack_failed", params);
  return sentence(t(`said.won_${came(details)}`, params));
}

/** Return the outcome of a successful attack. */
function came(details: Details): "over" | "free" | "leader" | "stirred" | "port" | "city" {
  if (details.site?.endsWith(".C")) return "over";
  if (!missionary(details)) return details.piers ? "port" : "city";
  if (!details.defender) return "free";
  return details.guard == null ? "stirred" : "leader";
}

function over({ reason, winners, loser, scores }: SeaOutcome, facts: SeaFacts): string {
  const why = t(`said.over_${reason as "capital"}`, { loser: loser === null ? "" : seatName(facts, loser) });
  const listed = Object.entries(scores).map(([seat, score]) => t("said.points", { name: seatName(facts, seat), score }));
  return t("said.over", { why, n: winners.length, names: names(facts, winners), scores: listed.join(", ") });
}
