import { expect, it } from "vitest";
import { lessonAfter, seatAt, type Lesson } from "../../../learn/lesson";
import { splitText } from "../../../rules/clauses";
import course from "./course";

it("leads from one lesson to the next, then to the table", () => {
  expect(course.lessons).toHaveLength(13);
  expect(lessonAfter(course, "rivers-revolt")).toBe("rivers-war");
  expect(lessonAfter(course, "rivers-wonder")).toBe("rivers-buildings");
  expect(lessonAfter(course, "rivers-advanced")).toBe("first-turns");
  expect(lessonAfter(course, "first-turns")).toBeNull();
});

it("shows a lesson through the eyes of one seat until a step says otherwise", () => {
  const revolt = course.lessons.find((one) => one.id === "rivers-revolt") as Lesson;
  expect(revolt.steps.map((_, at) => seatAt(revolt, at))).toEqual(["P", "P", "P", "B", "B", "A", "A"]);
});

it("names only clauses that there are", () => {
  const ids = splitText(JSON.stringify(course.words)).flatMap((part) => (part.kind === "clause" ? [part.id] : []));
  expect(ids.length).toBeGreaterThan(50);
  expect(ids.filter((id) => !/^(?:[A-J]|AB|CB|EV)-\d+$/.test(id))).toEqual([]);
});
