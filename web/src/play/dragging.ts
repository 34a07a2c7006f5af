/** Dragging a piece to its place, by mouse or finger, with what it would do shown on the way. */

import type { TableFacts } from "../api/types";
import type { Composer } from "./composer.svelte";
import { remaining, type Option } from "./options";

/** A hand that moves less than that has not meant to drag. */
const STIRS = 8;
/** A finger hides what it points at, so that a place this far from its middle is meant as well, in pixels. */
const FINGERTIP = 18;
const AROUND: readonly (readonly [number, number])[] = [[0, -1], [-1, 0], [1, 0], [0, 1], [-0.7, -0.7], [0.7, -0.7], [-0.7, 0.7], [0.7, 0.7]];

/** Return the key of the target or piece that an element belongs to, or null. */
export function keyOfElement(element: Element | null): string | null {
  return element?.closest("[data-key]")?.getAttribute("data-key") ?? null;
}

type Pointed = Pick<PointerEvent, "clientX" | "clientY" | "pointerType" | "isPrimary" | "button" | "target">;

export class Dragging<F extends TableFacts, O extends Option> {
  readonly #composer: Composer<F, O>;
  readonly #under: (x: number, y: number) => Element | null;
  #from: { key: string; x: number; y: number } | null = null;
  #over: string | null = null;
  #moving = false;

  /** @param under What lies beneath a point of the screen. */
  constructor(composer: Composer<F, O>, under: (x: number, y: number) => Element | null = (x, y) => document.elementFromPoint(x, y)) {
    this.#composer = composer;
    this.#under = under;
  }

  /** Whether something is in the hand. */
  get moving(): boolean {
    return this.#moving;
  }

  /** Whether a piece would come along if the hand moved: then the page stays where it is. */
  get holds(): boolean {
    return this.#from !== null;
  }

  down(event: Pointed): void {
    this.#moving = false;
    this.#from = null;
    if (!event.isPrimary || event.button !== 0 || this.#composer.ask === null) return;
    const target = event.target instanceof Element ? event.target : null;
    // Where a finger moves the map, it moves no pieces.
    if (event.pointerType === "touch" && target?.closest("[data-pans]")) return;
    const key = keyOfElement(target);
    // Only what can be put somewhere is taken up.
    const leads = key !== null && this.#composer.options.some((option) => option.enough > 1 && option.things[0] === key);
    if (leads) this.#from = { key, x: event.clientX, y: event.clientY };
  }

  move(event: Pointed): void {
    if (this.#from === null) return;
    const { key, x, y } = this.#from;
    if (!this.#moving) {
      if (Math.hypot(event.clientX - x, event.clientY - y) < STIRS) return;
      this.#moving = true;
      this.#over = null;
      this.#take(key);
    }
    const over = this.#place(key, event);
    if (over === this.#over) return;
    this.#over = over;
    this.#take(key);
    if (over !== null) this.#composer.pickKeys([over]);
  }

  /** Let go: over a place that fits the choice stands, elsewhere nothing is left of it. Returns whether something was dragged. */
  up(): boolean {
    const dragged = this.#moving;
    if (dragged && this.#composer.chosen === null) this.#composer.back();
    this.#from = null;
    this.#moving = false;
    return dragged;
  }

  /** The place under the hand where the piece can go, or the nearest to a finger. */
  #place(key: string, { clientX, clientY, pointerType }: Pointed): string | null {
    for (const [right, down] of pointerType === "touch" ? [[0, 0] as const, ...AROUND] : [[0, 0] as const]) {
      const over = keyOfElement(this.#under(clientX + right * FINGERTIP, clientY + down * FINGERTIP));
      if (over !== null && over !== key && remaining(this.#composer.options, [key, over]).length > 0) return over;
    }
    return null;
  }

  /** Have nothing but this piece picked. */
  #take(key: string): void {
    this.#composer.clear();
    this.#composer.pickKeys([key]);
  }
}
