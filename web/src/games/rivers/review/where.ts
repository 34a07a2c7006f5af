/** The state of a game of Two Rivers in a few words. */

import { t } from "../texts";
import { seatName } from "../board/names";
import type { RiversFacts } from "../types";

export function whereOf(facts: RiversFacts): string {
  if (facts.outcome) return t("play.over");
  if (facts.turn === null || facts.phase === "deal" || facts.phase === "start") return t("rivers.not_started");
  const turn = t("rivers.turn_of", { name: seatName(facts, facts.turn) });
  return t("rivers.where", { turn, actions: t("rivers.actions_left", { n: facts.actions_left }) });
}
