/** Choices and questions of Kingdoms of the Middle Sea as complete sentences from the catalogue. */

import type { Ask, Seat } from "../../../api/types";
import type { Worded } from "../../../play/idiom";
import { listing } from "../../../play/names";
import { bare, sentence } from "../../../play/words";
import { tileName } from "../board/names";
import { inWords, siteWords } from "../board/words";
import { t } from "../texts";
import { forecastOf, type SeaFacts, type Site } from "../types";
import { parseAction, type Parsed } from "./choices";
import { money } from "./names";
import { seatName } from "../board/names";
import { helpers, lyingNow, standing, targetNow, targetWords, type Speech } from "./places";

/** Return a choice of the current question in words. */
export function choiceWords(choice: Worded, facts: SeaFacts, own: Seat | null): string {
  return offered(choice, parseAction(choice.action), { facts, own, its: null }) ?? inWords(choice.words, facts, own);
}

function offered(choice: Worded, { kind, sites, seat, leader, suit, amount, place, gives, extra }: Parsed, speech: Speech): string | null {
  const { facts } = speech;
  const [first = "", second = ""] = sites;
  const kingdom = facts.kingdoms[facts.to_move ?? ""];
  const base = kingdom?.leaders.find((one) => one.value === leader)?.place ?? "";
  const at = (site: Site) => lyingNow(speech, site);
  const city = facts.cities[first];
  switch (kind) {
    case "first":
    case "rank":
      return t(`said.to_${kind}`, { name: seatName(facts, seat ?? "") });
    case "rebel":
      return city?.leader ? t("said.to_rebel_led", { city: at(first), leader: city.leader.value }) : t("said.to_rebel", { city: at(first) });
    case "suppress": {
      const params = { leader: leader ?? 0, base: at(base), city: at(first), total: (leader ?? 0) + (facts.cities[base]?.value ?? 0) + (amount ?? 0), value: city?.value ?? 0 };
      return amount ? t("said.to_suppress_hire", { ...params, n: amount }) : t("said.to_suppress", params);
    }
    case "concede":
      return t("said.to_concede", { cities: listing(facts.rebelling.map(at)) });
    case "produce": {
      const yields = (city?.value ?? 0) + (city?.leader?.value ?? 0);
      return t("said.to_produce", { city: at(first), leader: city?.leader?.value ?? 0, money: city?.suit === "suns" ? money(yields, 0) : money(0, yields) });
    }
    case "hold":
      return t("said.to_hold", { leader: city?.leader?.value ?? 0 });
    case "explore": {
      const tile = suit ? facts.stacks[suit][0] : undefined;
      return tile === undefined ? null : exploring(speech, tile, place === "under" ? null : first);
    }
    case "road": {
      const price = facts.cities[second]?.value ?? 0;
      const params = { start: at(first), end: at(second), money: money(price, price) };
      return t(kingdom?.cities.includes(second) ? "said.to_road" : "said.to_road_gain", params);
    }
    case "port":
      return t("said.to_port", { n: amount ?? 0, city: at(first), money: money(amount ?? 0, amount ?? 0) });
    case "exchange":
      return t(gives === "gold" ? "said.to_exchange_gold" : "said.to_exchange_goods");
    case "king": {
      const old = kingdom?.king ?? 0;
      const price = Math.abs((leader ?? 0) - old);
      return t("said.to_king", { leader: leader ?? 0, old, money: money(price, price) });
    }
    case "activate":
      return t("said.to_activate", { leader: leader ?? 0, city: at(base) });
    case "move": {
      const end = place === "reserve" ? "reserve" : first;
      return t("said.to_move", { leader: leader ?? 0, start: standing(speech, base, facts.cities[base]?.tile), end: standing(speech, end, facts.cities[end]?.tile) });
    }
    case "attack": {
      const params = { leader: leader ?? 0, base: at(base), target: targetWords(speech, targetNow(facts, base, first)), total: (leader ?? 0) + (facts.cities[base]?.value ?? 0) };
      return city?.holder ? t("said.to_attack_held", { ...params, defender: seatName(facts, city.holder) }) : t("said.to_attack", params);
    }
    case "pay":
      return amount ? t("said.to_pay", { n: amount, money: money(amount, amount) }) : t("said.to_pay_nothing");
    case "hire": {
      const total = (facts.attack_total ?? 0) + (amount ?? 0);
      return amount ? t("said.to_hire", { help: helpers(amount, isMissionary(facts)), total }) : t("said.to_hire_nobody", { total });
    }
    case "defend":
      return defending(choice, amount ?? 0, extra, facts);
    case "end":
      return t(facts.decision === "leader" ? "said.to_end_leader" : "said.to_end_build");
    default:
      return null;
  }
}

