/** A conflict as a scene of some seconds: both sides face each other on the board, strength lights up, the sums meet. */

import type { GameEvent, Seat } from "../../api/types";
import { boxOver, copyOf, pieceElement, placeElement, middleOf, type Copy, type Spot } from "./flights";

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
  /** Which of several conflicts it is. */
  order: string | null;
}

/** The times of a scene in milliseconds at normal speed. */
const OPENING = 350;
const COUNTING = 900;
const JOINING = 600;
const RESULT = 950;
/** How long one part of a winner's way takes. */
const STEP = 420;
const LENGTH = OPENING + COUNTING + JOINING + RESULT;

type Time = (at: number, lasts: number) => KeyframeAnimationOptions;
type Animate = (element: Element, frames: Keyframe[], timing: KeyframeAnimationOptions) => Animation;

function box(tag: string, name: string, { x, y }: Spot): HTMLElement {
  const element = document.createElement(tag);
  element.className = name;
  element.style.left = `${x}px`;
  element.style.top = `${y}px`;
  return element;
}

/** Turns away from the direction of the opponent, the farthest from it first. */
const TURNS = [0, 0.5, -0.5, 1, -1, 1.5, -1.5, 2, -2, 2.5, -2.5];

/** Return the point around a leader on the board where figures cover least of the pieces; preferably away from the opponent. */
function beside(leader: Copy, opponent: Spot, board: Element): Spot {
  const frame = board.getBoundingClientRect();
  const pieces = [...board.querySelectorAll("[data-piece]")].map((piece) => piece.getBoundingClientRect());
  const away = Math.atan2(leader.y - opponent.y, leader.x - opponent.x);
  const half = sizeOf(leader);
  const reach = leader.size * 0.6 + 1.2 * half;
  const spots = TURNS.map((turn) => ({
    x: leader.x + reach * Math.cos(away + turn),
    y: leader.y + reach * Math.sin(away + turn),
  }));
  const edge = 1.2 * half;
  const isInside = ({ x, y }: Spot) =>
    Math.abs(x - frame.left - frame.width / 2) < frame.width / 2 - edge &&
    Math.abs(y - frame.top - frame.height / 2) < frame.height / 2 - edge;
  const shared = (middle: number, start: number, end: number) =>
    Math.max(0, Math.min(middle + half, end) - Math.max(middle - half, start));
  const covered = ({ x, y }: Spot) =>
    pieces.reduce((sum, { left, right, top, bottom }) => sum + shared(x, left, right) * shared(y, top, bottom), 0);
  const [best] = spots
    .filter(isInside)
    .map((spot) => ({ spot, area: covered(spot) }))
    .sort((first, second) => first.area - second.area);
  return best?.spot ?? leader;
}

/** The size of the figures beside a leader, in pixels. */
const sizeOf = (leader: Copy): number => Math.min(22, Math.max(15, leader.size * 0.5));

/** Dim the board. */
function veilOver(layer: HTMLElement, { left, top, width, height }: DOMRect, time: Time, animate: Animate): void {
  const veil = box("div", "veil", { x: left, y: top });
  veil.style.width = `${width}px`;
  veil.style.height = `${height}px`;
  layer.append(veil);
  animate(veil, [{ opacity: 0 }, { opacity: 1 }], time(0, OPENING));
}

