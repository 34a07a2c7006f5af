import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { notices } from "../notices.svelte";
import { act } from "./client";
import { BACK, GAME_GONE, GameFeed } from "./feed.svelte";
import { FakeSocket, gameInfo } from "./testing";
import type { Entry, TableFacts, GameInfo, LiveMessage } from "./types";

const facts = (round: number) => ({ round, to_move: "N", question: "?" }) as unknown as TableFacts;
const entry = (number: number) => ({ number, action: `a${number}`, events: [] }) as unknown as Entry;
const hello = (number: number, missed: Entry[] = [], more: Partial<GameInfo> = {}): LiveMessage => ({
  type: "hello",
  number,
  info: gameInfo(more),
  view: facts(number),
  ask: null,
  question: "What now?",
  missed,
  more: false,
});
const news = (number: number): LiveMessage => ({
  type: "entry",
  number,
  entry: entry(number),
  view: facts(number),
  ask: null,
  question: "And now?",
  around: { clocks: null, proposal: null, standstill: false },
});

const answers = new Map<string, unknown>();
let live: GameFeed;
const tick = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(1);
  FakeSocket.all = [];
  answers.clear();
  notices.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("fetch", (path: string) => {
    const answer = answers.get(path.split("?")[0] ?? "");
    if (answer === undefined) return Promise.reject(new TypeError("refused"));
    return Promise.resolve(answer instanceof Response ? answer.clone() : new Response(JSON.stringify(answer)));
  });
  live = new GameFeed("x");
});
afterEach(() => {
  live.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const removeGame = () =>
  answers.set(
    "/api/games/x",
    new Response('{"error":{"code":"no_game","clause":null,"message":"-"}}', { status: 404 }),
  );

describe("a live game", () => {
  it("takes over what the server greets with", () => {
    expect(live.status).toBe("connecting");
    expect(FakeSocket.last.after).toBe("0");
    FakeSocket.last.says(hello(2, [entry(1), entry(2)]));
    expect(live).toMatchObject({ status: "live", number: 2, seat: "N", view: { question: "?" } });
    expect(live.entries.map((entry) => entry.number)).toEqual([1, 2]);
  });

  it("tells of what is new, not of what lies before the first look", () => {
    const calls: [number, number | null][] = [];
    const stop = live.onentry((entry, view) => calls.push([entry.number, view?.round ?? null]));
    FakeSocket.last.says(hello(1, [entry(1)]));
    FakeSocket.last.says(news(2));
    FakeSocket.last.says(news(2));
    expect(calls).toEqual([[2, 2]]);
    expect(live.entries).toHaveLength(2);
    expect(live.info).toMatchObject({ number: 2, round: 2 });
    stop();
    FakeSocket.last.says(news(3));
    expect(calls).toHaveLength(1);
  });

  it("answers pings", () => {
    FakeSocket.last.says({ type: "ping" });
    expect(FakeSocket.last.sent).toEqual(['{"type":"pong"}']);
  });

  it("listens at the seat that is asked for", () => {
    live.sit("S");
    expect(FakeSocket.last.url).toContain("seat=S");
    const otherFeed = new GameFeed("x", null);
    expect(FakeSocket.last.url).not.toContain("seat");
    otherFeed.close();
    expect(FakeSocket.last.closed).toBe(true);
  });
});

describe("a lost connection", () => {
  it("is made again, and goes on after the last number", async () => {
    const back = vi.fn();
    document.addEventListener(BACK, back);
    const calls: number[] = [];
    live.onentry((entry) => calls.push(entry.number));
    FakeSocket.last.says(hello(2, [entry(1), entry(2)]));
    FakeSocket.last.drops();
    expect(live.status).toBe("lost");
    await tick(500);
    expect(FakeSocket.all).toHaveLength(2);
    expect(FakeSocket.last.after).toBe("2");
    FakeSocket.last.says(hello(4, [entry(3), entry(4)]));
    expect(live).toMatchObject({ status: "live", number: 4 });
    expect(calls).toEqual([3, 4]);
    expect(back).toHaveBeenCalledTimes(1);
    document.removeEventListener(BACK, back);
  });

  it("is tried at growing distances", async () => {
    FakeSocket.last.drops();
    for (const wait of [500, 1000, 2000, 4000, 8000, 15_000, 15_000]) {
      const before = FakeSocket.all.length;
      await tick(wait - 1);
      expect(FakeSocket.all).toHaveLength(before);
      await tick(1);
      expect(FakeSocket.all).toHaveLength(before + 1);
      FakeSocket.last.drops();
    }
  });

  it("is told when it lasts, and the note goes when it is back", async () => {
    FakeSocket.last.says(hello(0));
    FakeSocket.last.drops(1012);
    expect(notices.all).toEqual([]);
    await tick(500);
    FakeSocket.last.drops();
    await tick(900);
    expect(notices.all.map((notice) => notice.text)).toEqual([expect.stringContaining("restarting")]);
    await tick(2000);
    FakeSocket.last.says(hello(0));
    expect(notices.all).toEqual([]);
  });

  it("is noticed by silence", async () => {
    FakeSocket.last.says(hello(0));
    await tick(44_000);
    FakeSocket.last.says({ type: "ping" });
    await tick(44_000);
    expect(live.status).toBe("live");
    await tick(1_000);
    expect(live.status).toBe("lost");
    expect(FakeSocket.all[0]?.closed).toBe(true);
  });

  it("is tried at once when the device is online again, or somebody asks", async () => {
    FakeSocket.last.says(hello(0));
    FakeSocket.last.drops();
    dispatchEvent(new Event("online"));
    expect(FakeSocket.all).toHaveLength(2);
    FakeSocket.last.drops();
    live.tryNow();
    expect(FakeSocket.all).toHaveLength(3);
    await tick(20_000);
    FakeSocket.last.says(hello(0));
    expect(live.status).toBe("live");
  });

  it("does without sockets where they do not get through", async () => {
    FakeSocket.last.says(hello(1, [entry(1)]));
    answers.set("/api/games/x", gameInfo({ number: 3 }));
    answers.set("/api/games/x/view", { number: 3, view: facts(3), ask: null });
    answers.set("/api/games/x/history", { entries: [entry(2), entry(3)] });
    for (let i = 0; i < 6; i += 1) {
      FakeSocket.last.drops();
      await tick(15_000);
    }
    expect(live.number).toBe(3);
    expect(live.entries).toHaveLength(3);
  });

  it("ends with the game", async () => {
    const calls = vi.fn();
    document.addEventListener(GAME_GONE, calls);
    FakeSocket.last.says(hello(0));
    FakeSocket.last.says({ type: "gone" });
    expect(live.status).toBe("gone");
    expect((calls.mock.calls[0]?.[0] as CustomEvent<string> | undefined)?.detail).toBe("x");
    await tick(60_000);
    expect(FakeSocket.all).toHaveLength(1);
    document.removeEventListener(GAME_GONE, calls);
  });

  it("with no such game is the end too", () => {
    FakeSocket.last.drops(4404);
    expect(live.status).toBe("gone");
  });

  it("because one is not let in any more says so, and asks again now and then", async () => {
    FakeSocket.last.says(hello(0));
    FakeSocket.last.drops(4410);
    await tick(2_000);
    expect(notices.all.map((notice) => notice.text)).toEqual([expect.stringContaining("banned")]);
    expect(FakeSocket.all).toHaveLength(1);
    await tick(15_000);
    expect(FakeSocket.all).toHaveLength(2);
  });

  it("because the seat is somebody else's leaves one looking on", () => {
    live.sit("N");
    FakeSocket.last.drops(4403);
    expect(FakeSocket.last.url).not.toContain("seat");
    expect(notices.all.map((notice) => notice.text)).toEqual([expect.stringContaining("another device")]);
  });
});

describe("catching up", () => {
  it("fetches what the greeting has no room for, page by page", async () => {
    const calls: number[] = [];
    live.onentry((entry) => calls.push(entry.number));
    const pages: string[] = [];
    vi.stubGlobal("fetch", (path: string) => {
      // the feed may look at the game's info, too
      if (!path.includes("/history")) return Promise.reject(new TypeError("refused"));
      pages.push(path);
      const after = Number(new URL(path, "http://x").searchParams.get("after"));
      return Promise.resolve(
        new Response(JSON.stringify({ entries: [entry(after + 1), entry(after + 2)], more: true })),
      );
    });
    FakeSocket.last.says({ ...hello(6, [entry(5), entry(6)]), more: true } as LiveMessage);
    expect(live).toMatchObject({ number: 6, status: "live", view: { question: "?" } });
    FakeSocket.last.says(news(7));
    await tick(1);
    expect(pages.map((path) => path.split("?")[1])).toEqual([
      "after=0&seat=N&texts=short",
      "after=2&seat=N&texts=short",
    ]);
    expect(live.entries.map((entry) => entry.number)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(calls).toEqual([7]);
  });

  it("goes on filling when a page could not be had", async () => {
    FakeSocket.last.says({ ...hello(3, [entry(3)]), more: true } as LiveMessage);
    await tick(10_000);
    expect(live.entries).toHaveLength(1);
    answers.set("/api/games/x/history", { entries: [entry(1), entry(2)], more: true });
    FakeSocket.last.says({ type: "ping" });
    await tick(20_000);
    expect(live.entries.map((entry) => entry.number)).toEqual([1, 2, 3]);
  });

  it("fetches more than a page of what was missed", async () => {
    const calls: number[] = [];
    live.onentry((entry) => calls.push(entry.number));
    FakeSocket.last.says(hello(1, [entry(1)]));
    answers.set("/api/games/x", gameInfo());
    answers.set("/api/games/x/view", { number: 4, view: facts(4), ask: null });
    answers.set("/api/games/x/history", { entries: [entry(2), entry(3), entry(4)], more: false });
    FakeSocket.last.drops();
    await tick(500);
    FakeSocket.last.says({ ...hello(4, [entry(4)]), more: true } as LiveMessage);
    await tick(1);
    expect(calls).toEqual([2, 3, 4]);
    expect(live.entries).toHaveLength(4);
  });

  it("reads all of it once more when secrets are over", async () => {
    FakeSocket.last.says(hello(2, [{ ...entry(1), action: null }, entry(2)]));
    answers.set("/api/games/x/history", { entries: [entry(1), entry(2), entry(3)] });
    await live.reread();
    expect(live.entries.map((entry) => [entry.number, entry.action])).toEqual(
      [1, 2].map((number) => [number, entry(number).action]),
    );
  });

  it("fills a gap", async () => {
    const calls: number[] = [];
    live.onentry((entry) => calls.push(entry.number));
    FakeSocket.last.says(hello(1, [entry(1)]));
    answers.set("/api/games/x", gameInfo());
    answers.set("/api/games/x/view", { number: 3, view: facts(3), ask: null });
    answers.set("/api/games/x/history", { entries: [entry(2), entry(3)] });
    FakeSocket.last.says(news(3));
    await tick(1);
    expect(calls).toEqual([2, 3]);
    expect(live.number).toBe(3);
  });

  it("follows an action that was too late", async () => {
    FakeSocket.last.says(hello(1, [entry(1)]));
    answers.set("/api/games/x", gameInfo());
    answers.set("/api/games/x/view", { number: 2, view: facts(2), ask: null });
    answers.set("/api/games/x/history", { entries: [entry(2)] });
    answers.set(
      "/api/games/x/actions",
      new Response('{"error":{"code":"stale","clause":null,"message":"-"}}', { status: 409 }),
    );
    await expect(act("x", 1, "end")).rejects.toMatchObject({ status: 409 });
    await tick(1);
    expect(live.number).toBe(2);
    expect(notices.all.map((notice) => notice.key)).toEqual(["stale x"]);
    await tick(7_000);
    expect(notices.all).toEqual([]);
  });

  it("fetches what an answered action should have brought by the socket", async () => {
    FakeSocket.last.says(hello(1, [entry(1)]));
    answers.set("/api/games/x/actions", { number: 2 });
    answers.set("/api/games/x", gameInfo());
    answers.set("/api/games/x/view", { number: 2, view: facts(2), ask: null });
    answers.set("/api/games/x/history", { entries: [entry(2)] });
    await act("x", 1, "end");
    await tick(2_900);
    expect(live.number).toBe(1);
    await tick(200);
    expect(live.number).toBe(2);
  });

  it("finds that the game is gone", async () => {
    FakeSocket.last.says(hello(1, [entry(1)]));
    removeGame();
    await live.catchUp();
    expect(live.status).toBe("gone");
  });
});
