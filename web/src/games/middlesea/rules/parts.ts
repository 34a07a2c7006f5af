/** The pictures in the rules of Kingdoms of the Middle Sea. */

import type { SeaFacts } from "../types";
import pictures from "./diagrams.json";
import type { Picture, RulesParts } from "../../../rules/picture";
import SeaScene from "../play/SeaScene.svelte";
import answers from "../texts/en/answers.json";
import { tryText } from "../texts/rules";

const parts: RulesParts<SeaFacts> = {
  pictures: pictures as unknown as Picture[],
  answers,
  caption: ({ id }) => tryText(`rules.diagram_${id}`) ?? "",
  Scene: SeaScene,
  ratio: 1,
  width: "26rem",
};

export default parts;
