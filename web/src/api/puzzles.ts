/** Puzzles: the list, and the judgement of answers. */

import { api } from "./client";
import type { Viewed } from "./made";
import type { PuzzleReason } from "../texts/puzzles";
import type * as made from "./schema.gen";
import type { Ask, Explained, GameEvent, Previewed, TableFacts } from "./types";

/** A puzzle in a list. `seat` is the seat to solve it for; `difficulty` goes from 1, the easiest, to 5. */
export type PuzzleSummary = made.PuzzleSummary;

/** A decision of a puzzle. */
export type PuzzleMoment<F = TableFacts> = Viewed<Omit<made.PuzzleMoment, "ask"> & { ask: Ask }, F>;

export type Puzzle<F = TableFacts> = Omit<made.PuzzleAnswer, "moment"> & { moment: PuzzleMoment<F> };

/** One action of the expected line. */
export type PuzzleStep<F = TableFacts> = Viewed<Omit<made.PuzzleStep, "events"> & { events: GameEvent[] }, F>;

/** A sentence, as text or as message. */
export type PuzzleSentence = made.SentenceAnswer;

/** The judgement of an answer. */
export type PuzzleVerdict<F = TableFacts> = Omit<made.VerdictAnswer, "steps" | "next" | "why"> & {
  why: { kind: PuzzleReason; said: PuzzleSentence[] };
  steps: PuzzleStep<F>[];
  next: PuzzleMoment<F> | null;
};
export const puzzlePath = (name: string) => `/api/puzzles/${encodeURIComponent(name)}`;
export const puzzle = (name: string) => api.get<Puzzle>(puzzlePath(name));

/** Every request carries the right answers so far: the server stores no attempts. */
type Played = readonly string[];

/** Return the requests of attempts at what is at a path: a puzzle, or a mistake of one's own. */
export const trialsAt = (path: string) => ({
  answer: (played: Played, action: string) => api.post<PuzzleVerdict>(`${path}/answer`, { played, action }, true),
  solution: (played: Played) => api.post<PuzzleVerdict>(`${path}/solution`, { played }, true),
  tryOut: <F extends TableFacts>(played: Played, actions: string[]) =>
    api.post<Previewed<F>>(`${path}/preview`, { played, actions }, true),
  whyNot: (played: Played, action: string) => api.post<Explained>(`${path}/explain`, { played, action }, true),
});
export type Trials = ReturnType<typeof trialsAt>;
