/** A game's own words for the parts of the page that all games share. */

import type { Alert, Ask, Choice, GameEvent, Hint, Outcome, Seat, TableFacts } from "../api/types";
import type { Chronicle } from "./log";
import type { Family, Option } from "./options";

/** A choice in the server's words; not every source has a forecast. */
export type Worded = Pick<Choice, "action" | "words"> & Partial<Pick<Choice, "forecast">>;

/** A refusal in the server's words. */
export interface Refused {
  code: string | null;
  message: string;
  /** The refused action, if known. */
  action?: string | null;
}

/** The reason for a hint, in the server's words and as data. */
export type Advised = Pick<Hint, "reason" | "why">;

export interface Idiom<F extends TableFacts = TableFacts, O extends Option = Option> {
  chronicle: Chronicle;
  /** A seat's own name, such as "North". */
  seatName(facts: F | null, seat: Seat): string;
  /** Name the target of a key; `own`: the seat addressed. */
  thingName(facts: F, key: string, own?: Seat | null): string;
  /** An event, in the past tense of a log. */
  event(event: GameEvent, facts: F | null): string;
  /** A choice at the table shown, without a capital letter or a full stop. */
  choice(choice: Worded, facts: F, own: Seat | null): string;
  /** A question, addressed to the seat to move. */
  question(ask: Ask, facts: F, own: Seat | null): string;
  /** A refusal in the words of the table. Its texts are loaded on first use. */
  refusal(refused: Refused, facts: F, own: Seat | null): Promise<string>;
  /** The reason for a hint, addressed to its player. Its texts are loaded on first use. */
  reason(advised: Advised, facts: F, own: Seat | null): Promise<string>;
  /** How the game may soon end. */
  warning(alert: Alert, facts: F): string;
  /** Why the game has ended by its rules. */
  ended(outcome: Outcome, facts: F): string;
  /** The mark of a seat whose defeat has ended the game; null where no such thing exists. */
  defeated: string | null;
  /**
   * Any other sentence of the server's, with places in words instead of notation.
   * @param facts The table on the screen.
   * @param own The seat addressed.
   * @param now Whether the sentence is about this table, rather than an earlier one.
   */
  plain(text: string, facts: F | null, own: Seat | null, now: boolean): string;
  /** The things on the board that an event speaks of, by their keys. */
  spots(event: GameEvent): string[];
  /** How to answer a question, in a line. */
  guide(ask: Ask): string | null;
  /** Shown while chance decides. */
  chance: string;
  /** The group of a choice, such as the kind of move. */
  groupOf(option: O): string;
  /** The order of groups in the text view. */
  groups: readonly string[];
  groupName(group: string): string;
  /** The rank of a choice in the list: lower is earlier. */
  rank(option: O): number;
  /** Whether a choice has a tool of its own and is not listed. */
  apart(option: O): boolean;
  /** The label of a family of choices. */
  label(family: Family<O>, facts: F, own: Seat | null): string;
  /** The choice that ends the turn or phase, if there is one. */
  ending(options: readonly O[]): O | null;
  endName(ask: Ask): string;
  endShort: string;
  /** The label of the box that adds something to an amount, such as a leader; null in games without it. */
  extra: string | null;
  /** A sentence about what could still be done instead of ending; null for nothing worth mentioning. */
  unused(facts: F, seat: Seat, ask: Ask, options: readonly O[]): string | null;
}
