/** The coach for new players: what a game's teacher says, and what this browser remembers. */

import type { Ask, GameEvent, Seat, TableFacts } from "../../api/types";
import { fieldsOf, storageOf, stringOf } from "../../storage";

/** A short explanation on the coach's card. */
export interface Tip {
  title: string;
  text: string;
}

/** A card for a threat or a chance, independent of the question. */
export interface Notice extends Tip {
  /** What it is about, as `Teacher.kind` names decisions; no kind of notice has the name of a decision. */
  kind: string;
}

/** Teaches one game at its table. */
export interface Teacher<F extends TableFacts = TableFacts> {
  /** The game's name. */
  game: string;
  /** How the game is won, in a sentence or two; shown first, once. */
  aim: string;
  /** Return the kind of a decision; each kind is explained until the visitor has met it twice. */
  kind(ask: Ask): string;
  /** Return the explanation of a decision, or null. */
  tip(ask: Ask, facts: F): Tip | null;
  /** Return what threatens or beckons the seat that is asked, the most urgent first. */
  notices(ask: Ask, facts: F): Notice[];
  /** Return the number of the visitor's turn, from 1, in which a kind of decision counts once; `decided`: as in `beginning`. */
  turn(facts: F, decided: number): number;
  /** Return whether the first round, or its equivalent, is still under way; `decided`: how many decisions the visitor has made. */
  beginning(facts: F, decided: number): boolean;
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
  /** The turns in which a kind of decision or notice has been explained, by kind. */
  taught: Record<string, string[]>;
  /** The lesson that ends with this table's first round. */
  lesson?: string;
  /** The lesson that follows this table, which is a newcomer's first game. */
  next?: string;
}

const coached = storageOf("kingdoms.coach", (stored) => fieldsOf(stored) as Record<string, Kept>);
/** The table begun in one click in this window. */
const begunTable = storageOf("kingdoms.begun", stringOf, () => sessionStorage);

/** How many turns explain a kind of decision, and how many turns explain again what an earlier one has explained. */
const TIMES = 2;

/** Return how many times a kind of decision or notice is explained in a turn: after the first turns, only what is new. */
export const timesIn = (turn: number): number => (turn > TIMES ? 1 : TIMES);

/** Return what was kept for a game, or null before the player has answered the coach's offer. */
export function keptFor(game: string): Kept | null {
  const stored = coached.load()[game];
  return stored && typeof stored.on === "boolean" ? { ...stored, taught: stored.taught ?? {} } : null;
}

/** Return the same with a kind of decision or notice explained in a turn. */
export function withTaught(state: Kept, kind: string, turn: string): Kept {
  const turns = state.taught[kind] ?? [];
  return turns.includes(turn) || turns.length >= TIMES
    ? state
    : { ...state, taught: { ...state.taught, [kind]: [...turns, turn] } };
}

/** Return in how many turns other than the present one a kind has been explained. */
export function timesTaught(state: Kept, kind: string, turn: string): number {
  return (state.taught[kind] ?? []).filter((taughtTurn) => taughtTurn !== turn).length;
}

/** Save the state of a game's coach for the next visit. */
export function keep(game: string, state: Kept): void {
  coached.save({ ...coached.load(), [game]: state });
}

/** Remember that a table was begun in one click: the coach is offered there. */
export function begunAtOnce(id: string): void {
  begunTable.save(id);
}

/** Return whether a table was begun in one click, in this window. */
export function wasBegunAtOnce(id: string): boolean {
  return begunTable.load() === id;
}

/** Return whether a table keeps room for the coach's cards: the coach is wanted, or still to be offered. */
export function isGuided(game: string, table: string): boolean {
  return keptFor(game)?.on ?? wasBegunAtOnce(table);
}

/** Return the id of the lesson that a table is played for, or null. */
function lessonAt(game: string, table: string): string | null {
  const state = keptFor(game);
  return state?.table === table ? (state.lesson ?? null) : null;
}

/** Return whether a table may need the coach: it is wanted, still to be offered, or has a lesson to end. */
export function isCoached(game: string, table: string): boolean {
  return lessonAt(game, table) !== null || isGuided(game, table);
}
