/**
 * The facts as lists of positioned pieces with stable keys. A physical piece keeps its key, and the lists keep their order, so that
 * pieces can glide from their old positions to their new ones.
 */

import type { Seat } from "../../../api/types";
import type { SeaFacts, Leader, Site, Suit } from "../types";
import {
  COMPACT,
  coinOffset,
  placeOf,
  type Point,
  pierAt,
  PITCH,
  positionOf,
  quarterOf,
  roadBetween,
  seatOf,
  STACK_TILE,
  stackAt,
  type Stick,
  TILE,
  turned,
  WIDE,
} from "./geometry";
import { SUITS } from "./pieces";
import type { Ghost } from "./types";

export interface Frame {
  bottom: Seat | null;
  compact: boolean;
}

export interface TilePiece extends Point {
  key: string;
  tile: string;
  scale: number;
  /** Whether the tile is on the board rather than on its stack. */
  onBoard: boolean;
}

interface StickPiece extends Stick {
  key: string;
  seat: Seat;
}

export interface CoinPiece extends Point {
  key: string;
  seat: Seat;
  value: number;
  active: boolean;
  place: "city" | "king" | "reserve";
}

/** The positions of the parts of a seat's reserve. */
interface ReservePlan {
  seat: Seat;
  name: Point;
  die: Point;
  goods: Point;
  gold: Point;
  coins: Point[];
  /** The pointer target size of a coin. */
  cell: { width: number; height: number };
  /** The card in a corner of the chart; null for a reserve behind its Capital. */
  card: Spot | null;
}

/** Return the tiles on the board and the top tiles of the stacks. `Stacks` draws the tiles beneath. */
export function tilePieces(facts: SeaFacts, { bottom }: Frame): TilePiece[] {
  const tiles = Object.values(facts.cities).map(({ site, tile }) => ({
    ...positionOf(site, bottom),
    key: tile,
    tile,
    scale: 1,
    onBoard: true,
  }));
  const waiting = SUITS.flatMap((suit, i) => {
    const tile = facts.stacks[suit][0];
    return tile === undefined ? [] : [{ ...stackAt(i), key: tile, tile, scale: STACK_TILE / TILE, onBoard: false }];
  });
  return [...tiles, ...waiting].sort((a, b) => (a.key < b.key ? -1 : 1));
}

export function roadPieces(facts: SeaFacts, { bottom }: Frame): StickPiece[] {
  return facts.seats.flatMap((seat) =>
    (facts.kingdoms[seat]?.roads ?? []).map((road) => {
      const [from = "", to = ""] = road.split("-");
      return { ...roadBetween(from, to, bottom), key: `${seat} ${road}`, seat };
    }),
  );
}

export function pierPieces(facts: SeaFacts, { bottom }: Frame): StickPiece[] {
  return facts.seats.flatMap((seat) =>
    Object.entries(facts.kingdoms[seat]?.ports ?? {}).flatMap(([site, count]) =>
      Array.from({ length: count }, (_, i) => ({
        ...pierAt(site, i, count, bottom),
        key: `${seat} ${site} ${i}`,
        seat,
      })),
    ),
  );
}

/** Return the position of a coin in a city or, for a king, in the Capital. */
export function coinAt(site: Site, { bottom, compact }: Frame): Point {
  const { x, y } = positionOf(site, bottom);
  const aside = coinOffset(compact, placeOf(site) === "C");
  return { x: x + aside.x, y: y + aside.y };
}

function waiting(leaders: readonly Leader[]): Leader[] {
  return leaders.filter(({ place }) => place === "reserve");
}

/** Return all coins; every coin is always on the table. */
export function coinPieces(facts: SeaFacts, frame: Frame): CoinPiece[] {
  return facts.seats.flatMap((seat) => {
    const leaders = facts.kingdoms[seat]?.leaders ?? [];
    const idle = waiting(leaders);
    const plan = reservePlan(seat, idle.length, frame);
    return leaders.map((leader): CoinPiece => {
      const { value, place, active } = leader;
      const key = `${seat} ${value}`;
      if (place === "reserve")
        return { ...(plan.coins[idle.indexOf(leader)] ?? plan.name), key, seat, value, active, place };
      const king = place === "king";
      return { ...coinAt(king ? `${seat}.C` : place, frame), key, seat, value, active, place: king ? "king" : "city" };
    });
  });
}

/** Return the layout of a seat's reserve: behind its Capital, or on a card in the corner to its right. */
export function reservePlan(seat: Seat, coins: number, { bottom, compact }: Frame): ReservePlan {
  const quarters = quarterOf(seat, bottom);
  if (compact) return cornerPlan(seat, coins, quarters);
  return quarters % 2 ? columnPlan(seat, coins, quarters) : rowPlan(seat, coins, quarters);
}