/** Write a sentence at the head or the foot of the board, whichever is farther from some spots. */
function write(
  layer: HTMLElement,
  caption: string,
  frame: DOMRect,
  spots: readonly Spot[],
  at: number,
  time: Time,
  animate: Animate,
): void {
  const heights = spots.map(({ y }) => y);
  const isTop = Math.min(...heights) - frame.top > frame.bottom - Math.max(...heights);
  const text = box("p", "caption", { x: frame.left + frame.width / 2, y: isTop ? frame.top + 12 : frame.bottom - 12 });
  text.style.maxWidth = `${frame.width - 24}px`;
  text.append(caption);
  layer.append(text);
  const place = `translate(-50%, ${isTop ? 0 : -100}%)`;
  const rise = [
    { opacity: 0, transform: `${place} translateY(8px)` },
    { opacity: 1, transform: place },
  ];
  animate(text, rise, time(at, 250));
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

  veilOver(layer, frame, time, animate);

  const line = box("div", "front", left);
  line.style.width = `${Math.hypot(right.x - left.x, right.y - left.y)}px`;
  const turn = `rotate(${Math.atan2(right.y - left.y, right.x - left.x)}rad)`;
  layer.append(line);
  animate(line, [{ transform: `${turn} scaleX(0)` }, { transform: turn }], time(OPENING / 2, OPENING));

  const spots = fight.sides.map((side, at) => {
    const [leader, opponent] = at === 0 ? [left, right] : [right, left];
    light(layer, side, leader, time, animate);
    const spot = beside(leader, opponent, board);
    count(layer, side, spot, sizeOf(leader), time, animate);
    join(layer, side, spot, time, animate);
    return spot;
  });

  const { order } = fight;
  if (order !== null) write(layer, order, frame, [left, right, ...spots], 0, time, animate);
  const result = [order, caption].filter(Boolean).join(". ");
  write(layer, result, frame, [left, right, ...spots], LENGTH - RESULT, time, animate);
  return LENGTH / pace;
}

/** The pieces of a side light up one after the other; in the end the winner's leader swells, and the loser's fades. */
function light(layer: HTMLElement, side: Side, leader: Copy, time: Time, animate: Animate): void {
  const each = COUNTING / Math.max(1, side.parts.length);
  side.parts.forEach(({ piece }, at) => {
    const element = piece === side.leader ? null : pieceElement(piece);
    const copy = element && copyOf(element);
    if (!copy) return;
    layer.append(copy.element);
    const lighting = [
      { opacity: 0.3, transform: "none" },
      { opacity: 1, transform: "scale(1.2)", offset: 0.4 },
      { opacity: 1, transform: "none" },
    ];
    animate(copy.element, lighting, time(OPENING + at * each, 260));
  });
  layer.append(leader.element);
  const end = side.wins ? { transform: "scale(1.2)", opacity: 1 } : { transform: "scale(0.8)", opacity: 0.45 };
  animate(leader.element, [{ transform: "scale(1.1)" }, end], time(LENGTH - RESULT, 350));
}

