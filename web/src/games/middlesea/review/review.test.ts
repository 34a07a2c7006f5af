import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { entryOf, eventOf } from "../../../api/testing";
import type { Entry } from "../../../api/types";
import recorded from "../play/testing/entries.json";
import { MomentCache, neighbours } from "../../../review/cache";
import {
  chanceSeries,
  extent,
  linePath,
  nearest,
  scale,
  scoreSeries,
  spread,
  ticks,
  valueAt,
} from "../../../review/chart";
import { askedFor, clamp, keyMove, logByRounds, Player, roundStarts, eventsToShow } from "../../../review/cursor";

const entries = recorded as unknown as Entry[];

const entry = (number: number, round: number, more: Partial<Entry> = {}) =>
  entryOf(number, { action: "end", round, phase: "build", scores: { N: number, S: 0 }, ...more });

/** Three moves, an undo of the last two, then another round. */
const game = [
  entry(1, 1),
  entry(2, 1),
  entry(3, 2),
  entry(4, 1, { undo: 1, action: null, scores: { N: 1, S: 0 } }),
  entry(5, 2),
  entry(6, 2),
];

describe("the cursor", () => {
  it("stays within the game", () => {
    expect([clamp(-3, 9), clamp(99, 9), clamp(4, 9), clamp(NaN, 9)]).toEqual([0, 9, 4, 0]);
  });

  it("reads an address", () => {
    const at = (number: string | null, query = "") =>
      askedFor({ page: { name: "review", id: "x", number }, query: new URLSearchParams(query) });
    expect(at("12")).toBe(12);
    expect(at("0", "number=4")).toBe(0);
    expect(at(null, "number=12")).toBe(12);
    expect(at(null, "n=3")).toBe(3);
    expect(at(null, "n=x")).toBeNull();
    expect(at(null)).toBeNull();
  });

  it("knows where rounds begin, without what was taken back", () => {
    expect(roundStarts(game)).toEqual([
      { round: 1, number: 1 },
      { round: 2, number: 5 },
    ]);
    const starts = roundStarts(entries);
    expect(starts.map((start) => start.round)).toEqual([...starts.keys()].map((at) => at + 1));
  });

  it("moves by keys", () => {
    const starts = roundStarts(game);
    const to = (key: string, from: number) => keyMove(key, from, 6, starts);
    expect([to("ArrowLeft", 3), to("ArrowRight", 6), to("Home", 3), to("End", 3)]).toEqual([2, 6, 0, 6]);
    expect([to("PageDown", 1), to("PageDown", 5), to("PageUp", 6), to("PageUp", 1)]).toEqual([5, 6, 5, 0]);
    expect(to("a", 3)).toBeNull();
  });

  it("lists the log by rounds and says what was taken back by what", () => {
    const rounds = logByRounds(game);
    expect(rounds.map((part) => [part.round, part.lines.map((line) => line.entry.number)])).toEqual([
      [1, [1, 2, 3]],
      [2, [4]],
      [1, [5]],
      [2, [6]],
    ]);
    expect(rounds.flatMap((part) => part.lines.map((line) => line.undoneBy))).toEqual([null, 4, 4, null, null, null]);
  });

  it("tells events but not announcements", () => {
    const event = (kind: string, text: string) => eventOf(kind, { text });
    expect(
      eventsToShow(entry(1, 1, { events: [event("road", "A road."), event("turn", "North builds.")] })).map(
        ({ text }) => text,
      ),
    ).toEqual(["A road."]);
    expect(eventsToShow(entry(1, 1, { events: [event("turn", "North builds.")] }))).toHaveLength(1);
  });
});

describe("playing", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("steps at its pace until the end", () => {
    let at = 0;
    const states: boolean[] = [];
    const player = new Player(
      () => (at += 1) < 3,
      () => 100,
      (playing) => states.push(playing),
    );
    player.start();
    player.start();
    vi.advanceTimersByTime(150);
    expect(at).toBe(2);
    vi.advanceTimersByTime(1000);
    expect([at, player.playing]).toEqual([3, false]);
    expect(states).toEqual([true, false]);
  });

  it("can be stopped", () => {
    let at = 0;
    const player = new Player(
      () => Boolean((at += 1)),
      () => 100,
      () => undefined,
    );
    player.start();
    vi.advanceTimersByTime(50);
    player.stop();
    vi.advanceTimersByTime(1000);
    expect(at).toBe(1);
  });
});

