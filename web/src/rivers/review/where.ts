/** Where a game of Two Rivers stands, in a few words. */

import { t } from "../../texts";
import { seatName } from "../board/names";
import type { RiversFacts } from "../types";

export function whereOf(facts: RiversFacts): string {
  if (facts.outcome) return t("play.over");
  if (facts.turn === null || facts.phase === "deal" || facts.phase === "start") return t("riversPlay.not_started");
  const turn = t("riversPlay.turn_of", { name: seatName(facts, facts.turn) });
  return t("riversPlay.text_where", { turn, actions: t("riversPlay.actions_left", { n: facts.actions_left }) });
}
