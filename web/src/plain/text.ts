/** The text view of a game without a folder of its own. */

import type { CatalogueGame, PlainFacts } from "../api/types";
import type { TextParts } from "../text/parts";
import { t } from "../texts/text";
import { figure } from "../play/ending/scores";
import { idiomOf, whereOf } from "./idiom";
import PlainWords from "./PlainWords.svelte";

export function textOf(game: CatalogueGame): TextParts<PlainFacts> {
  const idiom = idiomOf(game);
  return {
    idiom,
    Words: PlainWords,
    tells: () => true,
    chance: `${idiom.chance}.`,
    get headings() {
      return [{ id: "table-title", label: t("play.in_words") }];
    },
    situation: (facts) => `${whereOf(facts)}.`,
    forecast: () => "",
    groupOf: (choice) => choice.kind,
    ending: null,
    scores: (facts) =>
      Object.entries(facts.outcome?.scores ?? {}).map(([seat, score]) =>
        t("text.over_score", { seat: idiom.seatName(facts, seat), score: figure(score) }),
      ),
    search: "",
    example: "",
  };
}
