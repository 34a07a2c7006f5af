/** What the rules of Kingdoms of the Middle Sea are shown with. */

import type { Facts } from "../../../api/types";
import pictures from "./diagrams.json";
import type { Picture, RulesParts } from "../../../rules/picture";
import SeaPicture from "./SeaPicture.svelte";

const parts: RulesParts<Facts> = { pictures: pictures as unknown as Picture[], Board: SeaPicture, ratio: 1, width: "26rem" };

export default parts;
