import { expect, it } from "vitest";
import { seatAt, type Lesson } from "../../../learn/lesson";
import course from "./course";

it("shows a lesson through the eyes of one seat until a step says otherwise", () => {
  const revolt = course.lessons.find((lesson) => lesson.id === "rivers-revolt") as Lesson;
  expect(revolt.steps.map((_, at) => seatAt(revolt, at))).toEqual(["P", "P", "P", "B", "B", "A", "A"]);
});
