/** Shows events on a table: pieces travel, numbers fly to their counters, places flash. Loaded after the first paint. */

import { tick } from "svelte";
import type { Sound } from "../../ui/sound";
import type { GameEvent, Seat, TableFacts } from "../../api/types";
import {
  arc,
  boxOver,
  copyOf,
  iconOf,
  middleOf,
  pieceElement,
  placeElement,
  settle,
  type Copy,
  type Spot,
} from "./flights";
import { celebrate, stage, type Fight } from "./scene";
import { stepsOf, type Gain, type Moves, type Step, type Thing } from "./moves";
import "./motion.css";

/** How long a step takes, in milliseconds at normal speed. */
const STEP = 480;
/** The share of a step after which the next one starts. */
const OVERLAP = 0.8;
const EASE = "cubic-bezier(0.35, 0, 0.25, 1)";

const NOTHING = (): void => {};
/** How wide the number on a counter is, in pixels. */
const CHIP = 44;

/** Pieces before the board changes, by key. */
type Copies = Map<string, Copy>;

export interface Table<F extends TableFacts> {
  moves: Moves<F>;
  /** Return the keys of the things that an event is about. */
  spots(event: GameEvent): readonly string[];
  ownSeat(): Seat | null;
  /** Return the colour of a seat, as CSS. */
  ink(seat: Seat): string;
  say(event: GameEvent): string;
  /** Return the table that the board shows. */
  facts(): F | null;
  /** Return all events so far, also those that are not shown yet. */
  events(): readonly GameEvent[];
  /** Called when the celebration of the end begins, and when it is over. */
  celebrating(begins: boolean): void;
  sound(name: Sound): void;
}

export class Mover<F extends TableFacts> {
  readonly #table: Table<F>;
  readonly #layer = document.createElement("div");
  #running: Animation[] = [];
  /** Ends the scene under way. */
  #end: () => void = NOTHING;
  #later: ReturnType<typeof setTimeout> | undefined;
  readonly #animate = (element: Element, frames: Keyframe[], timing: KeyframeAnimationOptions) =>
    this.#run(element, frames, timing);

  constructor(table: Table<F>) {
    this.#table = table;
    this.#layer.className = "flights";
    this.#layer.setAttribute("aria-hidden", "true");
    this.#layer.addEventListener("click", () => this.#end());
  }

