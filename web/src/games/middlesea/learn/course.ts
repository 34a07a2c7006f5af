/** The lessons of Kingdoms of the Middle Sea. */

import { t } from "../texts/learn";
import words from "../texts/en/lessons.json";
import shell from "../texts/en/shell.json";
import { inOrder, type Course, type Lesson } from "../../../learn/lesson";

/** Lessons in the recommended order. */
const ORDER = [
  "table",
  "building",
  "roads-and-ports",
  "production",
  "cut-off",
  "control",
  "dominance",
  "king",
  "a-port-falls",
  "a-city-falls",
  "striking-back",
  "missionaries",
  "winning",
] as const;

const course: Course = {
  game: "middlesea",
  get title() {
    return shell.title;
  },
  get about() {
    return t("learn.course_about");
  },
  lessons: inOrder(import.meta.glob<Lesson>("./lessons/*.json", { eager: true, import: "default" }), ORDER),
  words,
  view: () => import("./SeaLesson.svelte"),
  table: "first-round",
};

export default course;
