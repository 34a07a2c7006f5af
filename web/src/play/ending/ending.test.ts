import { describe, expect, it, vi } from "vitest";
import { entryOf, eventOf } from "../../api/testing";
import type { Entry, Outcome } from "../../api/types";
import { endingOf, lastAhead, turnsOf, type Foretold } from "./ending";
import { momentsOf, type Chronicle } from "../log/log";

const entry = (number: number, by: string | null, round: number, kinds: string[] = ["done"]) =>
  entryOf(number, { by, round, events: kinds.map((kind) => eventOf(kind, { seat: by })) });
// N plays at 2 and 3, then at 6, then at 8 and 9.
const GAME = [
  entry(1, "chance", 1),
  entry(2, "N", 1),
  entry(3, "N", 1),
  entry(4, "S", 1),
  entry(5, "S", 2),
  entry(6, "N", 2),
  entry(7, "S", 3),
  entry(8, "N", 3),
  entry(9, "N", 3),
  entry(10, "S", 3),
];
const OUTCOME: Outcome = { reason: "trade", winners: ["S"], loser: null, scores: {} };
const entryFrom = (from: number, kind = "trade", seat: string | null = "S") =>
  vi.fn(async (number: number): Promise<Foretold[]> => (number >= from ? [{ kind, seat, text: `at ${number}` }] : []));

describe("how it came", () => {
  it("looks at the beginnings of one's own turns, the last first", () => {
    expect(turnsOf(GAME, ["N"]).map(({ number }) => number)).toEqual([7, 5, 1]);
    expect(turnsOf(GAME, [])).toEqual([]);
  });

  it("tells what stood on the screen, since when, and the last chance", async () => {
    const look = entryFrom(5);
    expect(await endingOf(GAME, ["N"], OUTCOME, look)).toEqual({
      text: "at 7",
      first: { number: 5, round: 2 },
      last: { number: 7, round: 3 },
    });
    expect(look.mock.calls.map(([number]) => number)).toEqual([7, 5, 1]);
  });

  it("says nothing where nothing had been foretold, or something else", async () => {
    expect(await endingOf(GAME, ["N"], OUTCOME, entryFrom(99))).toBeNull();
    expect(await endingOf(GAME, ["N"], OUTCOME, entryFrom(0, "conquest"))).toBeNull();
    expect(await endingOf(GAME, ["N"], OUTCOME, entryFrom(0, "trade", "W"))).toBeNull();
  });

  it("knows when one was last ahead, if the scores are known", () => {
    const scored = (number: number, N: number, S?: number) =>
      entryOf(number, { scores: { N, ...(S === undefined ? {} : { S }) } });
    const entries = [scored(1, 2, 1), scored(2, 3, 2), scored(3, 3, 3), scored(4, 9)];
    expect(lastAhead(entries, ["N"], OUTCOME)).toMatchObject({ number: 2 });
    expect(lastAhead(entries.slice(2), ["N"], OUTCOME)).toBeNull();
  });

  it("goes by who lost, where one seat did", async () => {
    const fallen: Outcome = { ...OUTCOME, reason: "unrest", loser: "W" };
    expect(await endingOf(GAME, ["N"], fallen, entryFrom(7, "unrest", "W"))).toMatchObject({ last: { number: 7 } });
    expect(await endingOf(GAME, ["N"], fallen, entryFrom(7, "unrest", "S"))).toBeNull();
  });
});

describe("an entry", () => {
  it("is as many moments as begin in it", () => {
    const chronicle = { breaks: (event: { kind: string }) => event.kind === "war" } as unknown as Chronicle;
    const kinds = (entry: Entry) => momentsOf(entry, chronicle).map(({ events }) => events.map(({ kind }) => kind));
    expect(kinds(entry(1, "N", 1, ["committed", "war_won", "war", "turn"]))).toEqual([
      ["committed", "war_won"],
      ["war", "turn"],
    ]);
    expect(kinds(entry(1, "N", 1, ["war"]))).toEqual([["war"]]);
    expect(kinds(entry(1, "N", 1, []))).toEqual([[]]);
  });
});
