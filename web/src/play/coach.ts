/** Being shown how while one plays: what a game's teacher says, and what this browser remembers of it. */

import type { Ask, TableFacts } from "../api/types";
import { fieldsOf, kept, stringOf } from "../storage";

/** What to do, and why. */
export interface Advice {
  action: string;
  why: string;
}

/** An explanation of one kind of decision. */
export interface Explanation {
  title: string;
  text: string;
}

/** How one game is taught at its table. */
export interface Teacher<F extends TableFacts = TableFacts> {
  /** The game's name. */
  game: string;
  /** How it is won, in a sentence or two: said once, before anything else. */
  aim: string;
  /** What is decided, in a word: each is taught when it is first met. */
  kind(ask: Ask): string;
  lesson(ask: Ask, facts: F): Explanation | null;
  /** Whether the first round, or what is like one, is still on; `decided`: how many decisions of one's own have been made. */
  beginning(facts: F, decided: number): boolean;
  /** A neighbour's advice; null: search knows better. */
  advise(facts: F, ask: Ask): Advice | null;
}

/** What is kept of a game's coach: whether it was wanted, for which table the whole first round, and what was taught. */
export interface Kept {
  on: boolean;
  table: string;
  seen: string[];
}

const coached = kept("kingdoms.coach", (stored) => fieldsOf(stored) as Record<string, Kept>);
/** The table in this window that was begun in one click. */
const begun = kept("kingdoms.begun", stringOf, () => sessionStorage);

/** What was kept for a game; null: nobody has said yet whether they know it. */
export function keptFor(game: string): Kept | null {
  const found = coached.load()[game];
  return found && Array.isArray(found.seen) ? found : null;
}

/** Keep it for the next time. */
export function keep(game: string, state: Kept): void {
  coached.save({ ...coached.load(), [game]: state });
}

/** Remember that a table was begun in one click: there one is asked whether one knows the game. */
export function begunAtOnce(id: string): void {
  begun.save(id);
}

/** Whether a table was begun in one click, in this window. */
export function wasBegunAtOnce(id: string): boolean {
  return begun.load() === id;
}

/** Return whether the coach of a game may have something to say at a table: it was wanted, or it is still to be offered. */
export function isCoached(game: string, table: string): boolean {
  return keptFor(game)?.on ?? wasBegunAtOnce(table);
}
