/** The things on the board that can be pointed at, in the order in which they are read, and how arrow keys go between them. */

import type { Seat } from "../../../api/types";
import type { SeaFacts } from "../types";
import { around, coinRadius, PITCH, type Point, sitesOf } from "./geometry";
import { kingdomName, thingName } from "./names";
import { SUITS } from "./pieces";
import { type CoinPiece, type Frame, reservePlan, siteSpot, type Spot, stackSpot } from "./scene";
import type { Mark } from "../../../board/marks";
import { keyOf, type Thing } from "./types";

export interface Target extends Spot {
  key: string;
  thing: Thing;
  /** What it is and how it is. */
  name: string;
  /** How its ring is drawn. */
  shape: "tile" | "coin" | "stack";
  /** Whether pointing at it means it; a coin that offers nothing lets pointing through to its tile. */
  solid: boolean;
}

/** Things that are read together: a kingdom's, or the stacks. */
export interface Group {
  key: string;
  seat: Seat | null;
  name: string;
  targets: Target[];
}

/** The room of a coin that is marked on its tile: all of the tile on a small board where nothing else of it is marked. */
function coinRoom(coin: CoinPiece, alone: boolean, { compact }: Frame): Spot {
  const reach = coinRadius(compact);
  if (!(compact && alone)) return { x: coin.x, y: coin.y, width: 2 * reach + 14, height: 2 * reach + 14 };
  return { x: coin.x, y: coin.y, width: PITCH, height: PITCH };
}

function siteTarget(facts: SeaFacts, site: string, frame: Frame): Target {
  const thing: Thing = { kind: "site", site };
  return { ...siteSpot(site, frame), key: keyOf(thing), thing, name: thingName(facts, thing), shape: "tile", solid: true };
}

/** Return all things, the continent at the bottom first, then clockwise, the stacks last. */
export function groupsOf(facts: SeaFacts, coins: readonly CoinPiece[], marks: Record<string, Mark>, frame: Frame): Group[] {
  const places = new Map<string, CoinPiece>();
  for (const coin of coins) {
    const leader = facts.kingdoms[coin.seat]?.leaders.find(({ value }) => value === coin.value);
    if (leader && leader.place !== "reserve") places.set(leader.place === "king" ? `${coin.seat}.C` : leader.place, coin);
  }

  const coinTarget = (coin: CoinPiece, site: string | null): Target => {
    const thing: Thing = { kind: "leader", seat: coin.seat, value: coin.value };
    const key = keyOf(thing);
    const { cell } = reservePlan(coin.seat, 1, frame);
    const room = site === null ? { x: coin.x, y: coin.y, ...cell } : coinRoom(coin, !marks[`site ${site}`], frame);
    return { ...room, key, thing, name: thingName(facts, thing), shape: "coin", solid: site === null || key in marks };
  };

  const kingdoms = around(facts.seats, frame.bottom).map((seat): Group => {
    const onBoard = sitesOf(seat).flatMap((site) => {
      const coin = places.get(site);
      return [siteTarget(facts, site, frame), ...(coin ? [coinTarget(coin, site)] : [])];
    });
    const reserve = coins.filter((coin) => coin.seat === seat && coin.place === "reserve").map((coin) => coinTarget(coin, null));
    return { key: seat, seat, name: kingdomName(facts, seat), targets: [...onBoard, ...reserve] };
  });
  return kingdoms;
}

export function stackTargets(facts: SeaFacts): Target[] {
  return SUITS.map((suit): Target => {
    const thing: Thing = { kind: "stack", suit };
    return { ...stackSpot(suit), key: keyOf(thing), thing, name: thingName(facts, thing), shape: "stack", solid: true };
  });
}

const ARROWS: Record<string, Point> = {
  ArrowRight: { x: 1, y: 0 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowDown: { x: 0, y: 1 },
  ArrowUp: { x: 0, y: -1 },
};

/** Return what an arrow key leads to: the nearest thing that way, those straight ahead before those aside. */
export function stepFrom<T extends Point>(from: T, targets: readonly T[], key: string): T | null {
  const way = ARROWS[key];
  if (!way) return null;
  let best: T | null = null;
  let least = Infinity;
  for (const target of targets) {
    const [x, y] = [target.x - from.x, target.y - from.y];
    const ahead = x * way.x + y * way.y;
    const aside = Math.abs(x * way.y) + Math.abs(y * way.x);
    if (ahead < 4 || aside > 2.5 * ahead) continue;
    const far = ahead + 2 * aside;
    if (far < least) [best, least] = [target, far];
  }
  return best;
}

/** Return the next or previous thing that is marked, around the end. */
export function nextMarked(targets: readonly Target[], from: string, marks: Record<string, Mark>, step: 1 | -1): Target | null {
  const start = targets.findIndex(({ key }) => key === from);
  for (let i = 1; i <= targets.length; i++) {
    const target = targets[(start + step * i + targets.length * 2) % targets.length];
    if (target && target.key in marks) return target;
  }
  return null;
}
