/** The parts of Kingdoms of the Middle Sea for the review. */

import factor from "../../../../../src/kingdoms/games/middlesea/texts/en/factor.json";
import type { SeaFacts } from "../types";
import { spokenAs, type ReviewParts } from "../../../review/parts";
import { SEA } from "../play/idiom";
import { t as houseText } from "../../../texts/review";
import { SAID } from "../said";
import { t, tryText } from "../texts";
import { logByRounds, roundStarts } from "../../../review/cursor";
import SeaScene from "../play/SeaScene.svelte";
import SeaStandings from "./SeaStandings.svelte";

SAID.add("factor", factor);

const parts: ReviewParts<SeaFacts> = {
  ...spokenAs(SEA),
  Scene: SeaScene,
  ratio: 1,
  Standings: SeaStandings,
  get standingsTitle() {
    return t("play.kingdoms");
  },
  situation: (facts) =>
    houseText("review.round_phase", {
      round: facts.round,
      phase: tryText(`review.phase_${facts.phase}`) ?? facts.phase,
    }),
  starts: roundStarts,
  log: logByRounds,
  part: (round) => t("play.round", { n: round }),
  get partName() {
    return houseText("review.chart_round");
  },
};

export default parts;
