/** What a visitor practises: their study on the server, and the ratings that belong to it. */

import { api, gamePath, query } from "./client";
import type { Viewed } from "./made";
import type { PuzzleMoment, PuzzleStep, PuzzleSummary } from "./puzzles";
import type * as made from "./schema.gen";
import type { TableFacts } from "./types";

export type Study = made.StudyDocument;
export type Attempt = made.StudyPuzzle;
export type Mistake = made.StudyMistake;
export type SolverRating = NonNullable<Study["rating"]>;
export type Theme = made.ThemeCount;

/** A decision of the visitor in a finished game, to be tried again. */
export type Decision<F = TableFacts> = Omit<made.MistakeAnswer, "moment" | "played"> & {
  moment: PuzzleMoment<F>;
  played: PuzzleStep<F>;
};

export const ownStudy = () => api.get<made.StudyAnswer>("/api/me/study");
/** Merge a study into the one on the server, and return the result. */
export const sendStudy = (study: Study) => api.post<made.StudyAnswer>("/api/me/study", study);
export const clearStudy = () => api.delete<unknown>("/api/me/study");

export const mistakePath = (id: string, number: number) => `${gamePath(id)}/mistakes/${number}`;
export const decision = (id: string, number: number) => api.get<Decision>(mistakePath(id, number));

/** The rating of a solver without `attempts`. */
type Rating = Pick<SolverRating, "rating" | "spread">;

/** Return a solver's rating after a first attempt at a puzzle. */
export const rated = (rating: Rating | null, puzzle: string, solved: boolean) =>
  api.post<made.RateAnswer>("/api/puzzles/rate", { ...(rating ? { rating } : {}), puzzle, solved });

export interface Wish {
  game?: string | null;
  theme?: string | null;
  seed?: number;
}
/** Return a puzzle that fits a solver, none of those attempted; null if none is left. */
export const nextPuzzle = async (rating: Rating | null, attempted: readonly string[], wish: Wish) =>
  (await api.post<made.NextAnswer>("/api/puzzles/next", { ...(rating ? { rating } : {}), attempted, ...wish })).puzzle;

/** The puzzle of the day, null without puzzles, and its date in UTC. */
export const puzzleOfToday = () => api.get<made.TodayAnswer>("/api/puzzles/today");

/** Return a page of puzzles, the number of all of them, and their themes. */
export const puzzlePage = (wish: { game?: string; theme?: string; offset?: number; limit?: number }) =>
  api.get<made.PuzzlesAnswer>(`/api/puzzles${query(wish)}`);

export type { PuzzleSummary, Viewed };
