/** What a game brings to its review. */

import type { Component } from "svelte";
import type { Entry, Seat, TableFacts } from "../api/types";
import type { LogRound, RoundStart } from "./cursor";

/** The review's own parts. */
export interface ReviewParts<F extends TableFacts> {
  /** A seat's own name. */
  seatName(facts: F | null, seat: Seat): string;
  /** The server's sentences in the words of the table. */
  plain(facts: F | null, text: string): string;
  /** The table at a moment; `hinted`: an action that a bot would take there. */
  Board: Component<{ facts: F; seat: Seat | null; hinted: string | null; animate: boolean }>;
  /** Width by height of the board. */
  ratio: number;
  Standings: Component<{ facts: F; names: Record<Seat, string> }>;
  standingsTitle: string;
  /** Where a moment stands, in words. */
  where(facts: F): string;
  /** Where the parts begin that one steps through: rounds, or turns. */
  starts(entries: readonly Entry[]): RoundStart[];
  /** All that was decided, by those parts; 0 is what comes before the first. */
  log(entries: readonly Entry[]): LogRound[];
  /** What such a part is called. */
  part(n: number): string;
  partName: string;
}
