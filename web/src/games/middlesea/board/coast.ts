/** The chart's lines: coasts, waves and rhumb lines. They are deterministic, so nothing wobbles between moves. */

import type { Seat } from "../../../api/types";
import { COAST, type Point, quarterOf, SEATS, turned } from "./geometry";

/** The right half of a continent's outline as its owner sees it, from the coast to the edge: [right of the middle, away from the sea]. */
const SHORE: readonly (readonly [right: number, away: number])[] = [
  [0, COAST],
  [118, COAST + 2],
  [152, COAST + 7],
  [170, COAST + 26],
  [173, 260],
  [172, 348],
  [180, 384],
  [212, 414],
  [246, 436],
  [258, 470],
  [262, 530],
];
const STEP = 13;

function noise(at: number, seed: number): number {
  return (
    Math.sin(at * 0.071 + seed * 2.1) * 2.2 +
    Math.sin(at * 0.173 + seed * 5.7) * 2.2 +
    Math.sin(at * 0.41 + seed * 1.3) * 1.5
  );
}

/** Return points at even steps along a polyline. */
function resampled(points: readonly Point[]): Point[] {
  const out: Point[] = [];
  let left = 0;
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1], points[i]];
    if (!a || !b) continue;
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    for (; left < length; left += STEP)
      out.push({ x: a.x + ((b.x - a.x) * left) / length, y: a.y + ((b.y - a.y) * left) / length });
    left -= length;
  }
  return out;
}

/** Return a curve through the midpoints of consecutive points as an SVG path. */
function curve(points: readonly Point[]): string {
  const first = points[0] ?? { x: 0, y: 0 };
  let path = `M${first.x.toFixed(1)} ${first.y.toFixed(1)}`;
  for (let i = 1; i < points.length - 1; i++) {
    const [a, b] = [points[i] ?? first, points[i + 1] ?? first];
    path += `Q${a.x.toFixed(1)} ${a.y.toFixed(1)} ${((a.x + b.x) / 2).toFixed(1)} ${((a.y + b.y) / 2).toFixed(1)}`;
  }
  return path;
}

/** Return the outline of a seat's land, which extends beyond the edge of the chart. */
export function coastOf(seat: Seat, bottom: Seat | null): string {
  const seed = SEATS.indexOf(seat as (typeof SEATS)[number]) + 1;
  const left = [...SHORE].reverse().map(([x, y]) => ({ x: -x, y }));
  const right = SHORE.slice(1).map(([x, y]) => ({ x, y }));
  const points = resampled([...left, ...right]);
  const rough = points.map((point, i) => {
    const before = points[i - 1] ?? point;
    const after = points[i + 1] ?? point;
    const length = Math.hypot(after.x - before.x, after.y - before.y) || 1;
    const out = noise(i * STEP, seed);
    return { x: point.x + ((after.y - before.y) / length) * out, y: point.y - ((after.x - before.x) / length) * out };
  });
  const quarters = quarterOf(seat, bottom);
  return `${curve(rough.map((point) => turned(point, quarters)))}Z`;
}

/** Return whether a point is on or near the land of any of the seats. */
function nearLand(point: Point, seats: readonly Seat[], bottom: Seat | null): boolean {
  return seats.some((seat) => {
    const { x, y } = turned(point, (4 - quarterOf(seat, bottom)) % 4);
    return y > COAST - 34 && Math.abs(x) < (y > 372 ? 300 : 212);
  });
}

/** Return the positions of waves: on open water, clear of the stacks and the `free` circles. */
export function waves(
  seats: readonly Seat[],
  bottom: Seat | null,
  free: readonly (Point & { reach: number })[],
): Point[] {
  const out: Point[] = [];
  for (let row = 0; row < 15; row++)
    for (let column = 0; column < 11; column++) {
      const jitter = Math.sin(row * 12.9 + column * 78.2) * 43758.5;
      const scaled = Math.sin(row * 39.3 + column * 11.1) * 24634.6;
      const [u, v] = [jitter - Math.floor(jitter), scaled - Math.floor(scaled)];
      const point = { x: (column - 5 + (row % 2) / 2) * 88 + (u - 0.5) * 34, y: (row - 7) * 66 + (v - 0.5) * 26 };
      const open = Math.hypot(point.x, point.y) > 165 && !nearLand(point, seats, bottom);
      if (open && free.every((spot) => Math.hypot(point.x - spot.x, point.y - spot.y) > spot.reach)) out.push(point);
    }
  return out;
}

/** Return the rhumb lines from a compass rose to beyond the edge. */
export function rhumbs(from: Point, count: number): string {
  return Array.from({ length: count }, (_, i) => {
    const angle = (i * 2 * Math.PI) / count;
    return `M${from.x} ${from.y}L${(from.x + 1500 * Math.cos(angle)).toFixed(0)} ${(from.y + 1500 * Math.sin(angle)).toFixed(0)}`;
  }).join("");
}
