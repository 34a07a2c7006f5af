/** Dragging a piece to its place by mouse or finger, with a preview on the way. */

import type { TableFacts } from "../../api/types";
import type { Composer } from "../desk/composer.svelte";
import { remaining, type Option } from "../desk/options";

/** Shorter movements are not a drag, in pixels. */
const STIRS = 8;
/** A finger hides its target, so places up to this far from its middle count, in pixels. */
const FINGERTIP = 18;
const AROUND: readonly (readonly [number, number])[] = [
  [0, -1],
  [-1, 0],
  [1, 0],
  [0, 1],
  [-0.7, -0.7],
  [0.7, -0.7],
  [-0.7, 0.7],
  [0.7, 0.7],
];

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

  /** @param under Returns the element at a point of the screen. */
  constructor(
    composer: Composer<F, O>,
    under: (x: number, y: number) => Element | null = (x, y) => document.elementFromPoint(x, y),
  ) {
    this.#composer = composer;
    this.#under = under;
  }

  /** Whether a piece is being dragged. */
  get moving(): boolean {
    return this.#moving;
  }

  /** Whether a movement would drag a piece: the page must not scroll then. */
  get holds(): boolean {
    return this.#from !== null;
  }

  down(event: Pointed): void {
    this.#moving = false;
    this.#from = null;
    if (!event.isPrimary || event.button !== 0 || this.#composer.ask === null) return;
    const target = event.target instanceof Element ? event.target : null;
    // Touch pans the map there instead of dragging pieces.
    if (event.pointerType === "touch" && target?.closest("[data-pans]")) return;
    const key = keyOfElement(target);
    // Only pieces that can be placed somewhere can be dragged.
    const leads =
      key !== null && this.#composer.options.some((option) => option.enough > 1 && option.things[0] === key);
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

  /** End the drag and return whether there was one. The choice stays over a fitting place; elsewhere the pick is dropped. */
  up(): boolean {
    const dragged = this.#moving;
    if (dragged && this.#composer.chosen === null) this.#composer.back();
    this.#from = null;
    this.#moving = false;
    return dragged;
  }

  /** End the drag, and swallow the click that follows it. */
  drop(): void {
    if (!this.up()) return;
    const swallow = (event: Event) => event.stopPropagation();
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }));
  }

  /** Prevent an element from scrolling while a finger drags a piece; return what ends that. */
  keepStill(element: HTMLElement): () => void {
    const hold = (event: TouchEvent) => {
      if (this.holds && event.touches.length === 1 && event.cancelable) event.preventDefault();
    };
    element.addEventListener("touchmove", hold, { passive: false });
    return () => element.removeEventListener("touchmove", hold);
  }

  /** Return the place at the pointer where the piece can go, or one near a finger, or null. */
  #place(key: string, { clientX, clientY, pointerType }: Pointed): string | null {
    for (const [right, down] of pointerType === "touch" ? [[0, 0] as const, ...AROUND] : [[0, 0] as const]) {
      const over = keyOfElement(this.#under(clientX + right * FINGERTIP, clientY + down * FINGERTIP));
      if (over !== null && over !== key && remaining(this.#composer.options, [key, over]).length > 0) return over;
    }
    return null;
  }

  /** Pick only this piece. */
  #take(key: string): void {
    this.#composer.clear();
    this.#composer.pickKeys([key]);
  }
}