  /**
   * Show events: first the conflicts that they end, as scenes, then all that they move.
   * @param change Changes the board, after the scenes.
   * @param pace How many times faster than normal.
   * @return How long the change takes, in milliseconds.
   */
  show(events: readonly GameEvent[], change: () => void, pace: number): number {
    const steps = this.#steps(events);
    const last = steps.at(-1);
    const length = last === undefined ? 0 : ((last.slot * OVERLAP + 1) * STEP) / pace;
    const end = events.find((event) => event.kind === "game_over");
    this.#stage(this.fights(events), pace, () => {
      if (end) this.#table.celebrating(true);
      this.#change(steps, change, STEP / pace);
      if (end) this.#later = setTimeout(() => this.#celebrate(end), length);
    });
    return length;
  }

  /** Whether a scene is under way. */
  get isStaging(): boolean {
    return this.#end !== NOTHING;
  }

  /** Return the conflicts that events end. */
  fights(events: readonly GameEvent[]): Fight[] {
    const { moves, ink } = this.#table;
    const facts = this.#table.facts();
    const conflicts = events.filter(({ kind }) => moves.looks[kind] === "scene");
    if (facts === null || conflicts.length === 0) return [];
    const all = this.#table.events();
    return conflicts.flatMap((event) => {
      const past = all.slice(0, all.indexOf(event));
      const sides = moves.fight(event, facts, past);
      for (const side of sides ?? []) if (side.seat !== null) side.ink = ink(side.seat);
      return sides ? [{ event, sides, order: moves.order?.(event, facts, past) ?? null }] : [];
    });
  }

  /** Show scenes one after the other, then go on. */
  #stage([fight, ...laterFights]: readonly Fight[], pace: number, then: () => void): void {
    const next = () => this.#stage(laterFights, pace, then);
    if (!fight) {
      then();
      return;
    }
    const lasts = stage(this.#layer, fight, this.#table.say(fight.event), pace, this.#animate);
    if (lasts === null) next();
    else {
      this.#table.sound("clash");
      this.#hold(lasts, () => {
        const own = fight.sides.find(({ seat }) => seat !== null && seat === this.#table.ownSeat());
        if (own) this.#table.sound(own.wins ? "won" : "lost");
        next();
      });
    }
  }

  #celebrate(event: GameEvent): void {
    const facts = this.#table.facts();
    const [winner] = facts?.outcome?.winners ?? [];
    const way = facts && winner !== undefined ? this.#table.moves.way(facts, winner) : [];
    const lasts =
      winner === undefined ? null : celebrate(this.#layer, winner, way, this.#table.say(event), this.#animate);
    if (lasts === null) this.finish();
    else this.#hold(lasts, NOTHING);
  }

  /** Show a scene until its time is up, a tap or Escape, then go on. */
  #hold(lasts: number, then: () => void): void {
    document.body.append(this.#layer);
    this.#layer.classList.add("scene");
    const press = ({ key }: KeyboardEvent) => {
      if (key === "Escape") end();
    };
    addEventListener("keydown", press);
    const end = () => {
      removeEventListener("keydown", press);
      clearTimeout(timer);
      if (this.#end !== end) return;
      this.finish();
      then();
    };
    const timer = setTimeout(end, lasts);
    this.#end = end;
  }

  #steps(events: readonly GameEvent[]): Step[] {
    const { moves, spots, ownSeat } = this.#table;
    return stepsOf(events, moves, (event) => spots(event), ownSeat());
  }

  #change(steps: readonly Step[], change: () => void, lasts: number): void {
    const copies = this.#measure(steps);
    change();
    void tick().then(() => this.#start(steps, copies, lasts));
    for (const { gains, arriving, staying } of steps.slice(0, 1))
      if (arriving.length + staying.length + gains.length) this.#table.sound(gains.length > 1 ? "coins" : "place");
  }

  /** End all movements at once; a scene is not followed by what it would show next. */
  finish(): void {
    this.#end = NOTHING;
    clearTimeout(this.#later);
    this.#table.celebrating(false);
    this.#layer.classList.remove("scene");
    for (const animation of this.#running) animation.cancel();
    this.#running = [];
    this.#layer.replaceChildren();
    this.#layer.remove();
  }

  #measure(steps: readonly Step[]): Copies {
    const copies: Copies = new Map();
    for (const { piece } of steps.flatMap(({ leaving, staying }) => [...leaving, ...staying])) {
      const element = pieceElement(piece);
      if (element) settle(element);
      const copy = element && copyOf(element);
      if (copy) copies.set(piece, copy);
    }
    return copies;
  }

  #start(steps: readonly Step[], copies: Copies, lasts: number): void {
    document.body.append(this.#layer);
    for (const step of steps) {
      const timing = { delay: step.slot * OVERLAP * lasts, duration: lasts };
      const seat = step.event.seat;
      for (const thing of step.arriving) this.#arrive(thing, timing);
      for (const thing of step.leaving) this.#leave(thing, copies, timing);
      for (const thing of step.staying) this.#move(thing, copies, timing);
      step.gains.forEach((gain, at) => this.#count(gain, step.places, timing, at - (step.gains.length - 1) / 2));
      if (step.look === "flash") step.places.forEach((place) => this.#flash(place, timing));
      if (seat !== null) this.#pulse(seat, timing);
    }
    if (!this.#layer.hasChildNodes()) this.#layer.remove();
  }

  #arrive(thing: Thing, timing: Timing): void {
    const element = pieceElement(thing.piece);
    if (!element) return;
    settle(element);
    const copy = copyOf(element);
    if (!copy) return;
    const source = firstOf(thing.from);
    this.#hide(element, timing);
    if (source)
      this.#add(
        copy.element,
        arc(offset(copy, middleOf(source)), { x: 0, y: 0 }, [startScale(source, copy), 1]),
        timing,
      );
    else if (thing.rises) this.#add(copy.element, RISE, { ...timing, duration: 1.6 * timing.duration });
    else this.#add(copy.element, APPEAR, timing);
  }

  #leave(thing: Thing, copies: Copies, timing: Timing): void {
    const copy = copies.get(thing.piece);
    if (!copy) return;
    const element = pieceElement(thing.piece);
    // A board that still shows the piece hides it until its next change.
    if (element) this.#run(element, [{}, { opacity: 0 }], { delay: timing.delay, duration: 1, fill: "forwards" });
    const goal = firstOf(thing.to);
    if (goal)
      this.#add(copy.element, arc({ x: 0, y: 0 }, offset(copy, middleOf(goal)), [1, startScale(goal, copy)]), timing);
    else {
      this.#add(copy.element, VANISH, timing);
      this.#cross(copy, timing);
    }
  }

  #move(thing: Thing, copies: Copies, timing: Timing): void {
    const [before, element] = [copies.get(thing.piece), pieceElement(thing.piece)];
    if (!before || !element) return;
    settle(element);
    const copy = copyOf(element);
    if (!copy || Math.hypot(copy.x - before.x, copy.y - before.y) < 4) return;
    this.#hide(element, timing);
    this.#add(copy.element, arc(offset(copy, before), { x: 0, y: 0 }, [before.size / copy.size, 1]), timing);
  }

  /**
   * A number flies between the place of the event and its counter, which then swells; if the counter is off the screen, the number
   * rises at the place.
   * @param aside The number's place among several.
   */
  #count({ counter, by }: Gain, places: readonly string[], timing: Timing, aside: number): void {
    const home = document.querySelector(`[data-counter="${CSS.escape(counter)}"]`);
    const shown = placeElement(`counter ${counter}`);
    const element = shown ?? firstOf(places);
    if (!home || !element) return;
    const place = firstOf(places) ?? element;
    const [source, goal] = by > 0 ? [place, element] : [element, place];
    const chip = document.createElement("span");
    const mark = home.querySelector<SVGGraphicsElement>("svg, [data-mark]");
    chip.className = by > 0 ? "gain" : "cost";
    chip.append(`${by > 0 ? "+" : "−"}${Math.abs(by)}`);
    if (mark) chip.append(iconOf(mark));
    const apart = (spot: Spot, place: Element) => (place === shown ? spot : { ...spot, x: spot.x + aside * CHIP });
    const end = apart(middleOf(goal), goal);
    const start = source === goal ? { x: end.x, y: end.y + (by > 0 ? 22 : 0) } : apart(middleOf(source), source);
    chip.style.left = `${end.x}px`;
    chip.style.top = `${end.y}px`;
    const frames = arc({ x: start.x - end.x, y: start.y - end.y }, { x: 0, y: source === goal && by < 0 ? 22 : 0 });
    this.#add(chip, frames, timing);
    if (shown)
      this.#run(shown, [{}, { transform: "scale(1.3)", offset: 0.4 }, {}], {
        delay: timing.delay + (by > 0 ? timing.duration * 0.85 : 0),
        duration: timing.duration * 0.7,
      });
  }

  /** A place lights up twice. */
  #flash(place: string, timing: Timing): void {
    const element = placeElement(place);
    if (!element) return;
    this.#add(boxOver(element, "flash"), FLASH, { ...timing, duration: timing.duration * 1.8 });
  }

  #cross(copy: Copy, timing: Timing): void {
    const cross = document.createElement("b");
    Object.assign(cross.style, { left: `${copy.x}px`, top: `${copy.y}px`, fontSize: `${copy.size * 0.8}px` });
    cross.append("✕");
    this.#add(cross, CROSS, { ...timing, duration: timing.duration * 1.5 });
  }

  /** The sign of a seat swells wherever it is shown. */
  #pulse(seat: Seat, timing: Timing): void {
    for (const plate of document.querySelectorAll(`[data-seat="${CSS.escape(seat)}"]`)) {
      const sign = plate.querySelector("svg");
      if (sign) this.#run(sign, [{}, { transform: "scale(1.5)", offset: 0.4 }, {}], timing);
    }
  }

  #add(element: HTMLElement | SVGElement, frames: Keyframe[], timing: Timing): void {
    this.#layer.append(element);
    this.#run(element, frames, { ...timing, fill: "backwards" }).onfinish = () => {
      element.remove();
      if (!this.#layer.hasChildNodes()) this.#layer.remove();
    };
  }

  /** Hide a piece until its copy has arrived. */
  #hide(piece: Element, { delay, duration }: Timing): void {
    this.#run(piece, [{ opacity: 0 }, { opacity: 0 }], { delay: 0, duration: delay + duration });
  }

  #run(element: Element, frames: Keyframe[], timing: KeyframeAnimationOptions): Animation {
    const animation = element.animate(frames, { easing: EASE, ...timing });
    this.#running.push(animation);
    return animation;
  }
}

