import { describe, expect, it } from "vitest";
import { factsOf } from "../../api/testing";
import type { Ask } from "../../api/types";
import { Composer, LIST } from "./composer.svelte";
import { fakeServer } from "./testing";

const facts = factsOf({ game: "g" });
const askWith = (action = "do it", undo = false, words = "do it at once"): Ask => ({
  seat: "A",
  decision: "build",
  question: "A: what?",
  undo,
  choices: [{ action, kind: "do", words, forecast: {} }],
});

function composing() {
  const optionsOf = (ask: Ask) =>
    LIST.optionsOf(ask, facts).map((option) => ({ ...option, things: ["it"], enough: 1 }));
  const composer = new Composer("t", { ...LIST, optionsOf }, fakeServer({ ask: null, view: facts }));
  composer.adopt(askWith(), facts, 1);
  const [option] = composer.options;
  if (option) composer.choose(option);
  return composer;
}

describe("what is in the making", () => {
  it("stays where the same is asked once more, as after a lost connection", () => {
    const composer = composing();
    composer.adopt(askWith(), { ...facts }, 1);
    expect([composer.chosen?.choice.action, composer.picks]).toEqual(["do it", ["it"]]);
    expect(composer.options[0]).toBe(composer.chosen);
  });

  it("stays where the same is asked in another language", () => {
    const composer = composing();
    composer.adopt(askWith("do it", false, "tu es gleich"), { ...facts }, 1);
    expect([composer.chosen?.choice.words, composer.picks]).toEqual(["tu es gleich", ["it"]]);
  });

  it.each([
    ["another moment", askWith(), 2],
    ["other choices", askWith("do it later"), 1],
    ["another way back", askWith("do it", true), 1],
    ["nothing asked", null, 1],
  ])("goes with %s", (_, ask, number) => {
    const composer = composing();
    composer.adopt(ask, facts, number);
    expect([composer.chosen, composer.picks]).toEqual([null, []]);
  });
});
