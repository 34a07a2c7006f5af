/** What the lessons and the guided round say, the lessons themselves apart. */
export const learn = {
  course: "Two Rivers",
  course_about: "Leaders and temples, conflicts, and the weakest of four colours.",
} as const;
