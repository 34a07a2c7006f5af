/** What a game's folder brings to the pages, each part loaded when it is first needed: see `games/NAME/index.ts`. */

import type { Component } from "svelte";
import type { TableFacts } from "./api/types";
import type { Course } from "./learn/lesson";
import type { Place } from "./play/place";
import type { ReviewParts } from "./review/parts";
import type { RulesParts } from "./rules/picture";
import type { TextParts } from "./text/parts";
import type { Ink, Looks } from "./ui/signs";

type Loaded<T> = () => Promise<{ default: T }>;

/** What a game shows of itself on the start page, and wherever it is spoken of. */
export interface Front {
  lead: string;
  /** What the picture shows in words. */
  illustration: string;
  /** Width by height of the picture. */
  ratio: number;
  /** What its board is made of: the ground under its signs. */
  ground: Ink;
  Picture: Loaded<Component<{ label: string }>>;
}

export interface GameParts<F extends TableFacts = TableFacts> {
  title: string;
  /** The signs and inks of its seats. */
  looks: Looks;
  /** Null: it stands on the start page by its name only. */
  front: Front | null;
  table: Loaded<Component<Place>>;
  review: Loaded<ReviewParts<F>>;
  text: Loaded<TextParts<F>>;
  learn: Loaded<Course>;
  rules: Loaded<RulesParts<F>>;
}

/** What a game is played, reviewed and told with. */
export type PlayParts = Pick<GameParts, "table" | "review" | "text">;

/** Gather a game's parts; that they agree on what the table is made of is checked here, and forgotten after. */
export function gathered<F extends TableFacts>(parts: GameParts<F>): GameParts {
  return parts as unknown as GameParts;
}
