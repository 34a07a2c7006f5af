import { expect, it } from "vitest";
import type { RiversFacts } from "../types";
import { TEACHER } from "./teacher";

const facts = {
  dynasties: { A: { points: { red: 1, black: 0, blue: 2, green: 0 } }, B: { points: null } },
} as unknown as RiversFacts;

it("sums the first turns up by the seat's points", () => {
  expect([3, 4].map((decided) => TEACHER.beginning(facts, decided))).toEqual([true, false]);
  expect(TEACHER.summary(facts, [], "A").text).toMatch(/^Your points so far: red 1, black 0, blue 2, green 0\. From/);
  expect(TEACHER.summary(facts, [], "B").text).toMatch(/^From/);
});
