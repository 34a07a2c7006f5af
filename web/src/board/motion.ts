/** How pieces come and go. Moving from place to place is left to CSS, see Board.svelte. */

import { cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";

export const LAY = 240;
export const FADE = 180;

function length(node: Element, wanted: number, on: boolean): number {
  return on && typeof node.animate === "function" ? wanted : 0;
}

/** A piece is laid down: a little large, then at its size. */
export function lay(node: Element, { on }: { on: boolean }): TransitionConfig {
  return {
    duration: length(node, LAY, on),
    easing: cubicOut,
    css: (t) => `opacity: ${t}; transform: scale(${1.3 - 0.3 * t})`,
  };
}

/** A piece is taken away. */
export function lift(node: Element, { on }: { on: boolean }): TransitionConfig {
  return { duration: length(node, FADE, on), easing: cubicOut, css: (t) => `opacity: ${t}` };
}
