/** Zooming: the visible part of the map. Cells have to be as large as a fingertip before one can be chosen by touch. */

import type { CellName } from "../types";
import type { Chart } from "./chart";
import { type Box, CELL, centreOf, type Point } from "./geometry";

/** The reach of a fingertip, in pixels. */
const FINGER = 44;
/** The least width of a cell, in pixels, that a finger can hit. */
export const HITTABLE = 24;
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
export function clamped({ whole }: Chart, frame: Box, width: number): Box {
  const narrowest = Math.min((CELL * width) / CLOSEST, whole.width);
  const wide = between(frame.width, narrowest, whole.width);
  const high = (wide * whole.height) / whole.width;
  return {
    x: between(frame.x, whole.x, whole.x + whole.width - wide),
    y: between(frame.y, whole.y, whole.y + whole.height - high),
    width: wide,
    height: high,
  };
}

/** Return the frame around a point in which a finger can hit cells. */
export function closeTo(chart: Chart, { x, y }: Point, width: number): Box {
  const wide = (CELL * width) / CLOSE;
  const high = (wide * chart.whole.height) / chart.whole.width;
  return clamped(chart, { x: x - wide / 2, y: y - high / 2, width: wide, height: high }, width);
}

/** Change the scale of a frame; the given point keeps its position on the screen. */
export function scaled(chart: Chart, frame: Box, about: Point, factor: number, width: number): Box {
  const { whole } = chart;
  const wide = between(frame.width / factor, Math.min((CELL * width) / CLOSEST, whole.width), whole.width);
  const share = wide / frame.width;
  return clamped(
    chart,
    { x: about.x - (about.x - frame.x) * share, y: about.y - (about.y - frame.y) * share, width: wide, height: 0 },
    width,
  );
}

/** Move a frame just far enough to show a cell. */
export function showing(chart: Chart, frame: Box, cell: CellName, width: number): Box {
  const { x, y } = chart.draw(centreOf(cell));
  const reach = CELL * 0.75;
  return clamped(
    chart,
    {
      ...frame,
      x: between(frame.x, x + reach - frame.width, x - reach),
      y: between(frame.y, y + reach - frame.height, y - reach),
    },
    width,
  );
}

export function isWhole({ whole }: Chart, frame: Box): boolean {
  return frame.width > whole.width - 1;
}

/**
 * Return the one marked cell that a finger at a point can mean, or null if there is none or more than one.
 *
 * @param point A point of the map.
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
