/** Pictures in the rules: small positions, drawn by a game's own board. */

import type { Component } from "svelte";
import type { Position, Seat, TableFacts } from "../api/types";
import type { Mark } from "../board/marks";
import type { SceneProps } from "../board/scene";

/** One picture. What the tests read besides it, `expect`, `legal`, `tried` and `refused`, says what is so there. */
export interface Picture {
  id: string;
  /** The clause behind which it stands. */
  clause: string;
  seat: Seat;
  position: Position;
  actions?: string[];
  /** What stands out, by the game's own keys. */
  marks: Record<string, Mark>;
}

/** A game's parts of the page with its rules. */
export interface RulesParts<F extends TableFacts> {
  pictures: readonly Picture[];
  /** What stands below a picture. */
  caption(picture: Picture): string;
  Scene: Component<SceneProps<F>>;
  /** Width by height of the board, and how wide a picture of it may be. */
  ratio: number;
  width: string;
}
