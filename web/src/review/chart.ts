/** Scales, ticks and paths for the score chart. */

import type { Entry, Seat } from "../api/types";
import { undone } from "../play/log/log";

export interface Point {
  number: number;
  value: number;
}

export type Series = Record<Seat, Point[]>;

/** Return a linear scale from one range to another. */
export function scale(from: readonly [number, number], to: readonly [number, number]): (value: number) => number {
  const width = from[1] - from[0];
  return (value) => (width === 0 ? to[0] : to[0] + ((value - from[0]) * (to[1] - to[0])) / width);
}

/** Return round values that divide a range into about `count` parts and cover both ends. */
export function ticks(low: number, high: number, count = 5): number[] {
  const range = Math.max(high - low, 1);
  const rough = range / Math.max(count, 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(
    1,
    [1, 2, 5, 10].map((factor) => factor * power).find((factor) => factor >= rough) ?? 10 * power,
  );
  const ticks: number[] = [];
  for (let at = Math.floor(low / step); at <= Math.ceil(high / step); at += 1) ticks.push(at * step);
  return ticks;
}

/** Return each seat's known scores, starting at 0 before the first move. Moves that were taken back are left out. */
export function scoreSeries(entries: readonly Entry[], seats: readonly Seat[]): Series {
  const undoneNumbers = undone(entries);
  const standing = entries.filter((entry) => !undoneNumbers.has(entry.number));
  return Object.fromEntries(
    seats.map((seat) => {
      const points = standing.flatMap(({ number, scores }) =>
        seat in scores ? [{ number, value: scores[seat] ?? 0 }] : [],
      );
      // If scores are secret, a line starts where the seat's score becomes known.
      return [seat, standing.every((entry) => seat in entry.scores) ? [{ number: 0, value: 0 }, ...points] : points];
    }),
  );
}

/** Return the chances known so far, in percent and in order. */
export function chanceSeries(chances: ReadonlyMap<number, Record<Seat, number>>, seats: readonly Seat[]): Series {
  const numbers = [...chances.keys()].sort((left, right) => left - right);
  return Object.fromEntries(
    seats.map((seat) => [
      seat,
      numbers.map((number) => ({ number, value: Math.round(100 * (chances.get(number)?.[seat] ?? 0)) })),
    ]),
  );
}

/** Return the lowest and the highest value: at most 0 and at least 1. */
export function extent(series: Series): [number, number] {
  const values = Object.values(series).flatMap((points) => points.map((point) => point.value));
  return [Math.min(0, ...values), Math.max(1, ...values)];
}

const short = (value: number) => Number(value.toFixed(1));

/** Return an SVG path through points: stepped (unchanged values are skipped) or straight. */
export function linePath(
  points: readonly Point[],
  x: (n: number) => number,
  y: (v: number) => number,
  last: number,
  steps: boolean,
): string {
  const first = points[0];
  if (!first) return "";
  let path = `M${short(x(first.number))} ${short(y(first.value))}`;
  let value = first.value;
  for (const point of points.slice(1)) {
    if (!steps) path += `L${short(x(point.number))} ${short(y(point.value))}`;
    else if (point.value !== value) path += `H${short(x(point.number))}V${short(y(point.value))}`;
    value = point.value;
  }
  return steps ? `${path}H${short(x(last))}` : path;
}

/** Return the value at a number: that of the last point up to it, or null. */
export function valueAt(points: readonly Point[], number: number): number | null {
  let nearest: number | null = null;
  for (const point of points) {
    if (point.number > number) break;
    nearest = point.value;
  }
  return nearest;
}

/** Return the candidate nearest to a number, or null if there are none. */
export function nearest(candidates: readonly number[], number: number): number | null {
  let best: number | null = null;
  for (const candidate of candidates)
    if (best === null || Math.abs(candidate - number) < Math.abs(best - number)) best = candidate;
  return best;
}

/** Return y positions for the labels at the line ends, spread so that they don't overlap. */
export function spread(heights: readonly number[], gap: number, low: number, high: number): number[] {
  const order = heights.map((height, at) => ({ height, at })).sort((left, right) => left.height - right.height);
  let floor = low;
  for (const label of order) {
    label.height = Math.max(label.height, floor);
    floor = label.height + gap;
  }
  let ceiling = high;
  for (const label of [...order].reverse()) {
    label.height = Math.min(label.height, ceiling);
    ceiling = label.height - gap;
  }
  const placed: number[] = [];
  for (const label of order) placed[label.at] = label.height;
  return placed;
}