const isMissionary = ({ attack, cities }: SeaFacts) => cities[attack?.[0] ?? ""]?.suit === "moons";

function exploring(speech: Speech, tile: string, site: Site | null): string {
  const params = { tile: tileName(tile), money: money(1, 1) };
  if (site === null) return t("said.to_explore_under", params);
  const where = siteWords(speech.facts, site, speech.own);
  const old = speech.facts.cities[site]?.tile;
  return old === undefined ? t("said.to_explore", { ...params, where }) : t("said.to_explore_over", { ...params, where, old: tileName(old) });
}

/** Return the help for a defence in words, with the totals if the forecast has them. */
function defending(choice: Worded, amount: number, led: boolean, facts: SeaFacts): string {
  const site = facts.attack?.[1] ?? "";
  const leader = (site.endsWith(".C") ? facts.kingdoms[facts.to_move ?? ""]?.king : facts.cities[site]?.leader?.value) ?? 0;
  const help = helpers(amount, isMissionary(facts));
  const nobody = led ? t("said.helped_nobody_led", { leader }) : t("said.helped_nobody");
  const helped = !amount ? nobody : led ? t("said.helped_led", { help, leader }) : t("said.helped", { help });
  const { attack, defence } = forecastOf(choice);
  return attack === undefined || defence === undefined ? helped : t("said.to_defend", { helped, attack, total: defence });
}

/** Return a question in words, addressed to the seat that answers it. */
export function questionWords(ask: Ask, facts: SeaFacts, own: Seat | null): string {
  return asked(ask, { facts, own, its: null }) ?? inWords(bare(ask.question), facts, own);
}

function asked(ask: Ask, speech: Speech): string | null {
  const { facts } = speech;
  const kingdom = facts.kingdoms[ask.seat];
  const at = (site: Site) => lyingNow(speech, site);
  switch (ask.decision) {
    case "pay":
      return kingdom ? t("said.ask_pay", { n: kingdom.cities.length, value: kingdom.control_value }) : null;
    case "rebel":
      return facts.rebels_left === null ? null : t("said.ask_rebel", { n: facts.rebels_left });
    case "suppress":
      return t("said.ask_suppress", { cities: listing(facts.rebelling.map(at)) });
    case "rank":
      return ask.choices.length ? t("said.ask_rank", { n: placeAsked(ask, facts) }) : null;
    case "produce": {
      const site = ask.choices.map(({ action }) => parseAction(action).sites[0]).find(Boolean);
      return site === undefined ? null : sentence(t("said.ask_produce", { city: at(site) }));
    }
    case "build":
      return t("said.ask_build");
    case "leader":
      return t(ask.choices.some(({ kind }) => kind === "king") ? "said.ask_leader_king" : "said.ask_leader");
    case "hire":
    case "defend":
      return fighting(ask, speech);
    default:
      return null;
  }
}

/** Return the place in the order of dominance that the tied seats compete for: the next one after all seats placed so far. */
function placeAsked({ choices }: Ask, { seats, kingdoms }: SeaFacts): number {
  const tied = choices.flatMap(({ action }) => parseAction(action).seat ?? []);
  const score = kingdoms[tied[0] ?? ""]?.dominance ?? 0;
  return seats.filter((seat) => !tied.includes(seat) && (kingdoms[seat]?.dominance ?? 0) >= score).length + 1;
}

function fighting(ask: Ask, speech: Speech): string | null {
  const { attack, attack_total: total } = speech.facts;
  if (!attack || total === null) return null;
  const target = targetWords(speech, targetNow(speech.facts, ...attack));
  if (ask.decision === "hire") return t("said.ask_hire", { target, total });
  const base = Math.min(...ask.choices.flatMap((choice) => forecastOf(choice).defence ?? []));
  return Number.isFinite(base) ? sentence(t("said.ask_defend", { target, total, base })) : null;
}
