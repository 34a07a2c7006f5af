/** The parts that a game's folder provides to the pages, each loaded on first use. See `games/NAME/index.ts`. */

import type { Component } from "svelte";
import type { TableFacts } from "./api/types";
import type { Course } from "./learn/lesson";
import type { Place } from "./play/desk/place";
import type { ReviewParts } from "./review/parts";
import type { RulesParts } from "./rules/picture";
import type { TextParts } from "./text/parts";
import type { Ink, Looks } from "./ui/signs";

type Loaded<T> = () => Promise<{ default: T }>;

/** A game's presentation on the start page and in lists. */
export interface Front {
  lead: string;
  /** For how many players the game is, and how long it takes. */
  lasts: string;
  /** The id of the first lesson. */
  lesson: string;
  /** What its options are: readings of the rulebook, or expansions. */
  options: { title: string; about: string };
  /** The options of a newcomer's first game, which is short: how long it takes, and its goal in a sentence. */
  first: { rulings: Record<string, unknown>; minutes: number; goal: string };
  /** A description of the picture in words. */
  illustration: string;
  /** The width of the picture divided by its height. */
  ratio: number;
  /** The colour of the board under its signs. */
  ground: Ink;
  /** The picture, and the film of a real game: `at` is the number of the picture to show, the last one by default. */
  Picture: Loaded<Component<{ label: string; at?: number }>>;
}

export interface GameParts<F extends TableFacts = TableFacts> {
  title: string;
  /** The signs and inks of its seats. */
  looks: Looks;
  /** Null if the start page shows only the game's name. */
  front: Front | null;
  table: Loaded<Component<Place>>;
  review: Loaded<ReviewParts<F>>;
  text: Loaded<TextParts<F>>;
  learn: Loaded<Course>;
  rules: Loaded<RulesParts<F>>;
}

/** The parts for playing and reviewing a game, with the mouse or as text. */
export type PlayParts = Pick<GameParts, "table" | "review" | "text">;

/** Check that a game's parts agree on the type of the table's facts, then drop that type. */
export function gathered<F extends TableFacts>(parts: GameParts<F>): GameParts {
  return parts as unknown as GameParts;
}
