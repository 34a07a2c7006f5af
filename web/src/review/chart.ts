/** Scales, ticks and paths for the score chart. */

import type { Entry, Seat } from "../api/types";
import { undone } from "../play/log";

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
  const step = Math.max(1, [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? 10 * power);
  const found: number[] = [];
  for (let at = Math.floor(low / step); at <= Math.ceil(high / step); at += 1) found.push(at * step);
  return found;
}

/** Return each seat's known scores, starting at 0 before the first move. Moves that were taken back are left out. */
export function scoreSeries(entries: readonly Entry[], seats: readonly Seat[]): Series {
  const gone = undone(entries);
  const kept = entries.filter((entry) => !gone.has(entry.number));
  return Object.fromEntries(
    seats.map((seat) => {
      const known = kept.flatMap(({ number, scores }) => (seat in scores ? [{ number, value: scores[seat] ?? 0 }] : []));
      // If scores are secret, a line starts where the seat's score becomes known.
      return [seat, kept.every((entry) => seat in entry.scores) ? [{ number: 0, value: 0 }, ...known] : known];
    }),
  );
}

/** Return the chances known so far, in percent and in order. */
export function chanceSeries(known: ReadonlyMap<number, Record<Seat, number>>, seats: readonly Seat[]): Series {
  const numbers = [...known.keys()].sort((one, other) => one - other);
  return Object.fromEntries(
    seats.map((seat) => [seat, numbers.map((number) => ({ number, value: Math.round(100 * (known.get(number)?.[seat] ?? 0)) }))]),
  );
}

/** Return the lowest and the highest value: at most 0 and at least 1. */
export function extent(series: Series): [number, number] {
  const values = Object.values(series).flatMap((points) => points.map((point) => point.value));
  return [Math.min(0, ...values), Math.max(1, ...values)];
}

const short = (value: number) => Number(value.toFixed(1));

/** Return an SVG path through points: stepped (unchanged values are skipped) or straight. */
export function linePath(points: readonly Point[], x: (n: number) => number, y: (v: number) => number, last: number, steps: boolean): string {
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
  let found: number | null = null;
  for (const point of points) {
    if (point.number > number) break;
    found = point.value;
  }
  return found;
}

/** Return the candidate nearest to a number, or null if there are none. */
export function nearest(candidates: readonly number[], number: number): number | null {
  let best: number | null = null;
  for (const one of candidates) if (best === null || Math.abs(one - number) < Math.abs(best - number)) best = one;
  return best;
}

/** Return y positions for the labels at the line ends, spread so that they don't overlap. */
export function spread(heights: readonly number[], gap: number, low: number, high: number): number[] {
  const order = heights.map((height, at) => ({ height, at })).sort((one, other) => one.height - other.height);
  let floor = low;
  for (const one of order) {
    one.height = Math.max(one.height, floor);
    floor = one.height + gap;
  }
  let ceiling = high;
  for (const one of [...order].reverse()) {
    one.height = Math.min(one.height, ceiling);
    ceiling = one.height - gap;
  }
  const placed: number[] = [];
  for (const one of order) placed[one.at] = one.height;
  return placed;
}
