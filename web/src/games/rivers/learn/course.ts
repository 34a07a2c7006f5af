/** The lessons of Two Rivers. */

import { inOrder, type Course, type Lesson } from "../../../learn/lesson";
import { t } from "../texts/learn";
import words from "../texts/en/lessons.json";
import shell from "../texts/en/shell.json";

/** The recommended order of the lessons. */
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
  "rivers-buildings",
  "rivers-advanced",
] as const;

const course: Course = {
  game: "rivers",
  get title() {
    return shell.title;
  },
  get about() {
    return t("learn.course_about");
  },
  lessons: inOrder(import.meta.glob<Lesson>("./lessons/*.json", { eager: true, import: "default" }), ORDER),
  words,
  view: () => import("./RiversLesson.svelte"),
  table: "first-turns",
};

export default course;
