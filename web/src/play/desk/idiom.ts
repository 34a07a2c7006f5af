/** A game's own wording for the shared parts of the page. */

import type { Ask, GameEvent, Seat, TableFacts } from "../../api/types";
import type { Chronicle } from "../log/log";
import type { Moves } from "../motion/moves";
import type { Family, Option } from "./options";
import type { Speech } from "./speech";

export interface Idiom<F extends TableFacts = TableFacts, O extends Option = Option> extends Speech<F> {
  chronicle: Chronicle;
  /** Return a seat's own name, such as "North". */
  seatName(facts: F | null, seat: Seat): string;
  /** Return the name of the target with a key; `own`: the seat addressed. */
  thingName(facts: F, key: string, ownSeat?: Seat | null): string;
  /** The mark of a seat whose defeat has ended the game; null in games without defeat. */
  defeated: string | null;
  /** Return the keys of the things on the board that an event is about. */
  spots(event: GameEvent): string[];
  /** Loads how events are shown on the board; null: the board only changes. */
  moves: (() => Promise<Moves<F>>) | null;
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
  label(family: Family<O>, facts: F, ownSeat: Seat | null): string;
  /** Return the choice that ends the turn or phase, or null. */
  ending(options: readonly O[]): O | null;
  endName(ask: Ask): string;
  endShort: string;
  /** The label of the box that adds something to an amount, such as a leader; null in games without it. */
  extra: string | null;
  /** Return a sentence on what can still be done instead of ending, or null if there is nothing worth mentioning. */
  unused(facts: F, seat: Seat, ask: Ask, options: readonly O[]): string | null;
}
