import { describe, expect, it } from "vitest";
import { around, FRONT, PITCH, pierAt, positionOf, roadBetween, SEATS, sitesOf } from "./geometry";

/** Rules B.1: row and column of each site in the rulebook's diagram, centred on row 6, column 11. */
const DIAGRAM: Record<string, Record<string, [row: number, column: number]>> = {
  C: { N: [2, 11], E: [6, 19], S: [10, 11], W: [6, 3] },
  FM: { N: [3, 11], E: [6, 17], S: [9, 11], W: [6, 5] },
  FL: { N: [3, 13], E: [7, 17], S: [9, 9], W: [5, 5] },
  FR: { N: [3, 9], E: [5, 17], S: [9, 13], W: [7, 5] },
  BL: { N: [2, 13], E: [7, 19], S: [10, 9], W: [5, 3] },
  BR: { N: [2, 9], E: [5, 19], S: [10, 13], W: [7, 3] },
};

/** Convert steps of the diagram (one row or two columns) to drawing units; the front row is three steps from the middle. */
function drawn(steps: number): number {
  const far = Math.abs(steps);
  return Math.sign(steps) * (far >= 3 ? FRONT + (far - 3) * PITCH : far * PITCH);
}

describe("sites", () => {
  for (const [place, bySeat] of Object.entries(DIAGRAM))
    for (const [seat, [row, column]] of Object.entries(bySeat))
      it(`lays ${seat}.${place} where B.1 has it`, () => {
        const { x, y } = positionOf(`${seat}.${place}`, null);
        expect(x).toBeCloseTo(drawn((column - 11) / 2));
        expect(y).toBeCloseTo(drawn(row - 6));
      });

  it("turns the whole board with whose continent lies at the bottom", () => {
    for (const bottom of SEATS) {
      expect(positionOf(`${bottom}.C`, bottom)).toEqual(positionOf("S.C", null));
      expect(positionOf(`${bottom}.FL`, bottom)).toEqual(positionOf("S.FL", null));
      const next = SEATS[(SEATS.indexOf(bottom) + 1) % 4] ?? "N";
      expect(positionOf(`${next}.BR`, bottom), "the seat to the left").toEqual(positionOf("W.BR", null));
    }
  });

  it("reads the seats from the bottom, clockwise", () => {
    expect(around(["N", "E", "S", "W"], null)).toEqual(["S", "W", "N", "E"]);
    expect(around(["N", "E", "S"], "E")).toEqual(["E", "S", "N"]);
  });

  it("keeps all sites apart, with any continent at the bottom", () => {
    for (const bottom of SEATS) {
      const points = SEATS.flatMap((seat) => sitesOf(seat)).map((site) => positionOf(site, bottom));
      points.forEach((a, i) =>
        points.slice(i + 1).forEach((b) => {
          expect(Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y))).toBeGreaterThanOrEqual(PITCH);
        }),
      );
    }
  });
});

describe("sticks", () => {
  it("lays a road halfway, pointing to its second place", () => {
    const road = roadBetween("S.C", "S.FM", null);
    expect(road).toMatchObject({ x: 0, y: FRONT + PITCH / 2, turn: -90 });
    expect(roadBetween("S.C", "S.FR", null).length).toBeGreaterThan(road.length);
  });

  it("lays piers side by side, heads in the sea", () => {
    const piers = [0, 1, 2].map((i) => pierAt("E.FM", i, 3, null));
    expect(new Set(piers.map((pier) => pier.x)).size).toBe(1);
    expect(piers.reduce((sum, pier) => sum + pier.y, 0)).toBeCloseTo(0);
    expect(piers[0]?.turn).toBe(180);
    expect(piers[0]?.x).toBeLessThan(positionOf("E.FM", null).x);
  });
});
