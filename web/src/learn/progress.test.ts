import { expect, it } from "vitest";
import { finished, forget, loadProgress, nextUp, parseProgress, reached } from "./progress";

it("keeps where a lesson was left, and that it was finished", () => {
  let progress = reached(loadProgress(), "control", 2);
  expect(loadProgress().at).toEqual({ control: 2 });
  progress = finished(finished(progress, "control"), "control");
  expect(loadProgress()).toEqual({ done: ["control"], at: {} });
  expect(nextUp(progress, ["control", "king"])).toBe("king");
  expect(nextUp(finished(progress, "king"), ["control", "king"])).toBeNull();
  expect(forget()).toEqual({ done: [], at: {} });
});

it("makes the best of what it cannot read", () => {
  for (const text of [null, "", "[", "3", "null", '{"done": 3, "at": []}']) expect(parseProgress(text).done).toEqual([]);
  expect(parseProgress('{"done": ["a", 1, "a"], "at": {"b": 2, "c": -1, "d": "x"}}')).toEqual({ done: ["a"], at: { b: 2 } });
});
