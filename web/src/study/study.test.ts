import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Study } from "./study";
import { collectionOf, EMPTY, followingIn, merge, streakOf } from "./study";

const puzzle = (at: number, right: boolean, tries: number, solved: boolean, points = 1000) => ({
  at,
  right,
  game: "chess",
  theme: "fork",
  points,
  tries,
  solved,
});
const mistake = (at: number, loss: number, more: object = {}) => ({
  at,
  game: "chess",
  seats: 2,
  loss,
  tries: 0,
  solved: false,
  gone: false,
  ...more,
});

/** Return many documents, by a fixed sequence of pseudo-random numbers. */
function documents(count: number): Study[] {
  let seed = 1;
  const roll = (faces: number) => ((seed = (seed * 48271) % 2147483647), seed % faces);
  const some = <T>(keys: string[], entry: () => T) =>
    Object.fromEntries(keys.filter(() => roll(2)).map((key) => [key, entry()]));
  return Array.from({ length: count }, () => ({
    puzzles: some(["a", "b", "c"], () => puzzle(roll(3), roll(2) > 0, roll(4), roll(2) > 0)),
    mistakes: some(["g/1", "g/2"], () => mistake(roll(3), roll(3) / 4, { tries: roll(3), gone: roll(2) > 0 })),
    days: ["2026-11-27", "2026-11-28"].filter(() => roll(2)),
    best: roll(3),
    rating: roll(2) ? { rating: roll(3), spread: 1 + roll(3), attempts: roll(3) } : null,
  }));
}

it("merges documents in any order and as often as one likes", () => {
  const all = documents(60);
  for (let at = 0; at + 2 < all.length; at += 1) {
    const [one, two, three] = all.slice(at, at + 3) as [Study, Study, Study];
    const merged = merge(one, two);
    expect(merged).toEqual(merge(two, one));
    expect(merge(merged, two)).toEqual(merged);
    expect(merge(merged, three)).toEqual(merge(one, merge(two, three)));
    expect(merge(one, EMPTY)).toEqual(one);
  }
});

it("keeps the first answer, and what was solved ever", () => {
  const phone = { ...EMPTY, puzzles: { a: puzzle(5, true, 1, true) } };
  const laptop = { ...EMPTY, puzzles: { a: puzzle(3, false, 4, false) } };
  expect(merge(phone, laptop).puzzles["a"]).toEqual(puzzle(3, false, 4, true));
  const many = Object.fromEntries(Array.from({ length: 1600 }, (_, at) => [`p${at}`, puzzle(at, true, 1, true)]));
  const kept = Object.keys(merge({ ...EMPTY, puzzles: many }, EMPTY).puzzles);
  expect([kept.length, kept[0]]).toEqual([1500, "p100"]);
});

it.each([
  [[], 0],
  [["2026-11-30"], 0],
  [["2026-12-01"], 1],
  [["2026-12-02"], 1],
  [["2026-11-29", "2026-11-30", "2026-12-01", "2026-12-02"], 4],
  [["2026-11-29", "2026-11-30", "2026-12-01"], 3],
  [["2026-11-29", "2026-12-01", "2026-12-02"], 2],
])("counts the days %j as a streak of %i", (days, streak) => {
  expect(streakOf(days, "2026-12-02")).toBe(streak);
});

it("collects mistakes and failed puzzles, the easiest first, and leads from one to the next", () => {
  const study: Study = {
    ...EMPTY,
    puzzles: {
      hard: puzzle(1, false, 1, false, 1300),
      easy: puzzle(2, false, 1, true, 900),
      right: puzzle(3, true, 1, true),
    },
    mistakes: { "g/7": mistake(1, 0.4), "g/3": mistake(2, 0.15), "g/9": mistake(3, 0.2, { gone: true }) },
  };
  const collection = collectionOf(study);
  expect(collection.map(({ name }) => name)).toEqual(["g/3", "g/7", "easy", "hard"]);
  expect(followingIn(collection, "g/7")?.name).toBe("hard");
  expect(followingIn(collection, "hard")?.name).toBe("g/3");
  expect(followingIn(collection.slice(2), "hard")).toBeNull();
});

