/**
 * Advice for the first round. It knows no rules: it chooses among the legal actions by rules of thumb,
 * based on the position on the table.
 */

import type { Ask, Choice, Seat } from "../../../api/types";
import type { City, SeaFacts, Kingdom } from "../types";
import { parseAction, type Parsed } from "./choices";
import { cityName } from "../said";
import { t } from "../texts/coach";

export interface Advice {
  action: string;
  why: string;
}

interface Legal {
  choice: Choice;
  parsed: Parsed;
}

/** Goods and gold, each, to have left after paying for a tile and its road, for tiles beyond the first market and mine. */
const FOR_A_ROAD = 1;
const FOR_EXPLORING = 1;

/** Return advice; null only without a kingdom or a legal action. */
export function advise(facts: SeaFacts, ask: Ask): Advice | null {
  const legal = ask.choices.map((choice) => ({ choice, parsed: parseAction(choice.action) }));
  const own = facts.kingdoms[ask.seat];
  const first = legal[0];
  if (!own || !first) return null;
  if (ask.decision === "build") return building(facts, own, legal);
  if (ask.decision === "leader") return leading(facts, own, legal);
  return answering(facts, ask, legal) ?? { action: first.choice.action, why: t("coach.advice_else") };
}

const isHome = (site: string, seat: Seat) => site.startsWith(`${seat}.`);
const yields = (city: City) => city.kind === "market" || city.kind === "mine";

function end(legal: readonly Legal[], why: string): Advice | null {
  return legal.some(({ parsed }) => parsed.kind === "end") ? { action: "end", why } : null;
}

function building(facts: SeaFacts, own: Kingdom, legal: readonly Legal[]): Advice | null {
  return roadToFree(facts, own, legal) ?? exploring(facts, own, legal) ?? end(legal, t("coach.advice_end_build"));
}

/** Return the cheapest road to an unheld home city. */
function roadToFree(facts: SeaFacts, own: Kingdom, legal: readonly Legal[]): Advice | null {
  const free = legal.flatMap(({ choice, parsed }) => {
    const city = facts.cities[parsed.sites[1] ?? ""];
    return parsed.kind === "road" && city?.holder === null && isHome(city.site, own.seat) ? [{ choice, city }] : [];
  });
  const best = free.sort((one, other) => one.city.value - other.city.value)[0];
  if (!best) return null;
  return { action: best.choice.action, why: t("coach.advice_road", { city: cityName(best.city), value: best.city.value }) };
}

/** Explore a market first, then a mine, then any tile that a road can reach at once. Return null without money for the road. */
function exploring(facts: SeaFacts, own: Kingdom, legal: readonly Legal[]): Advice | null {
  const home = Object.values(facts.cities).filter((city) => isHome(city.site, own.seat));
  const has = (kind: string) => home.some((city) => city.kind === kind);
  const wishes = [...(has("market") ? [] : ["suns"]), ...(has("mine") ? [] : ["crowns"]), "moons", "suns", "crowns"];
  const money = Math.min(own.goods, own.gold);
  for (const suit of wishes) {
    const tile = facts.stacks[suit as "suns"]?.[0];
    const value = Number(tile?.slice(1));
    const basic = (suit === "suns" && !has("market")) || (suit === "crowns" && !has("mine"));
    const left = money - FOR_EXPLORING - value;
    if (!tile || left < (basic ? 0 : FOR_A_ROAD)) continue;
    const places = legal.filter(({ parsed }) => parsed.kind === "explore" && parsed.suit === suit && parsed.sites.length);
    const free = places.filter(({ parsed }) => !facts.cities[parsed.sites[0] ?? ""]);
    const coast = free.find(({ parsed }) => /\.F[LMR]$/.test(parsed.sites[0] ?? "")) ?? free[0];
    if (!coast) continue;
    const suitName = t(`play.suit_${suit as "suns"}`);
    const why = !basic
      ? t("coach.advice_explore_more", { suit: suitName, value })
      : suit === "suns"
        ? t("coach.advice_explore_market")
        : t("coach.advice_explore_mine");
    return { action: coast.choice.action, why };
  }
  return null;
}

function leading(facts: SeaFacts, own: Kingdom, legal: readonly Legal[]): Advice | null {
  return (
    newKing(own, legal) ?? activation(facts, legal) ?? governing(facts, own, legal) ?? end(legal, t("coach.advice_end_leader"))
  );
}

