/** The targets on the board in reading order, and navigation between them with arrow keys. */

import type { SeaFacts } from "../types";
import type { Mark } from "../../../board/marks";
import type { Group, Target } from "../../../board/targets";
import { t } from "../texts";
import { around, coinRadius, PITCH, type Point, sitesOf, TILE } from "./geometry";
import { kingdomName, orderName, targetName } from "./names";
import { SUITS } from "./pieces";
import { type CoinPiece, type Frame, reservePlan, reserveScale, siteSpot, type Spot, stackSpot } from "./scene";

/** A target with the size of its ring. */
interface SeaTarget extends Target {
  ring: { half: number; corner: number };
}

interface SeaGroup extends Group {
  targets: readonly SeaTarget[];
}

const CORNER = 8;
const RING_CORNER = 11;

function coinRing(radius: number): { half: number; corner: number } {
  const half = radius + (radius < 20 ? 3.5 : 5);
  return { half, corner: half };
}

/** Return the pointer area of a coin on its tile: on a compact board the whole tile, unless the tile is marked too. */
function coinRoom(coin: CoinPiece, alone: boolean, { compact }: Frame): Spot {
  const reach = coinRadius(compact);
  if (!(compact && alone)) return { x: coin.x, y: coin.y, width: 2 * reach + 14, height: 2 * reach + 14 };
  return { x: coin.x, y: coin.y, width: PITCH, height: PITCH };
}

function siteTarget(facts: SeaFacts, site: string, frame: Frame): SeaTarget {
  const key = `site ${site}`;
  return {
    ...siteSpot(site, frame),
    key,
    name: targetName(facts, key),
    round: CORNER,
    ring: { half: TILE / 2 + 6, corner: RING_CORNER },
  };
}

function coinTarget(
  facts: SeaFacts,
  coin: CoinPiece,
  site: string | null,
  marks: Record<string, Mark>,
  frame: Frame,
): SeaTarget {
  const key = `leader ${coin.key}`;
  const { cell } = reservePlan(coin.seat, 1, frame);
  const spot = site === null ? { x: coin.x, y: coin.y, ...cell } : coinRoom(coin, !marks[`site ${site}`], frame);
  return {
    ...spot,
    key,
    name: targetName(facts, key),
    round: Math.min(spot.width, spot.height) / 2,
    // An unmarked leader passes clicks through to its tile.
    through: site !== null && !(key in marks),
    ring: coinRing(coin.place === "reserve" ? reserveScale(frame).coin : coinRadius(frame.compact)),
  };
}

/** Return all targets in groups: continents clockwise from the bottom, then the stacks. */
export function groupsOf(
  facts: SeaFacts,
  coins: readonly CoinPiece[],
  marks: Record<string, Mark>,
  frame: Frame,
): SeaGroup[] {
  const places = new Map<string, CoinPiece>();
  for (const coin of coins) {
    const leader = facts.kingdoms[coin.seat]?.leaders.find(({ value }) => value === coin.value);
    if (leader && leader.place !== "reserve")
      places.set(leader.place === "king" ? `${coin.seat}.C` : leader.place, coin);
  }
  const kingdoms = around(facts.seats, frame.bottom).map((seat): SeaGroup => {
    const onBoard = sitesOf(seat).flatMap((site) => {
      const coin = places.get(site);
      return [siteTarget(facts, site, frame), ...(coin ? [coinTarget(facts, coin, site, marks, frame)] : [])];
    });
    const reserve = coins
      .filter((coin) => coin.seat === seat && coin.place === "reserve")
      .map((coin) => coinTarget(facts, coin, null, marks, frame));
    return { key: seat, name: kingdomName(facts, seat), targets: [...onBoard, ...reserve] };
  });
  const stacks = SUITS.map((suit): SeaTarget => {
    const key = `stack ${suit}`;
    return {
      ...stackSpot(suit),
      key,
      name: targetName(facts, key),
      round: CORNER,
      ring: { half: 47, corner: RING_CORNER },
    };
  });
  return [...kingdoms, { key: "sea", name: `${t("board.in_the_sea")}. ${orderName(facts)}`, targets: stacks }];
}

const ARROWS: Record<string, Point> = {
  ArrowRight: { x: 1, y: 0 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowDown: { x: 0, y: 1 },
  ArrowUp: { x: 0, y: -1 },
};

/** Return the nearest target in the direction of an arrow key, preferring straight ahead; undefined for any other key. */
export function stepFrom<T extends Point>(from: T, targets: readonly T[], key: string): T | null | undefined {
  const way = ARROWS[key];
  if (!way) return undefined;
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
