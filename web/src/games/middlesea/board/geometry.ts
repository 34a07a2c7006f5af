/**
 * Positions on the board in drawing units: the middle of the sea is (0, 0), x grows to the right, y downwards.
 * A continent is laid out from its owner's view (`right`, and `away` from the sea) and rotated into place.
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
/** Distance between the centres of adjacent sites. */
export const PITCH = 108;
/** Distance from the middle of the sea to the centre line of a front row. */
export const FRONT = 246;
/** Distance from the middle of the sea to the coast. */
export const COAST = FRONT - TILE / 2 - 17;
/** Half the drawing's size: `WIDE` with the reserves behind the Capitals, `COMPACT` with them in the corners. */
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

/** Return the clockwise quarter turns (0 to 3) from the bottom of the page to a seat's continent. */
export function quarterOf(seat: Seat, bottom: Seat | null): number {
  return ((QUARTERS[seat] ?? 0) - (QUARTERS[bottom ?? "S"] ?? 0) + 4) % 4;
}

/** Rotate a point clockwise by quarter turns. */
export function turned({ x, y }: Point, quarters: number): Point {
  if (quarters === 1) return { x: -y, y: x };
  if (quarters === 2) return { x: -x, y: -y };
  if (quarters === 3) return { x: y, y: -x };
  return { x, y };
}

/** Convert a point from a seat's view to page coordinates. */
function seenBy(seat: Seat, right: number, away: number, bottom: Seat | null): Point {
  return turned({ x: right, y: away }, quarterOf(seat, bottom));
}

export function seatOf(site: Site): Seat {
  return site.slice(0, site.indexOf("."));
}

export function placeOf(site: Site): string {
  return site.slice(site.indexOf(".") + 1);
}

/** Return the centre of a site. */
export function positionOf(site: Site, bottom: Seat | null): Point {
  const [right, away] = OFFSETS[placeOf(site)] ?? [0, 0];
  return seenBy(seatOf(site), right * PITCH, FRONT + away * PITCH, bottom);
}

/** Return the seats clockwise around the page, starting at the bottom. */
export function around(seats: readonly Seat[], bottom: Seat | null): Seat[] {
  return [...seats].sort((a, b) => quarterOf(a, bottom) - quarterOf(b, bottom));
}

/** Return the sites of a seat's continent in reading order. */
export function sitesOf(seat: Seat): Site[] {
  return PLACES.map((place) => `${seat}.${place}`);
}

/** A matchstick: its centre, its rotation in degrees, and its length. */
export interface Stick extends Point {
  turn: number;
  length: number;
}

/** Return the matchstick between two sites, with its head at the second. */
export function roadBetween(from: Site, to: Site, bottom: Seat | null): Stick {
  const a = positionOf(from, bottom);
  const b = positionOf(to, bottom);
  const straight = Math.hypot(b.x - a.x, b.y - a.y) < PITCH * 1.2;
  const turn = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
  // Short enough to touch only the edges of both tiles, so that their print stays visible.
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, turn, length: straight ? 38 : 40 };
}

/** Return the matchstick of one pier of a port, with its head in the sea. */
export function pierAt(site: Site, index: number, count: number, bottom: Seat | null): Stick {
  const seat = seatOf(site);
  const [right] = OFFSETS[placeOf(site)] ?? [0, 0];
  const aside = (index - (count - 1) / 2) * 15;
  const point = seenBy(seat, right * PITCH + aside, FRONT - TILE / 2 - 15, bottom);
  return { ...point, turn: quarterOf(seat, bottom) * 90 - 90, length: 42 };
}

/** Return a coin's offset from the centre of its tile, in the corner kept free for it. */
export function coinOffset(compact: boolean, king: boolean): Point {
  const aside = compact ? (king ? 29 : 24) : 27;
  return { x: aside, y: aside };
}

export function coinRadius(compact: boolean): number {
  return compact ? 25 : 20.5;
}

const STACK_STEP = 45;
export const STACK_TILE = 80;

/** Return the centre of one of the four stacks, arranged two by two. */
export function stackAt(index: number): Point {
  return { x: index % 2 ? STACK_STEP : -STACK_STEP, y: (index < 2 ? -STACK_STEP : STACK_STEP) - 18 };
}

/** Return the position of the pawn at a rank (0-based) among `count` pawns. */
export function pawnAt(rank: number, count: number): Point {
  return { x: (rank - (count - 1) / 2) * 44, y: 108 };
}