/** Numbers that follow each other beside the leader: the sum after each part, and after what was committed. */
function count(layer: HTMLElement, side: Side, spot: Spot, size: number, time: Time, animate: Animate): void {
  const each = COUNTING / Math.max(1, side.parts.length);
  let sum = 0;
  const sums = [0, ...side.parts.map(({ adds }) => (sum += adds))];
  const figures = sums.map((figure, at) => ({ figure, at: at === 0 ? 0 : OPENING + (at - 1) * each }));
  if (sum !== side.total) figures.push({ figure: side.total, at: OPENING + COUNTING + JOINING * 0.8 });
  const plate = box("div", "sum", spot);
  plate.style.fontSize = `${size}px`;
  plate.style.setProperty("--ink", side.ink ?? "var(--ink)");
  figures.forEach(({ figure, at }, place) => {
    const number = document.createElement("span");
    number.append(String(figure));
    plate.append(number);
    const until = figures[place + 1]?.at ?? LENGTH;
    animate(number, [{ opacity: 0 }, { opacity: 1 }], time(at, 1));
    if (place < figures.length - 1)
      animate(number, [{ opacity: 1 }, { opacity: 0 }], { ...time(until, 1), fill: "forwards" });
  });
  layer.append(plate);
  const middle = "translate(-50%, -50%)";
  animate(
    plate,
    [
      { transform: middle },
      { transform: `${middle} scale(1.4)`, offset: 0.4 },
      { transform: `${middle} scale(${side.wins ? 1.25 : 0.9})` },
    ],
    time(LENGTH - RESULT, 400),
  );
  // A colour is painted: in one frame, not in all.
  if (side.wins) animate(plate, [{}, { outlineColor: "var(--gold)" }], time(LENGTH - RESULT, 1));
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

/** Leaves of a wreath, one side, around the origin. */
const LEAVES = Array.from({ length: 9 }, (_, at) => 18 + at * 17);
const LEAF = "M0 30Q5 37 15 37Q11 28 0 30M0 35Q3 44-5 47Q-7 39 0 35";

function svg(tag: string, attributes: Record<string, string>): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/**
 * Celebrate the end of a game: the winner's way lights up on the board, and a wreath unrolls over their side of it, or else over
 * their card or the first piece of the way.
 * @param way Pieces and places, in the order in which they light up.
 * @return How long it takes, in milliseconds; null if no board is seen.
 */
export function celebrate(
  layer: HTMLElement,
  winner: Seat,
  way: readonly string[],
  caption: string,
  animate: Animate,
): number | null {
  const board = document.querySelector("svg.drawing");
  if (!board) return null;
  const frame = board.getBoundingClientRect();
  const time: Time = (at, lasts) => ({ delay: at, duration: lasts, fill: "both" });
  veilOver(layer, frame, time, animate);
  const lighting = [
    { opacity: 0, transform: "scale(1.4)" },
    { opacity: 1, transform: "none" },
  ];
  way.forEach((key, at) => {
    const piece = pieceElement(key);
    const copy = piece && copyOf(piece);
    const place = copy ? null : placeElement(key);
    const element = copy?.element ?? (place && boxOver(place, "won"));
    if (!element) return;
    layer.append(element);
    animate(element, lighting, time(OPENING + at * STEP, STEP));
  });
  const begins = OPENING + way.length * STEP;
  const home = board.querySelector(`[data-seat="${CSS.escape(winner)}"]`);
  const [first = ""] = way;
  const { x, y } = middleOf(home ?? placeElement(`seat ${winner}`) ?? pieceElement(first) ?? board);
  const size = Math.min(200, frame.width * 0.4);
  const bounds = home ? frame : new DOMRect(0, 0, innerWidth, innerHeight);
  const within = (middle: number, start: number, end: number) =>
    Math.max(start, Math.min(end - size, middle - size / 2));
  const wreath = svg("svg", { class: "wreath", viewBox: "-50 -50 100 100" });
  Object.assign(wreath.style, {
    left: `${within(x, bounds.left, bounds.right)}px`,
    top: `${within(y, bounds.top, bounds.bottom)}px`,
    width: `${size}px`,
    height: `${size}px`,
  });
  const sign = document.querySelector(`[data-seat="${CSS.escape(winner)}"] svg`)?.cloneNode(true) as
    SVGElement | undefined;
  if (sign) {
    for (const [name, value] of Object.entries({ x: "-20", y: "-20", width: "40", height: "40" }))
      sign.setAttribute(name, value);
    wreath.append(svg("circle", { r: "28", fill: "var(--paper-raised)" }), sign);
  }
  for (const side of [-1, 1])
    LEAVES.forEach((turn, at) => {
      const twig = svg("g", { transform: `scale(${side} 1) rotate(${-turn})` });
      const leaf = svg("path", { d: LEAF });
      twig.append(leaf);
      wreath.append(twig);
      animate(
        leaf,
        [
          { opacity: 0, transform: "scale(0.3)" },
          { opacity: 1, transform: "none" },
        ],
        time(begins + at * 110, 250),
      );
    });
  layer.append(wreath);
  animate(wreath, [{ opacity: 0 }, { opacity: 1 }], time(begins, 250));
  write(layer, caption, frame, [{ x, y }], begins, time, animate);
  return begins + 2800;
}
