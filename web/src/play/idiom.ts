/** A game's own words for the parts of the page that all games share. */

import type { Alert, Ask, Choice, GameEvent, Hint, Outcome, Seat, TableFacts } from "../api/types";
import type { Chronicle } from "./log";
import type { Family, Option } from "./options";

/** A choice as the server words it; what it can lead to is not told everywhere. */
export type Worded = Pick<Choice, "action" | "words"> & Partial<Pick<Choice, "forecast">>;

/** Why something cannot be done, as the server says it. */
export interface Refused {
  code: string | null;
  message: string;
  /** What was meant to be done, where that is known. */
  action?: string | null;
}

/** Why a hint is a good choice: as the server says it, and what that consists of. */
export type Advised = Pick<Hint, "reason" | "why">;

export interface Idiom<F extends TableFacts = TableFacts, O extends Option = Option> {
  chronicle: Chronicle;
  /** A seat's own name, such as "North". */
  seatName(facts: F | null, seat: Seat): string;
  /** What a key stands for that was picked; `own`: the seat that is spoken to. */
  thingName(facts: F, key: string, own?: Seat | null): string;
  /** What has happened, as people say it afterwards. */
  event(event: GameEvent, facts: F | null): string;
  /** A choice at the table on the screen, without a capital letter or a full stop. */
  choice(choice: Worded, facts: F, own: Seat | null): string;
  /** What is asked, said to whoever is asked. */
  question(ask: Ask, facts: F, own: Seat | null): string;
  /** Why something cannot be done with what is pointed at; these sentences come when they are first needed. */
  refusal(refused: Refused, facts: F, own: Seat | null): Promise<string>;
  /** Why a hint is a good choice, said to whoever plays it; these sentences, too, come when they are first needed. */
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
   * @param own The seat that is spoken to.
   * @param now Whether it speaks of this very table, rather than of one that has passed.
   */
  plain(text: string, facts: F | null, own: Seat | null, now: boolean): string;
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