const BEHIND = 444;

function rowPlan(seat: Seat, coins: number, quarters: number): ReservePlan {
  const { y } = turned({ x: 0, y: BEHIND }, quarters);
  const widths = [96, ...Array.from({ length: coins }, () => 38), 46, 58, 58];
  let at = -widths.reduce((sum, width) => sum + width, 0) / 2;
  const points = widths.map((width) => ({ x: (at += width) - width / 2, y }));
  const [name, rest] = [points[0] as Point, points.slice(1 + coins)];
  const [die, goods, gold] = rest as [Point, Point, Point];
  return {
    seat,
    name,
    die,
    goods,
    gold,
    coins: points.slice(1, 1 + coins),
    cell: { width: 38, height: 60 },
    card: null,
  };
}

function columnPlan(seat: Seat, coins: number, quarters: number): ReservePlan {
  const { x } = turned({ x: 0, y: BEHIND }, quarters);
  const rows = Math.ceil(coins / 2);
  const heights = [34, ...Array.from({ length: rows }, () => 42), 48, 40, 36];
  let at = -heights.reduce((sum, height) => sum + height, 0) / 2;
  const points = heights.map((height) => ({ x, y: (at += height) - height / 2 }));
  const [die, goods, gold] = points.slice(1 + rows) as [Point, Point, Point];
  const spots = Array.from({ length: coins }, (_, i) => {
    const alone = i === coins - 1 && i % 2 === 0;
    return { x: x + (alone ? 0 : i % 2 ? 19 : -19), y: points[1 + (i >> 1)]?.y ?? 0 };
  });
  return {
    seat,
    name: points[0] as Point,
    die,
    goods,
    gold,
    coins: spots,
    cell: { width: 38, height: 42 },
    card: null,
  };
}

const CARD = 230;
const CARD_ROW = 61;

function cornerPlan(seat: Seat, coins: number, quarters: number): ReservePlan {
  const rows = Math.ceil(coins / 3);
  const height = 122 + rows * CARD_ROW;
  const corner = turned({ x: 1, y: 1 }, quarters);
  const card = {
    x: corner.x * (COMPACT - 14 - CARD / 2),
    y: corner.y * (COMPACT - 14 - height / 2),
    width: CARD,
    height,
  };
  const top = card.y - height / 2;
  const at = (x: number, y: number): Point => ({ x: card.x + x, y: top + y });
  const spots = Array.from({ length: coins }, (_, i) => {
    const row = i < 3 ? 0 : 1;
    const inRow = row ? coins - 3 : Math.min(3, coins);
    return at((i - row * 3 - (inRow - 1) / 2) * 70, 92 + row * CARD_ROW);
  });
  return {
    seat,
    name: at(-26, 34),
    die: at(82, 34),
    goods: at(-52, height - 31),
    gold: at(52, height - 31),
    coins: spots,
    cell: { width: 70, height: CARD_ROW },
    card,
  };
}

/** Return the sizes of a reserve's coins, text and die. */
export function reserveScale({ compact }: Frame): { coin: number; text: number; die: number } {
  return compact ? { coin: 25, text: 36, die: 46 } : { coin: 17, text: 20, die: 32 };
}

/** Return the position of a leader's ghost. */
export function ghostCoinAt(ghost: Extract<Ghost, { kind: "leader" }>, frame: Frame, facts: SeaFacts): Point {
  if (ghost.to === "king") return coinAt(`${ghost.seat}.C`, frame);
  if (ghost.to !== "reserve") return coinAt(ghost.to, frame);
  const idle = waiting(facts.kingdoms[ghost.seat]?.leaders ?? []);
  const plan = reservePlan(ghost.seat, idle.length + 1, frame);
  return plan.coins[idle.length] ?? plan.name;
}

/** The centre and size of a target's pointer area. */
export interface Spot extends Point {
  width: number;
  height: number;
}

export function siteSpot(site: Site, { bottom }: Frame): Spot {
  return { ...positionOf(site, bottom), width: PITCH, height: PITCH };
}

export function stackSpot(suit: Suit): Spot {
  return { ...stackAt(SUITS.indexOf(suit)), width: 90, height: 90 };
}

/** Return whether a city is held from another continent. */
export function isProvince(site: Site, holder: Seat | null): boolean {
  return holder !== null && holder !== seatOf(site);
}

export function halfOf({ compact }: Frame): number {
  return compact ? COMPACT : WIDE;
}
