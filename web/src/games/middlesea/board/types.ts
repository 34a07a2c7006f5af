/** What the board shows besides the facts, and what it tells when somebody points at something. */

import type { Seat } from "../../../api/types";
import type { Site, Suit } from "../types";

/** A thing on the table that can be pointed at. A Capital is the site "N.C"; its king the leader in it. */
export type Thing =
  | { kind: "site"; site: Site }
  | { kind: "leader"; seat: Seat; value: number }
  | { kind: "stack"; suit: Suit }
  | { kind: "sea" };

/** A thing as a key: "site N.FM", "leader N 3", "stack suns", "sea". */
export function keyOf(thing: Thing): string {
  if (thing.kind === "site") return `site ${thing.site}`;
  if (thing.kind === "leader") return `leader ${thing.seat} ${thing.value}`;
  if (thing.kind === "stack") return `stack ${thing.suit}`;
  return "sea";
}

/** What an action that is not sent yet would lay on the board. */
export type Ghost =
  | { kind: "road"; from: Site; to: Site; seat: Seat }
  | { kind: "piers"; site: Site; count: number; seat: Seat }
  | { kind: "tile"; site: Site; tile: string }
  | { kind: "leader"; seat: Seat; value: number; to: Site | "reserve" | "king" }
  | { kind: "attack"; from: Site; to: Site; label: string };
