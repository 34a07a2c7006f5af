/** What the rules of Two Rivers are shown with. */

import type { Picture, RulesParts } from "../../../rules/picture";
import type { RiversFacts } from "../types";
import pictures from "./diagrams.json";
import RiversPicture from "./RiversPicture.svelte";
import { tryText } from "../texts/rules";

const parts: RulesParts<RiversFacts> = {
  pictures: pictures as unknown as Picture[],
  caption: ({ id }) => tryText(`rules.diagram_${id}`) ?? "",
  Board: RiversPicture,
  ratio: 1028 / 728,
  width: "40rem",
};

export default parts;
