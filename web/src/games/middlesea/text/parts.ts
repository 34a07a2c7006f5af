/** The parts of Kingdoms of the Middle Sea for the text view. */

import type { SeaFacts } from "../types";
import type { TextParts } from "../../../text/parts";
import { SEA } from "../play/idiom";
import { seatName } from "../board/names";
import { t, tryText } from "../texts/text";
import { forecastLine } from "./summary";
import SeaInWords from "./SeaInWords.svelte";

const parts: TextParts<SeaFacts> = {
  idiom: SEA,
  Words: SeaInWords,
  tells: () => true,
  get chance() {
    return t("text.waits_chance");
  },
  get headings() {
    return [
      { id: "kingdoms-title", label: t("play.kingdoms") },
      { id: "continents-title", label: t("text.continents") },
    ];
  },
  situation: (facts) =>
    t("text.where", { round: facts.round, phase: tryText(`board.phase_${facts.phase}`) ?? facts.phase }),
  forecast: forecastLine,
  groupOf: (choice) => choice.kind,
  get ending() {
    return { action: "end", label: t("text.end") };
  },
  scores: (facts) =>
    facts.order.map((seat) =>
      t("text.over_score", { seat: seatName(facts, seat), score: facts.outcome?.scores[seat] ?? 0 }),
    ),
  get search() {
    return t("text.search_hint");
  },
  get example() {
    return t("text.why_hint");
  },
};

export default parts;
