import { describe, expect, it } from "vitest";
import type { Entry, GameEvent, Seat } from "../../../api/types";
import busy from "../board/fixtures/busy.json";
import { COLOURS, type RiversFacts } from "../types";
import { decidedBy, racersOf, warningsOf } from "./race";
import { knownOf, standing, tallyOf, weakest } from "./tally";

const BUSY = busy as unknown as RiversFacts;

const event = (kind: string, seat: Seat | null, details: Record<string, unknown> = {}): GameEvent => ({ kind, seat, text: kind, details, changes: [] });
const entry = (number: number, events: GameEvent[], undo: number | null = null): Entry => ({
  number, by: "A", action: null, call: null, undo, at: "", round: null, phase: "action", scores: {}, events,
});

const GAME = [
  entry(1, [event("first", "A")]),
  entry(2, [event("drawn", "A"), event("drawn", "B")]),
  entry(3, [event("place", "A", { colour: "blue", cell: "C5", scores: "B" })]),
  entry(4, [event("place", "A", { colour: "blue", cell: "C5" })]),
  entry(5, [event("revolt_won", "B", { points: 1, colour: "black" })]),
  entry(6, [event("war_won", "A", { points: 4, colour: "green" })]),
  entry(7, [event("income", "A", { points: 1, colour: "black" })]),
  entry(8, [event("treasure", "B", { cell: "I7" })]),
];

const known = (points: number[], treasures = 0) => ({ points: Object.fromEntries(COLOURS.map((colour, i) => [colour, points[i] ?? 0])) as never, treasures });

describe("what everybody has seen", () => {
  it("is counted from what was told", () => {
    const tally = tallyOf(GAME, ["A", "B"]);
    expect(tally?.dynasties["A"]).toEqual({ points: { red: 0, blue: 0, green: 4, black: 1 }, treasures: 0 });
    // A revolt is won for red points, whichever office the leaders hold.
    expect(tally?.dynasties["B"]).toEqual({ points: { red: 1, blue: 1, green: 0, black: 0 }, treasures: 1 });
    expect(tally?.bag).toBe(141);
  });

  it("counts what the bag of each board holds", () => {
    expect(tallyOf(GAME, ["A", "B"], "advanced")?.bag).toBe(137);
  });

  it("counts two points for a tile that a civilization building doubles", () => {
    const doubled = [...GAME, entry(9, [event("place", "A", { colour: "blue", cell: "C5", scores: "B", points: 2 })])];
    expect(tallyOf(doubled, ["A", "B"])?.dynasties["B"]?.points.blue).toBe(3);
  });

  it("leaves out what was taken back", () => {
    const undone = [...GAME, entry(9, [], 5)];
    expect(tallyOf(undone, ["A", "B"])?.dynasties["A"]?.points).toEqual({ red: 0, blue: 0, green: 0, black: 0 });
  });

  it("is not known where the log does not begin with the game", () => {
    expect(tallyOf(GAME.slice(1), ["A", "B"])).toBeNull();
    expect(knownOf({ ...BUSY, dynasties: {} }, null, "A")).toBeNull();
  });

  it("gives treasures where they help most", () => {
    expect(standing({ points: { red: 3, blue: 7, green: 1, black: 4 }, treasures: 3 })).toEqual([3, 4, 4, 7]);
    expect(weakest({ points: { red: 3, blue: 1, green: 1, black: 4 }, treasures: 3 })).toEqual(["blue", "green"]);
  });
});

describe("the race", () => {
  const hidden: RiversFacts = structuredClone(BUSY);
  for (const dynasty of Object.values(hidden.dynasties)) Object.assign(dynasty, { points: null, treasures: null, score: null });
  const tally = { bag: 60, dynasties: Object.fromEntries(hidden.seats.map((seat, i) => [seat, known([3, 3, 3, i === 1 ? 3 : 1])])) };

  it("puts ahead whose weakest colour is strongest, and knows nothing that was not told", () => {
    const racers = racersOf(hidden, tally);
    expect(racers.filter(({ leads }) => leads).map(({ seat }) => seat)).toEqual([hidden.seats[1]]);
    expect(racers[0]?.score.figure).toBe("1");
    for (const { score, counts } of racersOf(hidden, null)) expect([score.figure, counts]).toEqual(["?", []]);
  });

  it("warns of the treasures, of the bag, and of being behind when the end is near", () => {
    expect(warningsOf(hidden, tally, [hidden.seats[0] ?? ""])).toEqual([]);
    const alert = { kind: "treasures", seat: null, wins: false, near: true, text: "", said: { id: "alert.treasures_now", left: 2 }, details: {} };
    const near = { ...hidden, alerts: [alert] };
    const told = warningsOf(near, { ...tally, bag: 4 }, [hidden.seats[0] ?? ""]).map((one) => one.text);
    expect(told[0]).toBe("2 treasures left on the map: the game ends with this turn.");
    expect(told[1]).toBe("4 tiles left in the bag: this turn may be the last.");
    expect(told[2]).toMatch(/would win if it ended now: 3 against your 1\. Your weakest: black\./);
  });
});

describe("what decided a game", () => {
  const ended = (points: number[][]) => {
    const facts = structuredClone(BUSY);
    facts.seats = facts.seats.slice(0, points.length);
    facts.seats.forEach((seat, at) => Object.assign(facts.dynasties[seat] ?? {}, { points: known(points[at] ?? []).points, treasures: 0 }));
    const scores = Object.fromEntries(facts.seats.map((seat, at) => [seat, [...(points[at] ?? [])].sort((one, other) => one - other)]));
    return { facts, outcome: { reason: "bag", winners: [facts.seats[0] ?? ""], loser: null, scores } };
  };
  const said = (points: number[][], at: number) => {
    const { facts, outcome } = ended(points);
    return decidedBy(facts, outcome, [facts.seats[at] ?? ""]);
  };

  it("is the weakest colour, for who has won and for who has not", () => {
    expect(said([[4, 5, 6, 7], [3, 3, 9, 9]], 0)).toMatch(/^Your weakest colour won it: with treasures it came to 4, against 3 for /);
    expect(said([[4, 5, 6, 7], [3, 3, 9, 9]], 1)).toMatch(/^Your weakest colours decided it: red and blue\. With treasures they came to 3, against 4 for /);
  });

  it("is the next one where they are level", () => {
    expect(said([[4, 5, 6, 7], [4, 4, 9, 9]], 0)).toMatch(/level at 4.* yours are better\.$/);
    expect(said([[4, 5, 6, 7], [4, 4, 9, 9]], 1)).toMatch(/level at 4.* theirs are better\.$/);
  });
});
