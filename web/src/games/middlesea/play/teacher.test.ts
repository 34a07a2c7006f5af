import { expect, it } from "vitest";
import { eventOf } from "../../../api/testing";
import type { SeaFacts } from "../types";
import { TEACHER } from "./teacher";

const at = (round: number, phase: string) => ({ round, phase }) as SeaFacts;
const yielded = (seat: string, goods: number) => eventOf("production", { seat, details: { goods, gold: 6 } });

it("coaches the first round up to the production that it has led to", () => {
  const moments = [
    at(1, "build"),
    at(1, "leader"),
    at(2, "control"),
    at(2, "production"),
    at(2, "build"),
    at(3, "control"),
  ];
  expect(moments.map((moment) => TEACHER.beginning(moment, 9))).toEqual([true, true, true, true, false, false]);
});

it("sums the round up by what the seat's cities have yielded", () => {
  const { title, text } = TEACHER.summary(at(2, "build"), [yielded("N", 7), yielded("S", 9)], "N");
  expect(title).toBe("That was a whole round");
  expect(text).toMatch(/^This production brought you 7 goods and 6 gold\. Your cities/);
  expect(TEACHER.summary(at(2, "build"), [], "N").text).toMatch(/^Your cities/);
});
