/** Pictures in the rules: small positions drawn on the game's own board. */

import type { Component } from "svelte";
import type { Position, Seat, TableFacts } from "../api/types";
import type { Mark } from "../board/marks";
import type { SceneProps } from "../board/scene";
import type { Answers } from "./answers";

/** A picture. Its file also has `expect`, `legal`, `tried` and `refused`: facts about the position that tests check. */
export interface Picture {
  id: string;
  /** The clause that the picture follows. */
  clause: string;
  seat: Seat;
  position: Position;
  actions?: string[];
  /** The marks on the board, by the game's own keys. */
  marks: Record<string, Mark>;
}

/** The parts that a game provides for its rules page. */
export interface RulesParts<F extends TableFacts> {
  pictures: readonly Picture[];
  answers: Answers;
  /** Return the caption of a picture. */
  caption(picture: Picture): string;
  Scene: Component<SceneProps<F>>;
  /** The board's aspect ratio (width / height), and the maximum width of a picture, a CSS length. */
  ratio: number;
  width: string;
}
