import { describe, expect, it, vi } from "vitest";
import { ApiError } from "../api/client";
import type { TableFacts, GameEvent, Sandbox, SandboxAnswer } from "../api/types";
import type { Lesson } from "./lesson";
import { LessonRunner } from "./runner.svelte";

const event = (text: string): GameEvent => ({ kind: "road", seat: "S", text, details: {}, changes: [] });

const REFUSED = { id: "refusal.road_origin", start: "S.FM" };

/** A mock sandbox that echoes the actions, returns one event for each, and refuses "bad". */
function table() {
  return vi.fn(async ({ actions = [], why }: Sandbox): Promise<SandboxAnswer> => {
    const refused = {
      legal: false,
      code: "road_origin",
      clause: "BR-1",
      message: "that road starts nowhere",
      said: REFUSED,
    };
    const view = { played: actions } as unknown as TableFacts;
    return Promise.resolve({
      view,
      ask: null,
      events: [event("begins"), ...actions.map(event)],
      legal: [],
      ...(why === "bad" ? { why: refused } : {}),
    });
  });
}

const lesson: Lesson = {
  id: "try",
  seat: "S",
  clauses: [],
  position: { name: "first" },
  steps: [
    { look: ["sea"] },
    {
      choices: [
        { action: "bad", refused: "BR-1" },
        { action: "so-so" },
        { action: "good", right: true, after: ["then"] },
      ],
    },
    { play: ["reply"], find: ["site S.FM"] },
    { position: { name: "second" }, seat: "N", choices: [{ action: "last", right: true }, { action: "other" }] },
  ],
};

const played = (runner: LessonRunner) => (runner.view as unknown as { played: string[] }).played;

async function begun(step = 0) {
  const sandbox = table();
  const runner = new LessonRunner(lesson, sandbox);
  await runner.start(step);
  return { runner, sandbox };
}

describe("a lesson under way", () => {
  it("begins with its position and lets one go on from what is to be looked at", async () => {
    const { runner, sandbox } = await begun();
    expect(sandbox).toHaveBeenLastCalledWith({ position: { name: "first" }, actions: [], seat: "S" });
    expect(runner.solved).toBe(true);
    await runner.next();
    expect(runner.step).toBe(1);
    expect(runner.solved).toBe(false);
  });

  it("says why the rules refuse an answer, and stays", async () => {
    const { runner } = await begun(1);
    await runner.choose(0);
    expect(runner.verdict).toEqual({
      kind: "refused",
      choice: 0,
      said: REFUSED,
      message: "that road starts nowhere",
      clause: "BR-1",
    });
    await runner.next();
    expect(runner.step).toBe(1);
  });

  it("leaves the board as it is after an answer that is allowed but not wanted", async () => {
    const { runner } = await begun(1);
    await runner.choose(1);
    expect(runner.verdict?.kind).toBe("wrong");
    expect(played(runner)).toEqual([]);
  });

  it("shows what a right answer does, with what follows it", async () => {
    const { runner } = await begun(1);
    await runner.choose(2);
    expect(runner.verdict?.kind).toBe("right");
    expect(played(runner)).toEqual(["good", "then"]);
    expect(runner.events.map((event) => event.text)).toEqual(["good", "then"]);
    await runner.choose(1);
    expect(runner.verdict?.choice).toBe(2);
  });

  it("plays others' replies, takes what is pointed at, and goes back", async () => {
    const { runner } = await begun(1);
    await runner.choose(2);
    await runner.next();
    expect(played(runner)).toEqual(["good", "then", "reply"]);
    expect(runner.events.map((event) => event.text)).toEqual(["reply"]);
    runner.find(["leader S 1", "site S.FL"]);
    expect(runner.verdict?.kind).toBe("missed");
    runner.find(["leader S 2", "site S.FM"]);
    expect(runner.verdict?.kind).toBe("found");
    await runner.back();
    expect(runner.step).toBe(1);
    expect(played(runner)).toEqual([]);
    expect(runner.solved).toBe(false);
  });

  it("begins anew where a step has its own position, and ends behind the last", async () => {
    const { runner, sandbox } = await begun(3);
    expect(sandbox).toHaveBeenLastCalledWith({ position: { name: "second" }, actions: [], seat: "N" });
    await runner.choose(0);
    expect(played(runner)).toEqual(["last"]);
    await runner.next();
    expect(runner.over).toBe(true);
  });

  it("begins at a later step as if all before had been answered right", async () => {
    const { runner } = await begun(2);
    expect(played(runner)).toEqual(["good", "then", "reply"]);
    await runner.back();
    expect(played(runner)).toEqual([]);
  });

  it("keeps a failure and can ask again", async () => {
    const sandbox = table();
    sandbox.mockRejectedValueOnce(new ApiError(0, "network", null, "no answer"));
    const runner = new LessonRunner(lesson, sandbox);
    await runner.start();
    expect(runner.failure).toBeInstanceOf(ApiError);
    await runner.retry();
    expect(runner.failure).toBeNull();
    expect(runner.view).not.toBeNull();
  });
});
