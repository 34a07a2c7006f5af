/** What a game brings to its text view. */

import type { Component } from "svelte";
import type { Choice, Entry, GameInfo, Seat, TableFacts } from "../api/types";
import type { Idiom } from "../play/idiom";

/** The text view's own parts. */
export interface TextParts<F extends TableFacts> {
  idiom: Idiom<F>;
  /** The table in words. */
  Words: Component<{ facts: F; info: GameInfo | null; mine: readonly Seat[] }>;
  /** Whether an entry is worth a line of the log, and being read out. */
  tells(entry: Entry): boolean;
  /** What is waited for when nobody decides. */
  chance: string;
  /** The headings in it, by their ids. */
  headings: readonly { id: string; label: string }[];
  where(facts: F): string;
  /** What a choice costs and leads to, as far as its words, as they are shown, do not say it. */
  forecast(choice: Choice, facts: F): string;
  /** Under which heading a choice comes. */
  groupOf(choice: Choice): string;
  /** The action that ends what one can do now, if there is one. */
  ending: { action: string; label: string } | null;
  /** The scores at the end, a line each. */
  scores(facts: F): string[];
  search: string;
  example: string;
}
