/** A conflict as a scene of some seconds: both sides face each other on the board, strength lights up, the sums meet. */

import type { GameEvent, Seat } from "../../api/types";
import { copyOf, pieceElement, placeElement, middleOf, type Copy, type Spot } from "./flights";

/** One side of a conflict. */
export interface Side {
  seat: Seat | null;
  /** The piece at which the side's strength is written. */
  leader: string;
  /** The pieces that make the side strong, and what each adds. */
  parts: readonly { piece: string; adds: number }[];
  /** The strength in the end; what the parts don't add up to was committed or hired. */
  total: number;
  wins: boolean;
  /** A piece like those that are committed. */
  token?: string | undefined;
  /** The seat's colour, as CSS. */
  ink?: string;
}

export interface Fight {
  event: GameEvent;
  sides: readonly [Side, Side];
}

/** The times of a scene in milliseconds at normal speed. */
const OPENING = 350;
const COUNTING = 900;
const JOINING = 600;
const RESULT = 950;
const LENGTH = OPENING + COUNTING + JOINING + RESULT;

type Animate = (element: Element, frames: Keyframe[], timing: KeyframeAnimationOptions) => Animation;

function box(tag: string, name: string, { x, y }: Spot): HTMLElement {
  const element = document.createElement(tag);
  element.className = name;
  element.style.left = `${x}px`;
  element.style.top = `${y}px`;
  return element;
}

/** Return the point beside a leader that is farthest from the opponent, within the board. */
function beside(leader: Copy, opponent: Spot, frame: DOMRect): Spot {
  const [dx, dy] = [leader.x - opponent.x, leader.y - opponent.y];
  const far = Math.hypot(dx, dy) || 1;
  const reach = leader.size * 0.6 + 34;
  const inside = (at: number, from: number, to: number) => Math.min(Math.max(at, from + 30), to - 30);
  return {
    x: inside(leader.x + (dx / far) * reach, frame.left, frame.right),
    y: inside(leader.y + (dy / far) * reach, frame.top, frame.bottom),
  };
}

/** Put a scene of a conflict on a layer. Return how long it takes, in milliseconds; null if a side is not on the board. */
export function stage(
  layer: HTMLElement,
  fight: Fight,
  caption: string,
  pace: number,
  animate: Animate,
): number | null {
  const [first, second] = fight.sides;
  const pieces = [pieceElement(first.leader), pieceElement(second.leader)];
  const leaders = pieces.map((piece) => piece && copyOf(piece));
  const [left, right] = leaders;
  const board = pieces[0]?.closest("svg.drawing");
  if (!left || !right || !board) return null;
  const frame = board.getBoundingClientRect();
  const time = (at: number, lasts: number): KeyframeAnimationOptions => ({
    delay: at / pace,
    duration: lasts / pace,
    fill: "both",
  });

  const veil = box("div", "veil", { x: frame.left, y: frame.top });
  veil.style.width = `${frame.width}px`;
  veil.style.height = `${frame.height}px`;
  layer.append(veil);
  animate(veil, [{ opacity: 0 }, { opacity: 1 }], time(0, OPENING));

  const line = box("div", "front", left);
  line.style.width = `${Math.hypot(right.x - left.x, right.y - left.y)}px`;
  const turn = `rotate(${Math.atan2(right.y - left.y, right.x - left.x)}rad)`;
  layer.append(line);
  animate(line, [{ transform: `${turn} scaleX(0)` }, { transform: turn }], time(OPENING / 2, OPENING));

  fight.sides.forEach((side, at) => {
    const [leader, opponent] = at === 0 ? [left, right] : [right, left];
    light(layer, side, leader, time, animate);
    const spot = beside(leader, opponent, frame);
    count(layer, side, spot, time, animate);
    join(layer, side, spot, time, animate);
  });

  const text = box("p", "caption", { x: frame.left + frame.width / 2, y: frame.bottom - 12 });
  text.style.maxWidth = `${frame.width - 24}px`;
  text.append(caption);
  layer.append(text);
  const place = "translate(-50%, -100%)";
  animate(
    text,
    [
      { opacity: 0, transform: `${place} translateY(8px)` },
      { opacity: 1, transform: place },
    ],
    time(LENGTH - RESULT, 250),
  );
  return LENGTH / pace;
}

type Time = (at: number, lasts: number) => KeyframeAnimationOptions;