describe("the copy in this browser", () => {
  let server: { kept: boolean; study: Study };
  let sent: Study[];
  const summary = (name: string) => ({ name, game: "chess", theme: "fork", rating: 1100 }) as never;

  /** Open the page anew. */
  async function open() {
    vi.resetModules();
    return (await import("./own.svelte")).ownStudy;
  }

  beforeEach(() => {
    localStorage.clear();
    server = { kept: false, study: EMPTY };
    sent = [];
    vi.stubGlobal("fetch", async (path: string, { method, body }: RequestInit) => {
      const posted = body === undefined ? null : JSON.parse(String(body));
      if (path.endsWith("/rate"))
        return Response.json({ rating: { rating: 26, spread: 8 }, points: 1020, spread_points: 320 });
      if (method === "POST") {
        sent.push(posted);
        server.study = merge(server.study, posted);
      }
      if (method === "DELETE") server.study = EMPTY;
      return Response.json(server.kept ? server : { kept: false, study: EMPTY });
    });
  });

  it("is rated at first attempts alone, survives a reload, and is sent to nobody without an account", async () => {
    const own = await open();
    expect(await own.noteAttempt(summary("a"), false)).toEqual({ points: 1020, change: 20 });
    expect(await own.noteAttempt(summary("a"), true)).toBeNull();
    await own.sync();
    const again = await open();
    expect(again.study.puzzles["a"]).toMatchObject({ right: false, solved: true, tries: 2, points: 1100 });
    expect(again.study.rating).toEqual({ rating: 26, spread: 8, attempts: 1 });
    expect(sent).toEqual([]);
  });

  it("is joined with an account, sends what is new, and takes over what other devices have sent", async () => {
    const own = await open();
    own.noteDay("2026-11-27");
    server = { kept: true, study: { ...EMPTY, best: 9, rating: { rating: 30, spread: 4, attempts: 12 } } };
    await own.sync();
    expect(own.study).toMatchObject({ days: ["2026-11-27"], best: 9, rating: { attempts: 12 } });
    own.noteMistakes({ "g/3": { game: "chess", seats: 2, loss: 0.2 } });
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.days).toEqual([]);
    own.noteTry("g/3", { solved: true });
    await vi.waitFor(() => expect(server.study.mistakes["g/3"]).toMatchObject({ tries: 1, solved: true }));
    await own.clear();
    expect([server.study, (await open()).study]).toEqual([EMPTY, EMPTY]);
  });

  it("stays when the session is ended elsewhere; whoever signs in next gets what came since, and their own", async () => {
    server.kept = true;
    const own = await open();
    await own.sync();
    own.noteDay("2026-11-27");
    await vi.waitFor(() => expect(server.study.days).toHaveLength(1));
    server = { kept: false, study: EMPTY };
    await own.sync();
    expect(own.study.days).toEqual(["2026-11-27"]);
    own.noteRun(3);
    server = { kept: true, study: { ...EMPTY, days: ["2026-11-20"] } };
    await own.sync();
    expect(own.study).toMatchObject({ days: ["2026-11-20"], best: 3 });
  });

  it("takes over the puzzles that were noted as solved before, and nothing that is malformed", async () => {
    localStorage.setItem("kingdoms.puzzles", '["chess-1-2"]');
    localStorage.setItem("kingdoms.study", '{"study": {"puzzles": {"x": {}, "y": 1}, "days": 3, "rating": {}}}');
    const own = await open();
    expect(own.study).toEqual({ ...EMPTY, puzzles: { "chess-1-2": { ...puzzle(0, true, 1, true), theme: "-" } } });
    expect((await open()).study).toEqual(own.study);
  });
});
