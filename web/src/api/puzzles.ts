/** Puzzles: the list, and the judgement of answers. */

import { api, query } from "./client";
import type { Viewed } from "./made";
import type * as made from "./schema.gen";
import type { Ask, Explained, GameEvent, Previewed, TableFacts } from "./types";

/** A puzzle in a list. `seat` is the seat to solve it for; `difficulty` goes from 1, the easiest, to 5. */
export type PuzzleSummary = made.PuzzleSummary;

/** A decision of a puzzle. */
export type PuzzleMoment<F = TableFacts> = Viewed<Omit<made.PuzzleMoment, "ask"> & { ask: Ask }, F>;

export type Puzzle<F = TableFacts> = Omit<made.PuzzleAnswer, "moment"> & { moment: PuzzleMoment<F> };

/** One action of the expected line. */
export type PuzzleStep<F = TableFacts> = Viewed<Omit<made.PuzzleStep, "events"> & { events: GameEvent[] }, F>;

/** The judgement of an answer. */
export type PuzzleVerdict<F = TableFacts> = Omit<made.VerdictAnswer, "cost" | "steps" | "next"> & {
  cost: GameEvent | null;
  steps: PuzzleStep<F>[];
  next: PuzzleMoment<F> | null;
};

const path = (name: string) => `/api/puzzles/${encodeURIComponent(name)}`;

export const puzzles = async (game?: string) =>
  (await api.get<{ puzzles: PuzzleSummary[] }>(`/api/puzzles${query({ game })}`)).puzzles;
/** The puzzle of the day, null without puzzles. */
export const puzzleOfToday = async () => (await api.get<made.TodayAnswer>("/api/puzzles/today")).puzzle;
export const puzzle = (name: string) => api.get<Puzzle>(path(name));

/** Every request carries the right answers so far: the server stores no attempts. */
type Played = readonly string[];
export const answer = (name: string, played: Played, action: string) =>
  api.post<PuzzleVerdict>(`${path(name)}/answer`, { played, action }, true);
export const solution = (name: string, played: Played) =>
  api.post<PuzzleVerdict>(`${path(name)}/solution`, { played }, true);
export const tryOut = <F extends TableFacts>(name: string, played: Played, actions: string[]) =>
  api.post<Previewed<F>>(`${path(name)}/preview`, { played, actions }, true);
export const whyNot = (name: string, played: Played, action: string) =>
  api.post<Explained>(`${path(name)}/explain`, { played, action }, true);