/** The pieces of a side light up one after the other; in the end the winner's leader swells, and the loser's fades. */
function light(layer: HTMLElement, side: Side, leader: Copy, time: Time, animate: Animate): void {
  const each = COUNTING / Math.max(1, side.parts.length);
  side.parts.forEach(({ piece }, at) => {
    const element = piece === side.leader ? null : pieceElement(piece);
    const copy = element && copyOf(element);
    if (!copy) return;
    layer.append(copy.element);
    const lit = [
      { opacity: 0.3, transform: "none" },
      { opacity: 1, transform: "scale(1.2)", offset: 0.4 },
      { opacity: 1, transform: "none" },
    ];
    animate(copy.element, lit, time(OPENING + at * each, 260));
  });
  layer.append(leader.element);
  const end = side.wins ? { transform: "scale(1.35)", opacity: 1 } : { transform: "scale(0.8)", opacity: 0.45 };
  animate(leader.element, [{ transform: "scale(1.1)" }, end], time(LENGTH - RESULT, 350));
}

/** Numbers that follow each other beside the leader: the sum after each part, and after what was committed. */
function count(layer: HTMLElement, side: Side, spot: Spot, time: Time, animate: Animate): void {
  const each = COUNTING / Math.max(1, side.parts.length);
  let sum = 0;
  const sums = [0, ...side.parts.map(({ adds }) => (sum += adds))];
  const shown = sums.map((figure, at) => ({ figure, at: at === 0 ? 0 : OPENING + (at - 1) * each }));
  if (sum !== side.total) shown.push({ figure: side.total, at: OPENING + COUNTING + JOINING * 0.8 });
  const plate = box("div", side.wins ? "sum wins" : "sum loses", spot);
  plate.style.setProperty("--ink", side.ink ?? "var(--ink)");
  shown.forEach(({ figure, at }, place) => {
    const number = document.createElement("span");
    number.append(String(figure));
    plate.append(number);
    const until = shown[place + 1]?.at ?? LENGTH;
    animate(number, [{ opacity: 0 }, { opacity: 1 }], time(at, 1));
    if (place < shown.length - 1)
      animate(number, [{ opacity: 1 }, { opacity: 0 }], { ...time(until, 1), fill: "forwards" });
  });
  layer.append(plate);
  const middle = "translate(-50%, -50%)";
  animate(
    plate,
    [
      { transform: middle },
      { transform: `${middle} scale(1.5)`, offset: 0.4 },
      { transform: `${middle} scale(${side.wins ? 1.3 : 0.9})` },
    ],
    time(LENGTH - RESULT, 400),
  );
}

/** What was committed or hired comes from the seat's plate to the sum, piece by piece if it is known how the pieces look. */
function join(layer: HTMLElement, side: Side, spot: Spot, time: Time, animate: Animate): void {
  const joins = side.total - side.parts.reduce((sum, { adds }) => sum + adds, 0);
  if (joins <= 0) return;
  const plate = side.seat === null ? null : placeElement(`seat ${side.seat}`);
  const from = plate ? middleOf(plate) : { x: spot.x, y: spot.y - 60 };
  const pattern = side.token === undefined ? null : pieceElement(side.token);
  const fly = (element: HTMLElement | SVGElement, goal: Spot, start: number, lasts: number) => {
    layer.append(element);
    const [near, far] = [
      `translate(${spot.x - goal.x}px, ${spot.y - goal.y}px)`,
      `translate(${from.x - goal.x}px, ${from.y - goal.y}px)`,
    ];
    const frames = [
      { opacity: 0, transform: `${far} scale(1.4)` },
      { opacity: 1, offset: 0.2 },
      { opacity: 1, transform: near, offset: 0.9 },
      { opacity: 0, transform: near },
    ];
    animate(element, frames, time(OPENING + COUNTING + start, lasts));
  };
  const tokens = pattern ? Array.from({ length: joins }, () => copyOf(pattern)) : [];
  tokens.forEach((token, at) => token && fly(token.element, token, (at * JOINING) / (2 * joins), JOINING / 2));
  const chip = box("span", "gain", { x: spot.x, y: spot.y - 30 });
  chip.append(`+${joins}`);
  fly(chip, spot, tokens.length ? JOINING / 2 : 0, tokens.length ? JOINING / 2 : JOINING);
}
