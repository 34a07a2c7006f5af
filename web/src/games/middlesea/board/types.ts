/** Types for what the board shows besides the facts. */

import type { Seat } from "../../../api/types";
import type { Site } from "../types";

/** A change that an action would make to the board. */
export type Ghost =
  | { kind: "road"; from: Site; to: Site; seat: Seat }
  | { kind: "piers"; site: Site; count: number; seat: Seat }
  | { kind: "tile"; site: Site; tile: string }
  | { kind: "leader"; seat: Seat; value: number; to: Site | "reserve" | "king" }
  | { kind: "attack"; from: Site; to: Site; label: string };
