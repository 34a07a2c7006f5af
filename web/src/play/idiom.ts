/** A game's own wording for the shared parts of the page. */

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
  /** Return a seat's own name, such as "North". */
  seatName(facts: F | null, seat: Seat): string;
  /** Return the name of the target with a key; `own`: the seat addressed. */
  thingName(facts: F, key: string, own?: Seat | null): string;
  /** Return an event in words, in the past tense of a log. */
  event(event: GameEvent, facts: F | null): string;
  /** Return a choice at the table shown, without a capital letter or a full stop. */
  choice(choice: Worded, facts: F, own: Seat | null): string;
  /** Return a question, addressed to the seat to move. */
  question(ask: Ask, facts: F, own: Seat | null): string;
  /** Return a refusal in the words of the table. Its texts are loaded on first use. */
  refusal(refused: Refused, facts: F, own: Seat | null): Promise<string>;
  /** Return the reason for a hint, addressed to its player. Its texts are loaded on first use. */
  reason(advised: Advised, facts: F, own: Seat | null): Promise<string>;
  /** Return a warning of how the game may soon end. */
  warning(alert: Alert, facts: F): string;
  /** Return the reason, by the rules, for the end of the game. */
  ended(outcome: Outcome, facts: F): string;
  /** The mark of a seat whose defeat has ended the game; null in games without defeat. */
  defeated: string | null;
  /**
   * Return any other sentence of the server, with places in words instead of notation.
   * @param facts The table on the screen.
   * @param own The seat addressed.
   * @param now Whether the sentence is about this table, rather than an earlier one.
   */
  plain(text: string, facts: F | null, own: Seat | null, now: boolean): string;
  /** Return the keys of the things on the board that an event is about. */
  spots(event: GameEvent): string[];
  /** Return how to answer a question, in a line, or null. */
  guide(ask: Ask): string | null;
  /** Shown while chance decides. */
  chance: string;
  /** Return the group of a choice, such as the kind of move. */
  groupOf(option: O): string;
  /** The order of groups in the text view. */
  groups: readonly string[];
  groupName(group: string): string;
  /** Return the rank of a choice in the list: lower is earlier. */
  rank(option: O): number;
  /** Return whether a choice has a tool of its own and is not listed. */
  apart(option: O): boolean;
  /** Return the label of a family of choices. */
  label(family: Family<O>, facts: F, own: Seat | null): string;
  /** Return the choice that ends the turn or phase, or null. */
  ending(options: readonly O[]): O | null;
  endName(ask: Ask): string;
  endShort: string;
  /** The label of the box that adds something to an amount, such as a leader; null in games without it. */
  extra: string | null;
  /** Return a sentence on what can still be done instead of ending, or null if there is nothing worth mentioning. */
  unused(facts: F, seat: Seat, ask: Ask, options: readonly O[]): string | null;
}
