/** The vocabulary and presentation of Kingdoms of the Middle Sea at the table. */

import type { Ask, GameEvent, Seat } from "../../../api/types";
import type { SeaFacts } from "../types";
import { t } from "../texts";
import { asksAmount } from "../../../play/desk/amounts";
import { leadersLeft, unusedKinds, type Option } from "./choices";
import { SEA_CHRONICLE } from "./chronicle";
import type { Idiom } from "../../../play/desk/idiom";
import { listing, sentence } from "../../../said/words";
import { thingName } from "./names";
import { seatName } from "../board/names";
import { placeName, SPEECH } from "../said";

const GUIDED = ["build", "leader", "rebel", "suppress", "rank", "produce", "pay", "hire", "defend"] as const;

function unused(facts: SeaFacts, seat: Seat, ask: Ask, options: readonly Option[]): string | null {
  if (unusedKinds(options).size === 0) return null;
  if (ask.decision === "leader") {
    const leaders = leadersLeft(options);
    return leaders.length ? t("play.end_unused_leader", { n: leaders.length, leaders: listing(leaders) }) : null;
  }
  const { goods = 0, gold = 0 } = facts.kingdoms[seat] ?? {};
  return t("play.end_unused_build", { goods, gold });
}

const SPOTS = ["site", "base", "start", "end"];

/** Kinds of building actions, most usual first. Rank 1 ("") is exploring under a stack, which comes after laying the tile. */
const RANKS = ["explore", "", "road", "port", "exchange"];

/** Return the keys of the sites that an event names, or of the Capital where the king changes. */
function spots(event: GameEvent): string[] {
  if (event.kind === "king") return [`site ${event.seat}.C`];
  const places = [...SPOTS.map((name) => event.details[name]), event.details["sites"]].flat();
  return places
    .filter((site) => typeof site === "string" && /^[NESW]\./.test(site))
    .map((site) => `site ${String(site)}`);
}

export const SEA: Idiom<SeaFacts, Option> = {
  ...SPEECH,
  chronicle: SEA_CHRONICLE,
  seatName,
  thingName,
  guide: (ask) => {
    const decision = GUIDED.find((kind) => kind === ask.decision);
    return decision ? t(`play.hint_${decision}`) : null;
  },
  get chance() {
    return t("play.waiting_chance");
  },
  groupOf: (option) => option.parsed.kind,
  groups: ["explore", "road", "port", "exchange", "activate", "move", "attack", "king", "suppress", "concede"],
  groupName: (group) => t(`play.kind_${group as "road"}`),
  get defeated() {
    return t("play.loser");
  },
  spots,
  moves: () => import("./moves").then(({ MOVES }) => MOVES),
  rank: ({ parsed: { kind, place } }) =>
    kind === "explore" && place === "under" ? 1 : Math.max(0, RANKS.indexOf(kind)),
  apart: () => false,
  label: (family, facts, ownSeat) => {
    const first = family.options[0];
    if (!first) return family.key;
    if (!asksAmount(family) || family.options.length === 1 || family.kind === "suppress")
      return sentence(SPEECH.choice(first.choice, facts, ownSeat));
    if (family.kind === "port")
      return t("play.family_port", { city: placeName(facts, first.parsed.sites[0] ?? "", ownSeat) });
    return t(`play.family_${family.kind as "pay" | "hire" | "defend"}`);
  },
  ending: (options) => options.find((option) => option.parsed.kind === "end") ?? null,
  endName: (ask) => t(ask.decision === "build" ? "play.end_build" : "play.end_turn"),
  get endShort() {
    return t("play.end_short");
  },
  get extra() {
    return t("play.with_leader");
  },
  unused,
};
