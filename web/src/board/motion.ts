/** Transitions of pieces that appear and disappear. CSS moves pieces from place to place, see Board.svelte. */

import { cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";

const LAY = 240;
const FADE = 180;

function length(node: Element, duration: number, on: boolean): number {
  return on && typeof node.animate === "function" ? duration : 0;
}

/** The transition of a piece being laid: it shrinks to its size. */
export function lay(node: Element, { on }: { on: boolean }): TransitionConfig {
  return {
    duration: length(node, LAY, on),
    easing: cubicOut,
    css: (t) => `opacity: ${t}; transform: scale(${1.3 - 0.3 * t})`,
  };
}

/** The transition of a piece being removed. */
export function lift(node: Element, { on }: { on: boolean }): TransitionConfig {
  return { duration: length(node, FADE, on), easing: cubicOut, css: (t) => `opacity: ${t}` };
}
