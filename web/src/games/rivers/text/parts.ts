/** The parts of Two Rivers for the text view. */

import type { TextParts } from "../../../text/parts";
import { t } from "../texts/text";
import { parseAction } from "../play/choices";
import { RIVERS } from "../play/idiom";
import { whereOf } from "../review/where";
import type { RiversFacts } from "../types";
import RiversInWords from "./RiversInWords.svelte";
import { forecastLine, scoreLines } from "./summary";

const parts: TextParts<RiversFacts> = {
  idiom: RIVERS,
  Words: RiversInWords,
  tells: (entry) =>
    entry.undo !== null || entry.events.some((event) => event.kind === "turn" || !RIVERS.chronicle.quiet(event)),
  get chance() {
    return `${RIVERS.chance}.`;
  },
  get headings() {
    return [
      { id: "dynasties-title", label: t("rivers.dynasties") },
      { id: "kingdoms-title", label: t("text.kingdoms") },
      { id: "map-title", label: t("text.map") },
    ];
  },
  situation: whereOf,
  forecast: forecastLine,
  groupOf: (choice) => {
    const { kind, colour } = parseAction(choice.action);
    return kind === "place" && colour ? `place_${colour}` : kind;
  },
  get ending() {
    return { action: "pass", label: t("text.end") };
  },
  scores: scoreLines,
  get search() {
    return t("text.search_own");
  },
  get example() {
    return t("text.example");
  },
};

export default parts;
