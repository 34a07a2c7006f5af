/** The coach for new players: what a game's teacher says, and what this browser remembers. */

import type { Ask, GameEvent, Seat, TableFacts } from "../api/types";
import { fieldsOf, kept, stringOf } from "../storage";

/** An advised action and its reason. */
export interface Advice {
  action: string;
  why: string;
}

/** A short explanation on the coach's card. */
export interface Tip {
  title: string;
  text: string;
}

/** Teaches one game at its table. */
export interface Teacher<F extends TableFacts = TableFacts> {
  /** The game's name. */
  game: string;
  /** How the game is won, in a sentence or two; shown first, once. */
  aim: string;
  /** Return the kind of a decision; each kind is explained when it first comes up. */
  kind(ask: Ask): string;
  /** Return the explanation of a decision, or null. */
  tip(ask: Ask, facts: F): Tip | null;
  /** Return whether the first round, or its equivalent, is still under way; `decided`: how many decisions the visitor has made. */
  beginning(facts: F, decided: number): boolean;
  /** Return advice by rules of thumb, or null to ask search. */
  advise(facts: F, ask: Ask): Advice | null;
  /** Return a summary of the first round, for a seat. */
  summary(facts: F, events: readonly GameEvent[], seat: Seat | null): Tip;
  /** Mark a lesson as finished. */
  finish(lesson: string): void;
}

/** What this browser remembers of a game's coach. */
export interface Kept {
  /** Whether the coach is wanted. */
  on: boolean;
  /** The table whose first round is coached throughout. */
  table: string;
  /** The kinds of decisions that have been explained. */
  seen: string[];
  /** The lesson that ends with this table's first round. */
  lesson?: string;
}

const coached = kept("kingdoms.coach", (stored) => fieldsOf(stored) as Record<string, Kept>);
/** The table begun in one click in this window. */
const begun = kept("kingdoms.begun", stringOf, () => sessionStorage);

/** Return what was kept for a game, or null before the player has answered the coach's offer. */
export function keptFor(game: string): Kept | null {
  const found = coached.load()[game];
  return found && Array.isArray(found.seen) ? found : null;
}

/** Save the state of a game's coach for the next visit. */
export function keep(game: string, state: Kept): void {
  coached.save({ ...coached.load(), [game]: state });
}

/** Remember that a table was begun in one click: the coach is offered there. */
export function begunAtOnce(id: string): void {
  begun.save(id);
}

/** Return whether a table was begun in one click, in this window. */
export function wasBegunAtOnce(id: string): boolean {
  return begun.load() === id;
}

/** Return whether a table keeps room for the coach's cards: its first round is coached throughout, or the coach is offered there. */
export function isGuided(game: string, table: string): boolean {
  const kept = keptFor(game);
  return kept ? kept.on && kept.table === table : wasBegunAtOnce(table);
}

/** Return the id of the lesson that a table is played for, or null. */
function lessonAt(game: string, table: string): string | null {
  const kept = keptFor(game);
  return kept?.table === table ? (kept.lesson ?? null) : null;
}

/** Return whether a table may need the coach: it is wanted, still to be offered, or has a lesson to end. */
export function isCoached(game: string, table: string): boolean {
  return lessonAt(game, table) !== null || (keptFor(game)?.on ?? wasBegunAtOnce(table));
}
