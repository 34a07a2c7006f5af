/** The parts of Kingdoms of the Middle Sea, as the client loads them. */

import { gathered } from "../../parts";
import { GROUND, LOOKS } from "./art";
import shell from "./texts/en/shell.json";
import type { SeaFacts } from "./types";

export default gathered<SeaFacts>({
  get title() {
    return shell.title;
  },
  looks: LOOKS,
  front: {
    get lead() {
      return shell.start_lead;
    },
    get lasts() {
      return shell.start_lasts;
    },
    lesson: "table",
    get options() {
      return { title: shell.options_title, about: shell.options_about };
    },
    get first() {
      return { rulings: { round_limit: 3 }, minutes: 5, goal: shell.first_goal };
    },
    get illustration() {
      return shell.illustration;
    },
    ratio: 1,
    ground: GROUND,
    Picture: () => import("./board/Front.svelte"),
  },
  table: () => import("./play/SeaTable.svelte"),
  review: () => import("./review/parts"),
  text: () => import("./text/parts"),
  learn: () => import("./learn/course"),
  rules: () => import("./rules/parts"),
});
