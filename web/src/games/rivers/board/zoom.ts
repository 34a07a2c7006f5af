/** Zooming: the visible part of the map. Cells have to be as large as a fingertip before one can be chosen by touch. */

import type { CellName } from "../types";
import { type Box, CELL, centreOf, type Point, WHOLE } from "./geometry";

/** The least width of a cell, in pixels, that a finger can hit. */
export const FINGER = 44;
const CLOSE = 48;
const CLOSEST = 90;

/** Return the width of a cell on the screen, in pixels. */
export function cellWidth(frame: Box, width: number): number {
  return (CELL * width) / frame.width;
}

function between(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

/** Keep a frame within the map, and its zoom within sensible limits. */
export function clamped(frame: Box, width: number): Box {
  const narrowest = Math.min((CELL * width) / CLOSEST, WHOLE.width);
  const wide = between(frame.width, narrowest, WHOLE.width);
  const high = (wide * WHOLE.height) / WHOLE.width;
  return {
    x: between(frame.x, WHOLE.x, WHOLE.x + WHOLE.width - wide),
    y: between(frame.y, WHOLE.y, WHOLE.y + WHOLE.height - high),
    width: wide,
    height: high,
  };
}

/** Return the frame around a point in which a finger can hit cells. */
export function closeTo(point: Point, width: number): Box {
  return centred(point, (CELL * width) / CLOSE, width);
}

function centred({ x, y }: Point, wide: number, width: number): Box {
  const high = (wide * WHOLE.height) / WHOLE.width;
  return clamped({ x: x - wide / 2, y: y - high / 2, width: wide, height: high }, width);
}

/** Change the scale of a frame; the given point keeps its position on the screen. */
export function scaled(frame: Box, about: Point, factor: number, width: number): Box {
  const wide = between(frame.width / factor, Math.min((CELL * width) / CLOSEST, WHOLE.width), WHOLE.width);
  const share = wide / frame.width;
  return clamped(
    { x: about.x - (about.x - frame.x) * share, y: about.y - (about.y - frame.y) * share, width: wide, height: 0 },
    width,
  );
}

/** Move a frame just far enough to show a cell. */
export function showing(frame: Box, cell: CellName, width: number): Box {
  const { x, y } = centreOf(cell);
  const reach = CELL * 0.75;
  return clamped(
    {
      ...frame,
      x: between(frame.x, x + reach - frame.width, x - reach),
      y: between(frame.y, y + reach - frame.height, y - reach),
    },
    width,
  );
}

export function isWhole(frame: Box): boolean {
  return frame.width > WHOLE.width - 1;
}

/**
 * Return the one marked cell that a finger at a point can mean, or null if there is none or more than one.
 *
 * @param pixel The width of a screen pixel in units of the drawing.
 */
export function onlyNear(point: Point, marked: readonly CellName[], pixel: number): CellName | null {
  const reach = (FINGER / 2) * pixel + CELL / 2;
  const near = marked.filter((cell) => {
    const { x, y } = centreOf(cell);
    return Math.abs(x - point.x) < reach && Math.abs(y - point.y) < reach;
  });
  return near.length === 1 ? (near[0] ?? null) : null;
}
