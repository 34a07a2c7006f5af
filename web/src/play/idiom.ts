/** How a game is spoken of at the table, for the parts of the page that all games share. */

import type { Ask, GameEvent, Seat, TableFacts } from "../api/types";
import type { Chronicle } from "./log";
import type { Family, Option } from "./options";

export interface Idiom<F extends TableFacts = TableFacts, O extends Option = Option> {
  chronicle: Chronicle;
  /** A seat's own name, such as "North". */
  seatName(facts: F | null, seat: Seat): string;
  /** What a key stands for that was picked; `own`: the seat that is spoken to. */
  thingName(facts: F, key: string, own?: Seat | null): string;
  /**
   * A sentence of the server's as people say it, with places in words instead of notation.
   * @param facts The table on the screen.
   * @param own The seat that is spoken to.
   * @param now Whether it speaks of this very table, rather than of one that has passed.
   * @param here The key of the thing that is pointed at, which needs no name.
   */
  plain(text: string, facts: F | null, own: Seat | null, now: boolean, here?: string | null): string;
  /** The things on the board that an event speaks of, by their keys. */
  spots(event: GameEvent): string[];
  /** How to answer what is asked, in a line. */
  guide(ask: Ask): string | null;
  /** What waits for chance. */
  chance: string;
  /** What is done by a choice, in a word for what a piece can do. */
  groupOf(option: O): string;
  /** In which order these are listed in the text view. */
  groups: readonly string[];
  groupName(group: string): string;
  /** What people usually want comes first: lower is earlier. */
  rank(option: O): number;
  /** Whether a choice is made with a tool of its own, and not listed. */
  apart(option: O): boolean;
  /** What a family of choices is listed as. */
  label(family: Family<O>, facts: F, own: Seat | null): string;
  /** The choice that ends what one can do now, if there is such. */
  ending(options: readonly O[]): O | null;
  endName(ask: Ask): string;
  endShort: string;
  /** What can be brought in besides an amount, as a box to tick; null where there is no such thing. */
  extra: string | null;
  /** What could still be done instead of ending, in a sentence; null: nothing to speak of. */
  unused(facts: F, seat: Seat, ask: Ask, options: readonly O[]): string | null;
}
