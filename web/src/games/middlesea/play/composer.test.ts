import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "../../../api/client";
import { SEA_CHRONICLE } from "./chronicle";
import type { Server } from "../../../play/desk/composer.svelte";
import { seaComposer } from "./grammar";
import { Playback } from "../../../play/desk/playback.svelte";
import { fakeServer } from "../../../play/desk/testing";
import { sampleAsk, ENTRIES } from "./testing/asks";

function composing(decision: string, answers: Partial<Server> = {}) {
  const server = fakeServer(sampleAsk("build"), answers);
  const composer = seaComposer("game", server);
  const { ask, view } = sampleAsk(decision);
  composer.adopt(ask, view, 7);
  flushSync();
  return { composer, server, ask, view };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("composing", () => {
  it("sees a choice through before it is sent", async () => {
    const { composer, server } = composing("build");
    composer.pick("stack moons");
    expect(composer.chosen).toBeNull();
    composer.pick("site N.BL");
    expect(composer.chosen?.choice.action).toBe("explore moons N.BL");
    expect(server.previewed).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(server.previewed).toEqual(["explore moons N.BL"]);
    expect(composer.outlook).not.toBeNull();
    await composer.confirm();
    expect(server.sent).toEqual(["explore moons N.BL"]);
    expect(composer.sending).toBe(true);
  });

  it("asks the server only about the choice that stays", async () => {
    const { composer, server } = composing("build");
    composer.pick("stack moons");
    composer.pick("site N.BL");
    composer.pick("site N.BR");
    await vi.advanceTimersByTimeAsync(200);
    expect(server.previewed).toEqual(["explore moons N.BR"]);
  });

  it("forgets everything at the sea, and steps back", () => {
    const { composer } = composing("build");
    composer.pick("stack moons");
    composer.pick("site N.BL");
    composer.back();
    expect(composer.chosen).toBeNull();
    expect(composer.picks).toEqual(["stack moons"]);
    composer.pick(null);
    expect(composer.picks).toEqual([]);
    expect(composer.busy).toBe(false);
  });

  it("begins with an amount where nothing else is asked", () => {
    for (const decision of ["pay", "hire", "defend"]) {
      const { composer } = composing(decision);
      expect(composer.chosen?.parsed.kind, decision).toBe(decision);
      expect(composer.busy).toBe(false);
      composer.amount(2);
      expect(composer.chosen?.parsed.amount).toBe(2);
      composer.back();
      expect(composer.chosen).not.toBeNull();
    }
  });

  it("lets the leader join a defence", () => {
    const { composer } = composing("defend");
    composer.amount(1, true);
    expect(composer.chosen?.choice.action).toBe("defend 1 leader");
    composer.amount(2);
    expect(composer.chosen?.choice.action).toBe("defend 2 leader");
    composer.amount(2, false);
    expect(composer.chosen?.choice.action).toBe("defend 2");
  });

  it("says why something offers nothing, with the clause", async () => {
    const { composer } = composing("build");
    composer.pick("site W.C");
    await vi.advanceTimersByTimeAsync(1);
    expect(composer.reason?.answer?.clause).toBe("BR-2");
    composer.back();
    expect(composer.reason).toBeNull();
  });

  it("asks about the next thing that is pointed at, with what is picked, when somebody wonders", async () => {
    const { composer, server } = composing("build");
    composer.pick("stack moons");
    composer.wonder();
    expect(composer.wondering).toBe(true);
    composer.pick("site W.C");
    await vi.advanceTimersByTimeAsync(1);
    expect(composer.wondering).toBe(false);
    expect(server.explain).toHaveBeenCalledWith("game", "explore moons W.C");
    expect(composer.reason?.answer?.clause).toBe("BR-2");
  });

  it("confirms when the same thing is pointed at twice", async () => {
    const { composer, server } = composing("build");
    composer.pick("stack moons");
    composer.pick("site N.BL");
    expect(composer.pointed).toBe("site N.BL");
    expect(server.act).not.toHaveBeenCalled();
    composer.pick("site N.BL");
    await vi.advanceTimersByTimeAsync(1);
    expect(server.act).toHaveBeenCalledWith("game", 7, "explore moons N.BL");
  });

  it("takes a hint up as a choice with its reason", async () => {
    const { composer } = composing("build");
    await composer.hint();
    expect(composer.chosen?.choice.action).toBe("end");
    expect(composer.advice?.reason).toBe("The server's words.");
  });

  it("tells what the server refuses, and can be tried again", async () => {
    const message = { id: "refusal.too_poor", money: [3, 0] };
    const refused = new ApiError(422, "too_poor", "BR-3", "that costs 3 goods", { said: message });
    const { composer } = composing("build", { act: vi.fn(async () => Promise.reject(refused)) });
    await composer.send("end");
    expect(composer.failure).toEqual({ said: message, message: "that costs 3 goods", clause: "BR-3" });
    expect(composer.sending).toBe(false);
  });

  it("starts anew when something else is asked", () => {
    const { composer } = composing("build");
    composer.pick("stack moons");
    const next = sampleAsk("leader");
    composer.adopt(next.ask, next.view, 8);
    expect(composer.picks).toEqual([]);
    expect(composer.options.map((option) => option.parsed.kind)).toContain("attack");
    composer.adopt(null, next.view, 9);
    expect(composer.options).toEqual([]);
  });

  it("ignores an answer that comes too late", async () => {
    let answer: (value: never) => void = () => {};
    const { composer } = composing("build", {
      preview: vi.fn(() => new Promise<never>((resolve) => (answer = resolve))),
    });
    composer.pick("stack moons");
    composer.pick("site N.BL");
    await vi.advanceTimersByTimeAsync(200);
    composer.clear();
    answer({ view: sampleAsk("build").view, events: [], ask: null } as never);
    await vi.advanceTimersByTimeAsync(1);
    expect(composer.outlook).toBeNull();
  });
});

describe("playing back", () => {
  const { pause } = SEA_CHRONICLE;
  const [first, two, three] = ENTRIES as [(typeof ENTRIES)[0], (typeof ENTRIES)[0], (typeof ENTRIES)[0]];
  const view = sampleAsk("build").view;
  const laterView = sampleAsk("leader").view;

  it("shows one move after the other", () => {
    const playback = new Playback(
      () => ["N"],
      () => 1,
      pause,
    );
    playback.push(first, view);
    playback.push(two, laterView);
    playback.push(three, null);
    expect(playback.current).toBe(first);
    expect(playback.view).toBe(view);
    expect(playback.waiting).toBe(2);
    vi.advanceTimersByTime(pause(first, ["N"]));
    expect(playback.current).toBe(two);
    vi.advanceTimersByTime(pause(two, ["N"]));
    expect(playback.current).toBe(three);
    expect(playback.view).toBe(laterView);
    expect(playback.waiting).toBe(0);
  });

  it("can be skipped, and goes at once when wanted", () => {
    const slow = new Playback(
      () => [],
      () => 0.5,
      pause,
    );
    slow.push(first, view);
    slow.push(two, laterView);
    slow.skip();
    expect([slow.current, slow.view, slow.waiting]).toEqual([two, laterView, 0]);
    const quick = new Playback(
      () => [],
      () => 0,
      pause,
    );
    quick.push(first, view);
    quick.push(two, laterView);
    expect([quick.current, quick.view, quick.waiting]).toEqual([two, laterView, 0]);
  });

  it("changes the board after a scene, which can be skipped", () => {
    let end = () => {};
    const playback = new Playback(
      () => [],
      () => 1,
      pause,
      (entry, change, pace) => {
        if (pace > 0 && entry === first) end = change;
        else change();
        return 0;
      },
    );
    playback.push(first, view);
    playback.push(two, laterView);
    expect([playback.current, playback.view, playback.waiting]).toEqual([null, null, 2]);
    end();
    expect([playback.current, playback.view, playback.waiting]).toEqual([first, view, 1]);
    vi.advanceTimersByTime(pause(first, []));
    expect([playback.current, playback.view, playback.waiting]).toEqual([two, laterView, 0]);
    playback.skip();
    vi.advanceTimersByTime(pause(two, []));
    playback.push(first, view);
    playback.skip();
    end();
    expect([playback.current, playback.view, playback.waiting]).toEqual([first, view, 0]);
  });

  it("does not hold up one's own moves", () => {
    const playback = new Playback(
      () => [String(first.by)],
      () => 1,
      pause,
    );
    playback.push(first, view);
    playback.push(two, laterView);
    expect(playback.view).toBe(laterView);
  });
});
