/** How Kingdoms of the Middle Sea is spoken of at the table. */

import type { Ask, Seat } from "../../../api/types";
import type { SeaFacts } from "../types";
import { t } from "../texts";
import { asksAmount } from "../../../play/amounts";
import { leadersLeft, unusedKinds, type Option } from "./choices";
import { SEA_CHRONICLE } from "./chronicle";
import type { Idiom } from "../../../play/idiom";
import { listing } from "../../../play/names";
import { placeName, seatName, thingName } from "./names";
import { sentence } from "../../../play/words";

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

export const SEA: Idiom<SeaFacts, Option> = {
  chronicle: SEA_CHRONICLE,
  seatName,
  thingName,
  guide: (ask) => {
    const known = GUIDED.find((kind) => kind === ask.decision);
    return known ? t(`play.hint_${known}`) : null;
  },
  chance: t("play.waiting_chance"),
  groupOf: (option) => option.parsed.kind,
  groups: ["explore", "road", "port", "exchange", "activate", "move", "attack", "king", "suppress", "concede"],
  groupName: (group) => t(`play.kind_${group as "road"}`),
  label: (family, facts) => {
    const first = family.options[0];
    if (!first) return family.key;
    if (!asksAmount(family) || family.options.length === 1 || family.kind === "suppress") return sentence(first.choice.words);
    if (family.kind === "port") return t("play.family_port", { city: placeName(facts, first.parsed.sites[0] ?? "") });
    return t(`play.family_${family.kind as "pay" | "hire" | "defend"}`);
  },
  ending: (options) => options.find((option) => option.parsed.kind === "end") ?? null,
  endName: (ask) => t(ask.decision === "build" ? "play.end_build" : "play.end_leader"),
  endShort: t("play.end_short"),
  extra: t("play.with_leader"),
  unused,
  example: t("play.why_example"),
};
