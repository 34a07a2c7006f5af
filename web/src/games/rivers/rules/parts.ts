/** The diagrams in the rules of Two Rivers. */

import type { Picture, RulesParts } from "../../../rules/picture";
import { RATIO } from "../looks";
import type { RiversFacts } from "../types";
import pictures from "./diagrams.json";
import RiversScene from "../play/RiversScene.svelte";
import answers from "../texts/en/answers.json";
import { tryText } from "../texts/rules";

const parts: RulesParts<RiversFacts> = {
  pictures: pictures as unknown as Picture[],
  answers,
  caption: ({ id }) => tryText(`rules.diagram_${id}`) ?? "",
  Scene: RiversScene,
  ratio: RATIO,
  width: "40rem",
};

export default parts;
