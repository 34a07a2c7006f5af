/** The parts of Two Rivers. */

import { gathered } from "../../parts";
import { GROUND, LOOKS, RATIO } from "./looks";
import shell from "./texts/en/shell.json";
import type { RiversFacts } from "./types";

export default gathered<RiversFacts>({
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
    lesson: "rivers-kingdom",
    get options() {
      return { title: shell.options_title, about: shell.options_about };
    },
    get first() {
      return { rulings: { short: true }, minutes: 8, goal: shell.first_goal };
    },
    get illustration() {
      return shell.illustration;
    },
    ratio: RATIO,
    ground: GROUND,
    Picture: () => import("./board/Front.svelte"),
  },
  table: () => import("./play/RiversTable.svelte"),
  review: () => import("./review/parts"),
  text: () => import("./text/parts"),
  learn: () => import("./learn/course"),
  rules: () => import("./rules/parts"),
});
