/** The lessons of Two Rivers. */

import { inOrder, type Course, type Lesson } from "../../learn/lesson";
import { t } from "../../texts";
import { riversLessons as words } from "../../texts/en/riversLessons";

/** The order in which they are best taken. */
const ORDER = [
  "rivers-kingdom",
  "rivers-score",
  "rivers-revolt",
  "rivers-war",
  "rivers-commit",
  "rivers-priests",
  "rivers-catastrophe",
  "rivers-monuments",
  "rivers-treasures",
  "rivers-end",
  "rivers-wonder",
] as const;

const course: Course = {
  game: "rivers",
  title: t("learn.course_rivers"),
  about: t("learn.course_rivers_about"),
  lessons: inOrder(import.meta.glob<Lesson>("./lessons/*.json", { eager: true, import: "default" }), ORDER),
  words,
  view: () => import("./RiversLesson.svelte"),
  guided: null,
};

export default course;
