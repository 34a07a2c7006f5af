import { describe, expect, it } from "vitest";
import busy from "../board/fixtures/busy.json";
import { COLOURS, type Gains, type RiversFacts } from "../types";
import { decidedBy, racersOf, warningsOf } from "./race";

const BUSY = busy as unknown as RiversFacts;

/** Return a table of some seats with these points, told by the events alone. */
function table(...points: number[][]): RiversFacts {
  const facts = structuredClone(BUSY);
  facts.seats = facts.seats.slice(0, points.length);
  for (const [at, seat] of facts.seats.entries()) {
    const row = points[at] ?? [];
    const weakest = COLOURS.filter((_, i) => row[i] === Math.min(...row));
    const gains: Gains = {
      points: Object.fromEntries(COLOURS.map((colour, i) => [colour, row[i]])) as Gains["points"],
      treasures: 0,
      score: row.toSorted((left, right) => left - right),
      weakest,
      leads: at === 1,
    };
    Object.assign(facts.dynasties[seat] ?? {}, { points: null, treasures: null, score: null, gains });
  }
  return facts;
}

describe("the race", () => {
  const hidden = table([3, 3, 3, 1], [3, 3, 3, 3]);

  it("shows what has been told, and knows nothing else", () => {
    const racers = racersOf(hidden);
    expect(racers.map(({ leads }) => leads)).toEqual([false, true]);
    expect(racers[0]).toMatchObject({
      score: { figure: "1" },
      description: expect.stringMatching(/: weakest colour black with 1, treasures 0$/) as string,
    });
    expect(racers[0]?.counts.map(({ key, have, first }) => [key, have, first])).toEqual([
      ["red", 3, false],
      ["blue", 3, false],
      ["green", 3, false],
      ["black", 1, true],
      ["treasures", 0, true],
    ]);
    for (const dynasty of Object.values(hidden.dynasties)) dynasty.gains = null;
    for (const { score, counts } of racersOf(hidden)) expect([score.figure, counts]).toEqual(["?", []]);
  });

  it("speaks the warnings to their reader", () => {
    const [ownSeat = "", opponent = ""] = hidden.seats;
    const message = { id: "alert.behind", seat: ownSeat, other: opponent, n: 3, own: 1, weakest: ["black"] };
    const facts = {
      ...hidden,
      alerts: [{ kind: "bag", seat: opponent, wins: true, near: false, text: "", said: message, details: {} }],
    };
    const [warning] = warningsOf(facts, ownSeat);
    expect(warning?.text).toMatch(/^\w+ would win if the game ended now: 3 against your 1\. Your weakest: black\.$/);
    expect(warning).toMatchObject({ key: `bag ${opponent}`, near: false, seat: opponent });
  });
});

describe("what decided a game", () => {
  const warningAt = (points: number[][], at: number) => {
    const facts = table(...points);
    const scores = Object.fromEntries(facts.seats.map((seat) => [seat, facts.dynasties[seat]?.gains?.score ?? []]));
    return decidedBy(facts, { reason: "bag", winners: [facts.seats[0] ?? ""], loser: null, scores }, [
      facts.seats[at] ?? "",
    ]);
  };

  it("is the weakest colour, for who has won and for who has not", () => {
    expect(
      warningAt(
        [
          [4, 5, 6, 7],
          [3, 3, 9, 9],
        ],
        0,
      ),
    ).toMatch(/^Your weakest colour won it: with treasures it came to 4, against 3 for /);
    expect(
      warningAt(
        [
          [4, 5, 6, 7],
          [3, 3, 9, 9],
        ],
        1,
      ),
    ).toMatch(/^Your weakest colours decided it: red and blue\. With treasures they came to 3, against 4 for /);
  });

  it("is the next one where they are level", () => {
    expect(
      warningAt(
        [
          [4, 5, 6, 7],
          [4, 4, 9, 9],
        ],
        0,
      ),
    ).toMatch(/level at 4.* yours are better\.$/);
    expect(
      warningAt(
        [
          [4, 5, 6, 7],
          [4, 4, 9, 9],
        ],
        1,
      ),
    ).toMatch(/level at 4.* theirs are better\.$/);
  });
});