describe("the cache", () => {
  it("fetches a moment once, and keeps those wanted last", async () => {
    const fetch = vi.fn(async (number: number) => Promise.resolve(`moment ${number}`));
    const cache = new MomentCache(fetch, 2);
    await Promise.all([cache.get(1), cache.get(1)]);
    await cache.get(2);
    await cache.get(1);
    await cache.get(3);
    expect(fetch.mock.calls.map(([number]) => number)).toEqual([1, 2, 3]);
    expect([cache.peek(1), cache.peek(2)]).toEqual(["moment 1", undefined]);
    cache.keep(9, "given");
    expect(await cache.get(9)).toBe("given");
  });

  it("does not keep failures, and hides those of moments fetched ahead", async () => {
    const fetch = vi.fn(async (_: number): Promise<string> => Promise.resolve("there"));
    fetch.mockRejectedValueOnce(new Error("lost")).mockRejectedValueOnce(new Error("lost"));
    const cache = new MomentCache(fetch);
    await expect(cache.get(1)).rejects.toThrow("lost");
    cache.prefetch([1]);
    await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(2));
    expect(await cache.get(1)).toBe("there");
  });

  it("forgets everything when it is told to, what is on its way too", async () => {
    let round = 0;
    const fetch = vi.fn(async (number: number) => Promise.resolve(`moment ${number} of ${round}`));
    const cache = new MomentCache(fetch);
    await cache.get(1);
    const coming = cache.get(2);
    cache.clear();
    await coming;
    round = 1;
    expect([cache.peek(1), cache.peek(2)]).toEqual([undefined, undefined]);
    expect([await cache.get(1), await cache.get(2)]).toEqual(["moment 1 of 1", "moment 2 of 1"]);
  });

  it("looks ahead within the game", () => {
    expect(neighbours(0, 9)).toEqual([1, 2, 3]);
    expect(neighbours(8, 9)).toEqual([9, 7]);
    expect(neighbours(5, 9, 1)).toEqual([6, 4]);
  });
});

describe("the chart", () => {
  it("scales and marks round values", () => {
    const x = scale([0, 10], [100, 200]);
    expect([x(0), x(5), x(10)]).toEqual([100, 150, 200]);
    expect(scale([3, 3], [1, 9])(3)).toBe(1);
    expect(ticks(0, 85, 4)).toEqual([0, 50, 100]);
    expect(ticks(-4, 3, 4)).toEqual([-4, -2, 0, 2, 4]);
    expect(ticks(0, 1, 4)).toEqual([0, 1]);
  });

  it("draws scores in steps, without what was taken back", () => {
    const series = scoreSeries(game, ["N", "S"]);
    expect(series["N"]?.map((point) => point.number)).toEqual([0, 1, 4, 5, 6]);
    expect(extent(series)).toEqual([0, 6]);
    const identity = (value: number) => value;
    expect(linePath(series["S"] ?? [], identity, identity, 6, true)).toBe("M0 0H6");
    expect(
      linePath(
        [
          { number: 0, value: 1 },
          { number: 2, value: 3 },
        ],
        identity,
        identity,
        6,
        true,
      ),
    ).toBe("M0 1H2V3H6");
    expect(
      linePath(
        [
          { number: 0, value: 1 },
          { number: 2, value: 3 },
        ],
        identity,
        identity,
        6,
        false,
      ),
    ).toBe("M0 1L2 3");
    expect(linePath([], identity, identity, 6, true)).toBe("");
    expect([valueAt(series["N"] ?? [], 3), valueAt([], 3)]).toEqual([1, null]);
  });

  it("shows chances as percents in order", () => {
    const chances = new Map([
      [5, { N: 0.254, S: 0.746 }],
      [1, { N: 0.5, S: 0.5 }],
    ]);
    expect(chanceSeries(chances, ["N"])["N"]).toEqual([
      { number: 1, value: 50 },
      { number: 5, value: 25 },
    ]);
  });

  it("finds the nearest and keeps labels apart", () => {
    expect([nearest([1, 5, 9], 6), nearest([], 3)]).toEqual([5, null]);
    const placed = spread([50, 50, 98], 15, 0, 100);
    expect(placed).toEqual([50, 65, 98]);
    const low = spread([100, 100, 100], 15, 0, 100);
    expect(low).toEqual([70, 85, 100]);
  });
});
