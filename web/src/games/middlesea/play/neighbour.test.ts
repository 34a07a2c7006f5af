import { describe, expect, it } from "vitest";
import type { Ask } from "../../../api/types";
import type { SeaFacts } from "../types";
import asks from "./testing/asks.json";
import { advise } from "./neighbour";
import round from "./testing/first-round.json";

const steps = round as unknown as { view: SeaFacts; ask: Ask; played: string }[];
const others = asks as unknown as Record<string, { view: SeaFacts; ask: Ask }>;

describe("the coach", () => {
  it.each(steps.map((step): [string, (typeof steps)[number]] => [step.played, step]))("advises %s in a first round", (played, step) => {
    const advice = advise(step.view, step.ask);
    expect(advice?.action).toBe(played);
    expect(advice?.why).not.toMatch(/[{}]/);
  });

  it.each(Object.keys(others))("advises something legal, and says why, when asked %s", (decision) => {
    const { view, ask } = others[decision] as { view: SeaFacts; ask: Ask };
    const advice = advise(view, ask);
    expect(ask.choices.map((choice) => choice.action)).toContain(advice?.action);
    expect(advice?.why).toMatch(/\.$/);
    expect(advice?.why).not.toMatch(/[{}]|undefined|NaN/);
  });

  it("has no advice where nothing can be chosen", () => {
    const step = steps[0];
    if (step) expect(advise(step.view, { ...step.ask, choices: [] })).toBeNull();
  });
});
