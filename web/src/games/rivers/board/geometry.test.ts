import { describe, expect, it } from "vitest";
import {
  CELL,
  CELLS,
  centreOf,
  isRiver,
  isSpecial,
  monumentOn,
  nameAt,
  neighboursOf,
  sitesOf,
  specialOf,
  squareOf,
  stepFrom,
  WHOLE,
} from "./geometry";
import { Gestures } from "./gestures";
import { outlineOf } from "./outline";
import { riverOf } from "./river";
import { PRINTED, TURNED } from "./chart";
import { cellWidth, clamped, closeTo, isWhole, onlyNear, scaled, showing } from "./zoom";

describe("the map", () => {
  it("has its rivers, temples and special borders", () => {
    expect(CELLS).toHaveLength(176);
    expect(CELLS.filter((cell) => isRiver("standard", cell))).toHaveLength(41);
    expect(sitesOf("standard")).toEqual(["K1", "B2", "P2", "F3", "N5", "I7", "B8", "O9", "F10", "K11"]);
    expect(specialOf("standard")).toEqual(["B2", "P2", "B8", "O9"]);
  });

  it("has another side", () => {
    expect(CELLS.filter((cell) => isRiver("advanced", cell))).toHaveLength(39);
    expect(sitesOf("advanced")).toHaveLength(14);
    expect(specialOf("advanced")).toEqual(["B3", "P6", "A8", "E10", "J11", "O11"]);
    expect(isSpecial("advanced", "B2")).toBe(false);
  });

  it("knows who is next to whom", () => {
    expect(neighboursOf("A1")).toEqual(["B1", "A2"]);
    expect(neighboursOf("G5")).toEqual(["G4", "F5", "H5", "G6"]);
    expect(stepFrom("P11", 1, 0)).toBeNull();
    expect(squareOf("C5")).toEqual(["C5", "D5", "C6", "D6"]);
    expect(monumentOn("D6", { "red-blue": "C5" })).toBe("red-blue");
    expect(monumentOn("E6", { "red-blue": "C5" })).toBeNull();
  });
});

describe("the rivers", () => {
  it("flow through every cell of water, and signs of land stand on land", () => {
    for (const board of ["standard", "advanced"] as const) {
      const { water, tufts } = riverOf(board);
      expect(water).not.toMatch(/NaN|undefined/);
      expect(tufts.every(({ x, y }) => !isRiver(board, nameAt(Math.floor(x / CELL), Math.floor(y / CELL)) ?? ""))).toBe(
        true,
      );
      expect(riverOf(board).water).toBe(water);
    }
    expect(riverOf("advanced").water).not.toBe(riverOf("standard").water);
  });
});

describe("outlines", () => {
  const loops = (path: string) => path.split("M").length - 1;

  it("go once around what is connected", () => {
    expect(loops(outlineOf(["C5"]))).toBe(1);
    expect(loops(outlineOf(["C5", "D5", "D6"]))).toBe(1);
    expect(loops(outlineOf(["C5", "E5"]))).toBe(2);
  });

  it("go around a hole too, and part where cells meet in a corner only", () => {
    expect(loops(outlineOf(["C5", "D5", "E5", "C6", "E6", "C7", "D7", "E7"]))).toBe(2);
    expect(loops(outlineOf(["C5", "D6"]))).toBe(2);
  });

  it("have a corner only where the line turns", () => {
    expect(outlineOf(["C5", "D5", "E5"]).split("Q")).toHaveLength(5);
    expect(outlineOf(["C5"], 4, 0)).toContain("M124.0 ");
  });
});

describe("coming closer", () => {
  it("makes cells as large as a finger, and stays on the map", () => {
    const frame = closeTo(PRINTED, centreOf("A1"), 360);
    expect(cellWidth(frame, 360)).toBeGreaterThanOrEqual(44);
    expect([frame.x, frame.y]).toEqual([WHOLE.x, WHOLE.y]);
    expect(isWhole(PRINTED, frame)).toBe(false);
    expect(isWhole(PRINTED, clamped(PRINTED, { ...frame, width: 5000 }, 360))).toBe(true);
  });

  it("keeps the point under the fingers where it is", () => {
    const about = centreOf("H6");
    const frame = scaled(PRINTED, WHOLE, about, 2, 360);
    expect((about.x - frame.x) / frame.width).toBeCloseTo((about.x - WHOLE.x) / WHOLE.width);
  });

  it("follows the focus", () => {
    const frame = showing(PRINTED, closeTo(PRINTED, centreOf("A1"), 360), "P11", 360);
    const { x, y } = centreOf("P11");
    expect(frame.x + frame.width).toBeGreaterThan(x);
    expect(frame.y + frame.height).toBeGreaterThan(y);
  });

  it("needs no coming closer where only one thing can be meant", () => {
    const pixel = WHOLE.width / 360;
    expect(onlyNear(centreOf("C5"), ["C5", "H5"], pixel)).toBe("C5");
    expect(onlyNear(centreOf("C6"), ["C5", "H5"], pixel)).toBe("C5");
    expect(onlyNear(centreOf("C5"), ["C5", "D5"], pixel)).toBeNull();
    expect(onlyNear(centreOf("C9"), ["C5"], pixel)).toBeNull();
  });
});

describe("a turned map", () => {
  it("has north at the right and all of its cells in the drawing", () => {
    const [north, south] = [TURNED.draw(centreOf("A1")), TURNED.draw(centreOf("A11"))];
    expect(north.x).toBeGreaterThan(south.x);
    expect(north.y).toBe(south.y);
    for (const cell of CELLS) {
      const { x, y } = TURNED.draw(centreOf(cell));
      expect(x > 0 && x < TURNED.width && y > 0 && y < TURNED.height).toBe(true);
      expect(TURNED.find({ x, y })).toEqual(centreOf(cell));
    }
  });

  it("fills a phone of 390 pixels with cells of 34", () => {
    expect(cellWidth(TURNED.whole, 390)).toBeGreaterThanOrEqual(34);
  });
});

describe("gestures", () => {
  const event = (pointerId: number, clientX: number, clientY = 0) =>
    ({ pointerId, pointerType: "touch", clientX, clientY }) as PointerEvent;

  it("tell a tap from a drag", () => {
    const gestures = new Gestures();
    gestures.down(event(1, 100));
    expect(gestures.move(event(1, 104))).toBeNull();
    expect(gestures.dragged).toBe(false);
    expect(gestures.move(event(1, 130))?.by.x).toBe(26);
    expect(gestures.dragged).toBe(true);
    gestures.up(event(1, 130));
    gestures.down(event(2, 50));
    expect(gestures.dragged).toBe(false);
    expect(gestures.move(event(9, 50))).toBeNull();
  });

  it("change the scale with two fingers", () => {
    const gestures = new Gestures();
    gestures.down(event(1, 100));
    gestures.down(event(2, 200));
    const movement = gestures.move(event(2, 300));
    expect(movement?.factor).toBe(2);
    expect(movement?.at.x).toBe(200);
  });
});
