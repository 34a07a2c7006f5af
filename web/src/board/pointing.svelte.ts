/** Mouse, touch and keyboard input on the targets of a board: picks, focus and tips. */

import { untrack } from "svelte";
import type { Mark } from "./marks";

/** The delay before the tip of a target under the mouse, in milliseconds. */
const TIP_AFTER = 350;

/** The board that uses `Pointing`. Keys of targets are in reading order. */
export interface Board {
  keys(): readonly string[];
  marks(): Readonly<Record<string, Mark>>;
  /** Return the target that Tab leads to if none is marked. */
  home(): string;
  /** Return the target that a keyboard key leads to, null for none, or undefined for an unused key. */
  step(from: string, key: string): string | null | undefined;
  /** Called when a target is picked; null: the area around the targets, or Escape. */
  pick(key: string | null): void;
  /** Return whether the mouse shows a tip on a target. */
  tells?(key: string): boolean;
  /** Bring a target into view before it gets the focus. */
  reveal?(key: string): void;
}

/** The state and the listeners of a board's drawing. Create it while the board's component initialises. */
export class Pointing {
  /** The drawing, in which targets have the attribute `data-key`. */
  svg = $state<SVGSVGElement>();
  /** The target under the mouse or with the visible focus. */
  pointed = $state<string | null>(null);
  /** The target whose tip is shown. */
  tipped = $state<string | null>(null);
  readonly #board: Board;
  #focused = $state("");
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The one target that Tab leads to. */
  current = $derived.by(() => {
    const keys = this.#board.keys();
    if (keys.includes(this.#focused)) return this.#focused;
    return keys.find((key) => key in this.#board.marks()) ?? this.#board.home();
  });

  constructor(board: Board) {
    this.#board = board;
    $effect(() => () => clearTimeout(this.#timer));
    // A target that moves to another group gets a new element, which takes over the focus.
    let focusedKey: string | null = null;
    $effect.pre(() => {
      void board.keys();
      focusedKey = this.svg?.contains(document.activeElement) ? untrack(() => this.#focused) : null;
    });
    $effect(() => {
      const keys = board.keys();
      if (focusedKey === null || this.svg?.contains(document.activeElement)) return;
      this.#go(keys.includes(focusedKey) ? focusedKey : this.current);
    });
  }

  /** Return the key of the target that an event belongs to, or null. */
  keyOf(event: Event): string | null {
    const element = event.target instanceof Element ? event.target.closest("[data-key]") : null;
    return element?.getAttribute("data-key") ?? null;
  }

  /** Pick a target by mouse or finger. */
  pick(key: string | null): void {
    this.hideTip();
    if (key !== null) this.#focused = key;
    this.#board.pick(key);
  }

  press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const from = this.keyOf(event);
    if (from === null) return;
    if (event.key === "Enter" || event.key === " ") this.#board.pick(from);
    else if (event.key === "Escape") {
      this.hideTip();
      this.#board.pick(null);
    } else if (event.key === "PageDown") this.#go(this.#nextMarked(from, 1));
    else if (event.key === "PageUp") this.#go(this.#nextMarked(from, -1));
    else {
      const to = this.#board.step(from, event.key);
      if (to === undefined) return;
      this.#go(to);
    }
    event.preventDefault();
    // The page must not handle these keys as well.
    event.stopPropagation();
  };

  focus = (event: FocusEvent): void => {
    const key = this.keyOf(event);
    if (key === null) return;
    this.#focused = key;
    if (event.target instanceof Element && event.target.matches(":focus-visible")) this.#showTip(key, true);
  };

  point = (event: PointerEvent): void => {
    if (event.pointerType === "touch") return;
    const key = this.keyOf(event);
    if (key === null) this.hideTip();
    else this.#showTip(key, false);
  };

  hideTip = (): void => {
    clearTimeout(this.#timer);
    this.pointed = null;
    this.tipped = null;
  };

  #showTip(key: string, atOnce: boolean): void {
    clearTimeout(this.#timer);
    this.pointed = key;
    if (!atOnce && this.#board.tells?.(key) === false) this.tipped = null;
    else if (atOnce || this.tipped !== null) this.tipped = key;
    else this.#timer = setTimeout(() => (this.tipped = key), TIP_AFTER);
  }

  #go(key: string | null): void {
    if (key === null) return;
    this.#focused = key;
    this.#board.reveal?.(key);
    this.svg?.querySelector<SVGGElement>(`[data-key="${CSS.escape(key)}"]`)?.focus();
  }

  /** Return the next or previous marked target, continuing at the other end. */
  #nextMarked(from: string, step: 1 | -1): string | null {
    const keys = this.#board.keys();
    const start = keys.indexOf(from);
    const order = keys.map((_, i) => keys[(start + step * (i + 1) + keys.length * 2) % keys.length] ?? from);
    return order.find((key) => key in this.#board.marks()) ?? null;
  }
}
