/** Marks of what has happened at the targets of a board, shared by its drawings. A board outside a table has none. */

import { getContext, setContext, type Component } from "svelte";
import type { Seat } from "../api/types";
import type { Group } from "./targets";

export interface Trace {
  /** The seat that acted. */
  seat: Seat | null;
  /** Whether the last action was about the target; otherwise, one since the visitor's last turn. */
  last: boolean;
  /** What has happened, in sentences. */
  text: string;
}

interface Traces {
  of(key: string): Trace | undefined;
  /** Return the colour of a seat, as CSS. */
  ink(seat: Seat | null): string;
}

const KEY = Symbol("traces");
const NONE: Traces = { of: () => undefined, ink: () => "" };

const LAYER = Symbol("layer");

export const setTraces = (traces: Traces): Traces => setContext(KEY, traces);
export const getTraces = (): Traces => getContext<Traces | undefined>(KEY) ?? NONE;

type Layer = Component<{ groups: readonly Group[] }>;

/** Set what lies above the targets of the boards within a component. */
export const setLayer = (layer: Layer): Layer => setContext(LAYER, layer);
export const getLayer = (): Layer | undefined => getContext(LAYER);
