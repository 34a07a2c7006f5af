/** Two Rivers: where its parts are. */

import { gathered } from "../../parts";
import { LOOKS } from "./looks";
import { shell } from "./texts/en/shell";
import type { RiversFacts } from "./types";

export default gathered<RiversFacts>({
  title: shell.title,
  looks: LOOKS,
  front: null,
  table: () => import("./play/RiversTable.svelte"),
  review: () => import("./review/parts"),
  text: () => import("./text/parts"),
  learn: () => import("./learn/course"),
  rules: () => import("./rules/parts"),
});
