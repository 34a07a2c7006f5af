import { expect, it } from "vitest";
import { finished, forget, lessonProgress, nextUp, reached } from "./progress";

it("keeps where a lesson was left, and that it was finished", () => {
  let progress = reached(lessonProgress.load(), "control", 2);
  expect(lessonProgress.load().at).toEqual({ control: 2 });
  progress = finished(finished(progress, "control"), "control");
  expect(lessonProgress.load()).toEqual({ done: ["control"], at: {} });
  expect(nextUp(progress, ["control", "king"])).toBe("king");
  expect(nextUp(finished(progress, "king"), ["control", "king"])).toBeNull();
  expect(forget()).toEqual({ done: [], at: {} });
});

it("makes the best of what it cannot read", () => {
  expect(lessonProgress.load()).toEqual({ done: [], at: {} });
  localStorage.setItem("kingdoms.lessons", '{"done": 3, "at": []}');
  expect(lessonProgress.load()).toEqual({ done: [], at: {} });
  localStorage.setItem("kingdoms.lessons", '{"done": ["a", 1, "a"], "at": {"b": 2, "c": -1, "d": "x"}}');
  expect(lessonProgress.load()).toEqual({ done: ["a"], at: { b: 2 } });
});
