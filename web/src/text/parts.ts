/** A game's parts of the text view. */

import type { Component } from "svelte";
import type { Choice, Entry, GameInfo, Seat, TableFacts } from "../api/types";
import type { Idiom } from "../play/idiom";

/** The text view's own parts. */
export interface TextParts<F extends TableFacts> {
  idiom: Idiom<F>;
  /** The table in words. */
  Words: Component<{ facts: F; info: GameInfo | null; mine: readonly Seat[] }>;
  /** Whether an entry belongs in the log and the news. */
  tells(entry: Entry): boolean;
  /** Shown while chance decides. */
  chance: string;
  /** The headings in it, by their ids. */
  headings: readonly { id: string; label: string }[];
  where(facts: F): string;
  /** Costs and effects of a choice that its words do not tell. */
  forecast(choice: Choice, facts: F): string;
  /** The group of a choice. */
  groupOf(choice: Choice): string;
  /** The action that ends the turn or phase, if there is one. */
  ending: { action: string; label: string } | null;
  /** The scores at the end, a line each. */
  scores(facts: F): string[];
  search: string;
  example: string;
}
