/** Geometry of the map: cells, neighbours and ground. Lengths are in units of the drawing, from the map's corner. */

import type { Box } from "../../../board/targets";
import type { BoardName, CellName, Pair } from "../types";
import { MAPS } from "./art";

export type { Box };

export interface Point {
  x: number;
  y: number;
}

export const COLUMNS = 16;
export const ROWS = 11;
export const CELL = 60;
/** The edge around the map, with the names of columns and rows. */
export const MARGIN = 34;
export const WIDTH = COLUMNS * CELL;
export const HEIGHT = ROWS * CELL;
/** The whole drawing. */
export const WHOLE: Box = { x: -MARGIN, y: -MARGIN, width: WIDTH + 2 * MARGIN, height: HEIGHT + 2 * MARGIN };

export const LETTERS = Array.from({ length: COLUMNS }, (_, i) => String.fromCharCode(65 + i));

export function nameAt(column: number, row: number): CellName | null {
  if (column < 0 || column >= COLUMNS || row < 0 || row >= ROWS) return null;
  return `${LETTERS[column] ?? ""}${row + 1}`;
}

/** All cells, row by row. */
export const ROWS_OF_CELLS: readonly (readonly CellName[])[] = Array.from({ length: ROWS }, (_, row) =>
  LETTERS.map((letter) => `${letter}${row + 1}`),
);
export const CELLS: readonly CellName[] = ROWS_OF_CELLS.flat();

export function columnOf(cell: CellName): number {
  return cell.charCodeAt(0) - 65;
}

export function rowOf(cell: CellName): number {
  return Number(cell.slice(1)) - 1;
}

function ground(board: BoardName, cell: CellName): string {
  return MAPS[board][rowOf(cell)]?.[columnOf(cell)] ?? ".";
}

export function isRiver(board: BoardName, cell: CellName): boolean {
  return ground(board, cell) === "~";
}

export function isSpecial(board: BoardName, cell: CellName): boolean {
  return ground(board, cell) === "O";
}

/** Return the cells of a board with a special border. */
export function specialOf(board: BoardName): CellName[] {
  return CELLS.filter((cell) => isSpecial(board, cell));
}

/** Return the cells that hold a temple with a treasure at the start. */
export function sitesOf(board: BoardName): CellName[] {
  return CELLS.filter((cell) => "TO".includes(ground(board, cell)));
}

/** Return the centre of a cell. */
export function centreOf(cell: CellName): Point {
  return { x: (columnOf(cell) + 0.5) * CELL, y: (rowOf(cell) + 0.5) * CELL };
}

/** Return the CSS transform of a drawing at a point of the map; on a turned map it stands upright, too. */
export function uprightAt({ x, y }: Point): string {
  return `translate(${x}px, ${y}px) rotate(var(--upright, 0deg))`;
}

/** Return the cell at an offset in columns and rows, or null beyond the edge. */
export function stepFrom(cell: CellName, right: number, down: number): CellName | null {
  return nameAt(columnOf(cell) + right, rowOf(cell) + down);
}

export function neighboursOf(cell: CellName): CellName[] {
  const around = [stepFrom(cell, 0, -1), stepFrom(cell, -1, 0), stepFrom(cell, 1, 0), stepFrom(cell, 0, 1)];
  return around.filter((name) => name !== null);
}

/** Return the four cells of the square with this upper left corner. */
export function squareOf(corner: CellName): CellName[] {
  const all = [corner, stepFrom(corner, 1, 0), stepFrom(corner, 0, 1), stepFrom(corner, 1, 1)];
  return all.filter((name) => name !== null);
}

/** Return the centre of the square with this upper left corner. */
export function squareCentre(corner: CellName): Point {
  const { x, y } = centreOf(corner);
  return { x: x + CELL / 2, y: y + CELL / 2 };
}

/** Return the monument that covers a cell, as its pair of colours, or null. */
export function monumentOn(cell: CellName, monuments: Record<Pair, CellName>): Pair | null {
  const monument = Object.entries(monuments).find(([, corner]) => squareOf(corner).includes(cell));
  return monument ? monument[0] : null;
}
