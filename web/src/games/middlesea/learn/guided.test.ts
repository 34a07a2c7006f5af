import { expect, it, vi } from "vitest";
import type { Ask, Sandbox, SandboxAnswer } from "../../../api/types";
import type { SeaFacts } from "../types";
import round from "./fixtures/first-round.json";
import { GuidedRound } from "./guided.svelte";

const steps = round as unknown as { view: SeaFacts; ask: Ask; played: string }[];

/** Answers as the recorded round went: nine actions of North, the last of which ends the round. */
function recorded() {
  return vi.fn(async ({ actions = [] }: Sandbox): Promise<SandboxAnswer<SeaFacts>> => {
    const at = actions.length - 1;
    const step = steps[at];
    const events = actions.map((text) => ({ kind: "road", seat: "N", text, details: {}, changes: [] }));
    if (step) return Promise.resolve({ view: step.view, ask: step.ask, events, legal: [] });
    const last = steps[steps.length - 1] as (typeof steps)[number];
    const gain = { kind: "production", seat: "N", text: "yields", details: { goods: 7, gold: 6 }, changes: [] };
    return Promise.resolve({ view: { ...last.view, round: 2, phase: "build" }, ask: last.ask, events: [...events, gain], legal: [] });
  });
}

it("leads through a round, knows whose idea it was, and can be taken back", async () => {
  const game = new GuidedRound(recorded(), async () => Promise.resolve());
  await game.start();
  expect(game.advice?.action).toBe("explore suns N.FL");
  await game.act("explore suns N.FL");
  expect(game.followed).toBe(true);
  await game.act("exchange goods");
  expect(game.followed).toBe(false);
  await game.takeBack();
  expect(game.view?.cities["N.FL"]?.tile).toBe("S1");
  expect(game.advice?.action).toBe("road N.C N.FL");
  for (const step of steps.slice(1)) await game.act(step.played);
  expect(game.over).toBe(true);
  expect(game.gain).toEqual({ goods: 7, gold: 6 });
  expect(game.canTakeBack).toBe(false);
});

it("keeps the table when an action fails", async () => {
  const sandbox = recorded();
  const game = new GuidedRound(sandbox, async () => Promise.resolve());
  await game.start();
  sandbox.mockRejectedValueOnce(new Error("lost"));
  await game.act("explore suns N.FL");
  expect(game.failure).toBeInstanceOf(Error);
  expect(game.advice?.action).toBe("explore suns N.FL");
  expect(game.canTakeBack).toBe(false);
  await game.retry();
  expect(game.failure).toBeNull();
});
