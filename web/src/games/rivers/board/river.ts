/** The two rivers as lines through their cells: always the same, so nothing wobbles between moves. */

import { CELL, centreOf, columnOf, HEIGHT, isRiver, nameAt, neighboursOf, type Point, RIVER, rowOf, WIDTH } from "./geometry";
import { MOUTHS } from "./art";
import type { CellName } from "../types";

/** Where the water crosses the edge of the map: the cell, and the point on the edge. */
const CROSSINGS: Readonly<Record<CellName, Point>> = Object.fromEntries(
  Object.entries(MOUTHS).map(([cell, [x, y]]) => [cell, { x: x * CELL, y: y * CELL }]),
);
const SWAY = 7;

/** What looks like chance between 0 and 1, always the same. */
function luck(seed: number): number {
  const wild = Math.sin(seed) * 43758.5453;
  return wild - Math.floor(wild);
}

/** Where the water crosses from one cell to the next: near the middle of the side between them. */
function crossing(from: CellName, to: CellName): Point {
  const [a, b] = [centreOf(from), centreOf(to)];
  const off = (luck((a.x + b.x + 3 * (a.y + b.y)) * 12.9898) - 0.5) * 2 * SWAY;
  const upright = a.x === b.x;
  return { x: (a.x + b.x) / 2 + (upright ? off : 0), y: (a.y + b.y) / 2 + (upright ? 0 : off) };
}

function at({ x, y }: Point): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}

/** The point further in from a side of a cell, square to that side, so that water goes on from cell to cell without a bend. */
function inward(gate: Point, centre: Point): Point {
  const REACH = CELL * 0.34;
  const across = Math.abs(gate.x - centre.x) > CELL / 2 - 1;
  return across
    ? { x: gate.x + Math.sign(centre.x - gate.x) * REACH, y: gate.y }
    : { x: gate.x, y: gate.y + Math.sign(centre.y - gate.y) * REACH };
}

/** The stretch of water in a cell: a bend between each two of the sides that water crosses. */
function stretch(cell: CellName): string {
  const centre = centreOf(cell);
  const mouth = CROSSINGS[cell];
  const gates = [...neighboursOf(cell).filter(isRiver).map((next) => crossing(cell, next)), ...(mouth ? [mouth] : [])];
  return gates
    .flatMap((gate, i) =>
      gates.slice(i + 1).map((other) => `M${at(gate)}C${at(inward(gate, centre))} ${at(inward(other, centre))} ${at(other)}`),
    )
    .join("");
}

/** Where four cells of water meet, the water between them. */
function pools(): string {
  const corners = RIVER.filter((cell) => {
    const [column, row] = [columnOf(cell), rowOf(cell)];
    return [nameAt(column + 1, row), nameAt(column, row + 1), nameAt(column + 1, row + 1)].every((name) => name !== null && isRiver(name));
  });
  const spots = corners.map((cell) => ({ x: (columnOf(cell) + 1) * CELL, y: (rowOf(cell) + 1) * CELL }));
  return [...spots, { x: WIDTH, y: 4 * CELL }].map((spot) => `M${at(spot)}h.1`).join("");
}

/** What flows off the map goes on beyond its edge. */
function runoff(): string {
  const way = (value: number, end: number) => (value === 0 ? -CELL : value === end ? end + CELL : value);
  return Object.values(CROSSINGS)
    .map((gate) => `M${at(gate)}L${at({ x: way(gate.x, WIDTH), y: way(gate.y, HEIGHT) })}`)
    .join("");
}

/** All water as one path, to be drawn with round ends and a stroke as wide as the river. */
export const WATER = RIVER.map(stretch).join("") + pools() + runoff();

/** Land on which the map shows a sign of its own: palms and hills, few, away from the water's middle. */
export function tufts(): (Point & { kind: "palm" | "hill" | "reed" })[] {
  const kinds = ["palm", "hill", "reed"] as const;
  const out: (Point & { kind: (typeof kinds)[number] })[] = [];
  for (let row = 0; row * CELL < HEIGHT; row++)
    for (let column = 0; column * CELL < WIDTH; column++) {
      const name = nameAt(column, row);
      const share = luck(column * 78.2 + row * 39.3);
      if (name === null || isRiver(name) || share > 0.24) continue;
      const wet = neighboursOf(name).some(isRiver);
      const kind = wet ? "reed" : share > 0.11 ? "hill" : "palm";
      out.push({ x: (column + 0.5) * CELL, y: (row + 0.5) * CELL, kind });
    }
  return out;
}
