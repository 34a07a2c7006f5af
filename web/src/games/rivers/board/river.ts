/** The rivers as lines through their cells. They are deterministic, so that nothing shifts between moves. */

import {
  CELL,
  CELLS,
  centreOf,
  columnOf,
  COLUMNS,
  HEIGHT,
  isRiver,
  nameAt,
  neighboursOf,
  type Point,
  rowOf,
  ROWS,
  WIDTH,
} from "./geometry";
import { MOUTHS } from "./art";
import type { BoardName, CellName } from "../types";

interface River {
  /** All water as one path, drawn with round ends and a stroke as wide as the river. */
  water: string;
  /** Decorations on a few land cells: palms, hills and reeds. */
  tufts: readonly (Point & { kind: "palm" | "hill" | "reed" })[];
}

const SWAY = 7;

/** Return a pseudo-random number between 0 and 1, always the same for a seed. */
function luck(seed: number): number {
  const wild = Math.sin(seed) * 43758.5453;
  return wild - Math.floor(wild);
}

/** Return the point where water crosses from one cell to the next, near the middle of their common side. */
function crossing(from: CellName, to: CellName): Point {
  const [a, b] = [centreOf(from), centreOf(to)];
  const off = (luck((a.x + b.x + 3 * (a.y + b.y)) * 12.9898) - 0.5) * 2 * SWAY;
  const upright = a.x === b.x;
  return { x: (a.x + b.x) / 2 + (upright ? off : 0), y: (a.y + b.y) / 2 + (upright ? 0 : off) };
}

function at({ x, y }: Point): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}

/** Return the control point inward from a side of a cell and perpendicular to it: water passes between cells without a bend. */
function inward(gate: Point, centre: Point): Point {
  const REACH = CELL * 0.34;
  const across = Math.abs(gate.x - centre.x) > CELL / 2 - 1;
  return across
    ? { x: gate.x + Math.sign(centre.x - gate.x) * REACH, y: gate.y }
    : { x: gate.x, y: gate.y + Math.sign(centre.y - gate.y) * REACH };
}

/** Return the points where the water of a board crosses the edge of the map, by cell. */
function mouthsOf(board: BoardName): Record<CellName, Point> {
  return Object.fromEntries(
    Object.entries(MOUTHS[board]).map(([cell, [x, y]]) => [cell, { x: x * CELL, y: y * CELL }]),
  );
}

/** Return the water in a cell: a curve between each pair of sides that water crosses. */
function stretch(board: BoardName, cell: CellName, mouth: Point | undefined): string {
  const centre = centreOf(cell);
  const wet = neighboursOf(cell).filter((next) => isRiver(board, next));
  const gates = [...wet.map((next) => crossing(cell, next)), ...(mouth ? [mouth] : [])];
  return gates
    .flatMap((gate, i) =>
      gates
        .slice(i + 1)
        .map((nextGate) => `M${at(gate)}C${at(inward(gate, centre))} ${at(inward(nextGate, centre))} ${at(nextGate)}`),
    )
    .join("");
}

/** Return the water at corners where four river cells meet; on the edge of the map, two adjacent mouths suffice. */
function pools(board: BoardName): string {
  const spots: Point[] = [];
  for (let row = 0; row <= ROWS; row++)
    for (let column = 0; column <= COLUMNS; column++) {
      const around = [
        nameAt(column - 1, row - 1),
        nameAt(column, row - 1),
        nameAt(column - 1, row),
        nameAt(column, row),
      ];
      const inside = around.filter((cell) => cell !== null);
      const open = inside.length === 4 || (inside.length === 2 && inside.every((cell) => cell in MOUTHS[board]));
      if (open && inside.every((cell) => isRiver(board, cell))) spots.push({ x: column * CELL, y: row * CELL });
    }
  return spots.map((spot) => `M${at(spot)}h.1`).join("");
}

/** Return the water that flows from a mouth past the edge of the map. */
function runoff(gate: Point): string {
  const way = (value: number, end: number) => (value === 0 ? -CELL : value === end ? end + CELL : value);
  return `M${at(gate)}L${at({ x: way(gate.x, WIDTH), y: way(gate.y, HEIGHT) })}`;
}

function waterOf(board: BoardName): string {
  const mouths = mouthsOf(board);
  const stretches = CELLS.filter((cell) => isRiver(board, cell)).map((cell) => stretch(board, cell, mouths[cell]));
  return [...stretches, pools(board), ...Object.values(mouths).map(runoff)].join("");
}

function tuftsOf(board: BoardName): River["tufts"] {
  return CELLS.flatMap((cell) => {
    const share = luck(columnOf(cell) * 78.2 + rowOf(cell) * 39.3);
    if (isRiver(board, cell) || share > 0.24) return [];
    const wet = neighboursOf(cell).some((next) => isRiver(board, next));
    return [
      { ...centreOf(cell), kind: wet ? ("reed" as const) : share > 0.11 ? ("hill" as const) : ("palm" as const) },
    ];
  });
}

const rivers = new Map<BoardName, River>();

/** Return the rivers of a board and the decorations on its land, cached by board. */
export function riverOf(board: BoardName): River {
  const river = rivers.get(board) ?? { water: waterOf(board), tufts: tuftsOf(board) };
  rivers.set(board, river);
  return river;
}
