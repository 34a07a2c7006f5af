import { expect, it } from "vitest";
import { gameInfo } from "../../api/testing";
import { isYou, whoSits } from "./names";

const seatsOf = (...names: string[]) => ({
  you: ["N", "S"].slice(0, names.length),
  seats: names.map((name, at) => ({ seat: "NS"[at], kind: "person", name, you: true })),
});

it("calls one person you, and several at one screen by their names or not at all", () => {
  const alone = gameInfo(seatsOf("You") as never);
  expect([isYou(alone, "N"), whoSits(alone, "N")]).toEqual([true, "You"]);
  const shared = gameInfo(seatsOf("You", "Ida") as never);
  expect([isYou(shared, "N"), whoSits(shared, "N")]).toEqual([false, ""]);
  expect([isYou(shared, "S"), whoSits(shared, "S")]).toEqual([false, "Ida"]);
});
