/** A game's parts of the text view. */

import type { Component } from "svelte";
import type { Choice, Entry, GameInfo, Seat, TableFacts } from "../api/types";
import type { Idiom } from "../play/desk/idiom";

/** The parts that a game supplies for the text view. */
export interface TextParts<F extends TableFacts> {
  idiom: Idiom<F>;
  /** The table in words. */
  Words: Component<{ facts: F; info: GameInfo | null; ownSeats: readonly Seat[] }>;
  /** Return whether an entry belongs in the log and the news. */
  tells(entry: Entry): boolean;
  /** Shown while chance decides. */
  chance: string;
  /** The headings on the page, by their ids. */
  headings: readonly { id: string; label: string }[];
  situation(facts: F): string;
  /** Return the costs and effects of a choice that its words leave out. */
  forecast(choice: Choice, facts: F): string;
  /** Return the group of a choice. */
  groupOf(choice: Choice): string;
  /** The action that ends the turn or phase, if there is one. */
  ending: { action: string; label: string } | null;
  /** Return the scores at the end, one per line. */
  scores(facts: F): string[];
  search: string;
  example: string;
}
