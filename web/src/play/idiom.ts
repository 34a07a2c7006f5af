/** How a game is spoken of at the table, for the parts of the page that all games share. */

import type { Ask, Seat, TableFacts } from "../api/types";
import type { Chronicle } from "./log";
import type { Family, Option } from "./options";

export interface Idiom<F extends TableFacts = TableFacts, O extends Option = Option> {
  chronicle: Chronicle;
  /** A seat's own name, such as "North". */
  seatName(facts: F | null, seat: Seat): string;
  /** What a key stands for that was picked. */
  thingName(facts: F, key: string): string;
  /** How to answer what is asked, in a line. */
  guide(ask: Ask): string | null;
  /** What waits for chance. */
  chance: string;
  /** Under which heading a choice is listed, and the headings in their order. */
  groupOf(option: O): string;
  groups: readonly string[];
  groupName(group: string): string;
  /** What a family of choices is listed as. */
  label(family: Family<O>, facts: F): string;
  /** The choice that ends what one can do now, if there is such. */
  ending(options: readonly O[]): O | null;
  endName(ask: Ask): string;
  endShort: string;
  /** What can be brought in besides an amount, as a box to tick; null where there is no such thing. */
  extra: string | null;
  /** What could still be done instead of ending, in a sentence; null: nothing to speak of. */
  unused(facts: F, seat: Seat, ask: Ask, options: readonly O[]): string | null;
  /** An action in notation, as an example. */
  example: string;
}
