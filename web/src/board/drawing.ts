/** Arrows and highlights that people draw on a board, shared by its drawings. Only an analysis board has them. */

import { getContext, setContext } from "svelte";
import type { Group } from "./targets";

export const COLOURS = ["green", "red", "blue", "yellow"] as const;
export type Colour = (typeof COLOURS)[number];

/** An arrow between two targets of the board, or a highlighted target. */
export type Drawn = { from: string; to: string; colour: Colour } | { at: string; colour: Colour };

/** Return what identifies a shape among those of one board. */
export const shapeKey = (shape: Drawn): string =>
  ("at" in shape ? [shape.at, shape.colour] : [shape.from, shape.to, shape.colour]).join("|");

export interface Drawing {
  readonly shapes: readonly Drawn[];
  /** Whether every drag draws; otherwise, those with the right button or with Shift do. */
  readonly active: boolean;
  /** Take over the targets of the board. */
  offer(groups: readonly Group[]): void;
  /** Draw from one target to another, or highlight one. */
  draw(from: string, to: string): void;
}

const KEY = Symbol("drawing");

export const setDrawing = (drawing: Drawing): Drawing => setContext(KEY, drawing);
export const getDrawing = (): Drawing => getContext(KEY);