/** Return the cheapest king that controls all cities (else the strongest), if the current king does not. */
function newKing(own: Kingdom, legal: readonly Legal[]): Advice | null {
  if (own.control_value >= own.cities.length) return null;
  const stronger = legal
    .flatMap(({ choice, parsed }) => (parsed.kind === "king" && (parsed.leader ?? 0) > own.king ? [{ choice, king: parsed.leader ?? 0 }] : []))
    .sort((one, other) => one.king - other.king);
  const enough = stronger.find(({ king }) => king - own.unrest >= own.cities.length) ?? stronger[stronger.length - 1];
  if (!enough) return null;
  const n = Math.min(own.cities.length, Math.max(0, enough.king - own.unrest));
  return { action: enough.choice.action, why: t("coach.advice_king", { value: enough.king, king: enough.king, n }) };
}

/** Activate an inactive leader in a city that can produce. */
function activation(facts: SeaFacts, legal: readonly Legal[]): Advice | null {
  for (const { choice, parsed } of legal) {
    if (parsed.kind !== "activate") continue;
    const city = Object.values(facts.cities).find((one) => one.holder === facts.to_move && one.leader?.value === parsed.leader);
    if (city && yields(city)) return { action: choice.action, why: t("coach.advice_activate", { value: parsed.leader ?? 0, city: cityName(city) }) };
  }
  return null;
}

/**
 * Send the strongest leaders to producing cities and the rest elsewhere. Leaders act in ascending order, so the lowest leader to
 * be sent goes first.
 */
function governing(facts: SeaFacts, own: Kingdom, legal: readonly Legal[]): Advice | null {
  const empty = own.cities
    .flatMap((site) => facts.cities[site] ?? [])
    .filter((city) => city.leader === null)
    .sort((one, other) => Number(yields(other)) - Number(yields(one)) || other.value - one.value);
  const moves = legal.filter(({ parsed }) => parsed.kind === "move" && parsed.sites.length > 0);
  const idle = own.leaders.filter((one) => one.place === "reserve" && moves.some(({ parsed }) => parsed.leader === one.value));
  const sent = idle.map((one) => one.value).sort((one, other) => other - one).slice(0, empty.length);
  // `sent` and `empty` pair up, strongest leader with best city; the weakest has to act first.
  for (let at = sent.length - 1; at >= 0; at -= 1) {
    const [value, city] = [sent[at] ?? 0, empty[at]];
    const move = moves.find(({ parsed }) => parsed.leader === value && parsed.sites[0] === city?.site);
    if (!move || !city) continue;
    const params = { value, city: cityName(city) };
    const why = yields(city) ? t("coach.advice_move", { ...params, sum: value + city.value }) : t("coach.advice_move_other", params);
    return { action: move.choice.action, why };
  }
  return null;
}

/** Answer the questions outside the build and leader phases. */
function answering(facts: SeaFacts, ask: Ask, legal: readonly Legal[]): Advice | null {
  const most = [...legal].sort((one, other) => (other.parsed.amount ?? 0) - (one.parsed.amount ?? 0))[0];
  const last = legal[legal.length - 1];
  const advice = (found: Legal | undefined, why: string): Advice | null => (found ? { action: found.choice.action, why } : null);
  switch (ask.decision) {
    case "pay":
      return advice(most, t("coach.advice_pay", { n: most?.parsed.amount ?? 0 }));
    case "rebel": {
      const least = [...legal].sort((one, other) => worth(facts, one) - worth(facts, other))[0];
      const city = facts.cities[least?.parsed.sites[0] ?? ""];
      return city ? advice(least, t("coach.advice_rebel", { city: cityName(city) })) : null;
    }
    case "suppress": {
      const fight = legal.find(({ parsed }) => parsed.kind === "suppress");
      return fight ? advice(fight, t("coach.advice_suppress")) : advice(last, t("coach.advice_concede"));
    }
    case "hire": {
      const sure = legal.find(({ choice }) => choice.forecast.result === "wins") ?? most;
      return advice(sure, t("coach.advice_hire", { n: sure?.parsed.amount ?? 0 }));
    }
    case "defend": {
      const holds = legal.find(({ choice }) => choice.forecast.result === "wins");
      return advice(holds ?? legal[0], t("coach.advice_defend"));
    }
    case "rank":
      return advice(legal[0], t("coach.advice_rank"));
    default:
      return null;
  }
}

function worth(facts: SeaFacts, { parsed }: Legal): number {
  const city = facts.cities[parsed.sites[0] ?? ""];
  return city ? city.value + (city.leader?.value ?? 0) : 0;
}