interface Timing {
  delay: number;
  duration: number;
}

const RISE: Keyframe[] = [
  { transform: "translateY(45%) scale(1, 0.05)", opacity: 0 },
  { transform: "translateY(-6%) scale(1, 1.12)", opacity: 1, offset: 0.75 },
  { transform: "none", opacity: 1 },
];
const APPEAR: Keyframe[] = [
  { transform: "scale(1.5)", opacity: 0 },
  { transform: "none", opacity: 1 },
];
const VANISH: Keyframe[] = [
  { transform: "none", opacity: 1 },
  { transform: "none", opacity: 1, offset: 0.3 },
  { transform: "scale(0.4)", opacity: 0 },
];
const CROSS: Keyframe[] = [
  { transform: "translate(-50%, -50%) scale(0.3)", opacity: 0 },
  { transform: "translate(-50%, -50%)", opacity: 1, offset: 0.3 },
  { transform: "translate(-50%, -50%)", opacity: 0 },
];
const FLASH: Keyframe[] = [0, 1, 0.25, 1, 0].map((opacity) => ({ opacity }));

function firstOf(places: readonly string[] | undefined): Element | null {
  for (const place of places ?? []) {
    const element = placeElement(place);
    if (element) return element;
  }
  return null;
}

const offset = (copy: Copy, spot: Spot): Spot => ({ x: spot.x - copy.x, y: spot.y - copy.y });

/** Return the scale at which a piece is as large as the place it comes from. */
function startScale(source: Element, copy: Copy): number {
  const { width, height } = source.getBoundingClientRect();
  return Math.min(1, Math.max(0.3, Math.min(width, height) / copy.size));
}
