/**
 * Where things lie on the board, in units of its drawing: the middle of the sea is (0, 0), x grows to the right, y downwards.
 * A continent is laid out as its owner sees it (`right`, and `away` from the sea) and turned into its place.
 */

import type { Seat } from "../../../api/types";
import type { Site } from "../types";

export interface Point {
  x: number;
  y: number;
}

/** Clockwise, seen from above. */
export const SEATS = ["N", "E", "S", "W"] as const;
export const PLACES = ["C", "BL", "FL", "FM", "FR", "BR"] as const;

export const TILE = 94;
/** From the middle of a site to the next one's. */
export const PITCH = 108;
/** From the middle of the sea to the middle of a front row. */
export const FRONT = 246;
/** Where the land begins, from the middle of the sea. */
export const COAST = FRONT - TILE / 2 - 17;
/** Half of the drawing, with what lies behind the Capitals, and with that moved into the corners. */
export const WIDE = 500;
export const COMPACT = 428;

const OFFSETS: Record<string, readonly [right: number, away: number]> = {
  C: [0, 1],
  BL: [-1, 1],
  FL: [-1, 0],
  FM: [0, 0],
  FR: [1, 0],
  BR: [1, 1],
};

/** Quarter turns clockwise from the south, for the compass. */
const QUARTERS: Record<Seat, number> = { S: 0, W: 1, N: 2, E: 3 };

/** Return how many quarters a seat's continent is turned clockwise from the bottom of the page (0 to 3). */
export function quarterOf(seat: Seat, bottom: Seat | null): number {
  return ((QUARTERS[seat] ?? 0) - (QUARTERS[bottom ?? "S"] ?? 0) + 4) % 4;
}

/** Turn a point clockwise by quarters. */
export function turned({ x, y }: Point, quarters: number): Point {
  if (quarters === 1) return { x: -y, y: x };
  if (quarters === 2) return { x: -x, y: -y };
  if (quarters === 3) return { x: y, y: -x };
  return { x, y };
}

/** Return a point of a seat's own view as one of the page. */
export function seenBy(seat: Seat, right: number, away: number, bottom: Seat | null): Point {
  return turned({ x: right, y: away }, quarterOf(seat, bottom));
}

export function seatOf(site: Site): Seat {
  return site.slice(0, site.indexOf("."));
}

export function placeOf(site: Site): string {
  return site.slice(site.indexOf(".") + 1);
}

/** Return the middle of a site. */
export function positionOf(site: Site, bottom: Seat | null): Point {
  const [right, away] = OFFSETS[placeOf(site)] ?? [0, 0];
  return seenBy(seatOf(site), right * PITCH, FRONT + away * PITCH, bottom);
}

/** Return the seats as they lie around the page: the one at the bottom first, then clockwise. */
export function around(seats: readonly Seat[], bottom: Seat | null): Seat[] {
  return [...seats].sort((a, b) => quarterOf(a, bottom) - quarterOf(b, bottom));
}

/** Return the sites of a seat's continent in the order in which they are read. */
export function sitesOf(seat: Seat): Site[] {
  return PLACES.map((place) => `${seat}.${place}`);
}

/** A stick's middle, how far it is turned, and its length. */
export interface Stick extends Point {
  turn: number;
  length: number;
}

/** Return where the match between two places lies, its head at the second. */
export function roadBetween(from: Site, to: Site, bottom: Seat | null): Stick {
  const a = positionOf(from, bottom);
  const b = positionOf(to, bottom);
  const straight = Math.hypot(b.x - a.x, b.y - a.y) < PITCH * 1.2;
  const turn = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
  // No longer than to lie on the edges of both: what is printed on tiles stays free.
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, turn, length: straight ? 38 : 40 };
}

/** Return where one pier of a port lies, its head in the sea. */
export function pierAt(site: Site, index: number, count: number, bottom: Seat | null): Stick {
  const seat = seatOf(site);
  const [right] = OFFSETS[placeOf(site)] ?? [0, 0];
  const aside = (index - (count - 1) / 2) * 15;
  const point = seenBy(seat, right * PITCH + aside, FRONT - TILE / 2 - 15, bottom);
  return { ...point, turn: quarterOf(seat, bottom) * 90 - 90, length: 42 };
}

/** Where a coin lies on its tile, from the tile's middle: in the corner that is kept free for it. */
export function coinOffset(compact: boolean, king: boolean): Point {
  const aside = compact ? (king ? 29 : 24) : 27;
  return { x: aside, y: aside };
}

export function coinRadius(compact: boolean): number {
  return compact ? 25 : 20.5;
}

const STACK_STEP = 45;
export const STACK_TILE = 80;

/** Return the middle of one of the four stacks, two by two. */
export function stackAt(index: number): Point {
  return { x: index % 2 ? STACK_STEP : -STACK_STEP, y: (index < 2 ? -STACK_STEP : STACK_STEP) - 18 };
}

/** Return where a pawn stands that is at a rank among so many. */
export function pawnAt(rank: number, count: number): Point {
  return { x: (rank - (count - 1) / 2) * 44, y: 108 };
}
