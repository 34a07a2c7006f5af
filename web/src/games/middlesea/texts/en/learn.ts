/** Texts around the lessons of Kingdoms of the Middle Sea. */
export const learn = {
  course: "Kingdoms of the Middle Sea",
  course_about: "Cities, roads and ports, and what a king can hold.",
} as const;
