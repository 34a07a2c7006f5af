/** The review of a game without a folder of its own. */

import type { CatalogueGame, PlainFacts } from "../api/types";
import { logByParts, roundStarts } from "../review/cursor";
import { spokenAs, type ReviewParts } from "../review/parts";
import { t } from "../texts/review";
import { idiomOf, whereOf } from "./idiom";
import PlainBoard from "./PlainBoard.svelte";
import PlainStandings from "./PlainStandings.svelte";

export function reviewOf(game: CatalogueGame): ReviewParts<PlainFacts> {
  return {
    ...spokenAs(idiomOf(game)),
    Scene: PlainBoard,
    ratio: 1.5,
    Standings: PlainStandings,
    get standingsTitle() {
      return t("play.seats");
    },
    situation: whereOf,
    starts: roundStarts,
    log: (entries) => logByParts(entries, 0, (entry, before) => entry.round ?? before),
    part: (round) => t("play.round", { n: round }),
    get partName() {
      return t("review.chart_round");
    },
  };
}
