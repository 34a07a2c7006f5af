/** Puzzles: what there are, and what answers are worth. */

import { api, query } from "./client";
import type { Ask, Explained, GameEvent, Previewed, Seat, TableFacts } from "./types";

/** What a list says of a puzzle. */
export interface PuzzleSummary {
  name: string;
  game: string;
  seats: Seat[];
  /** Who is to find it. */
  seat: Seat;
  theme: string;
  /** The theme for people. */
  title: string;
  /** From 1, the easiest, to 5. */
  difficulty: number;
  /** How many actions solve it. */
  steps: number;
}

/** Where a puzzle comes from. */
export interface PuzzleOrigin {
  bots: Record<Seat, string>;
  seed: number;
  /** How many entries of the game's record had been played. */
  number: number;
  simulations: number;
  search_seeds: number[];
  version: string;
}

/** A decision of a puzzle. */
export interface PuzzleMoment<F = TableFacts> {
  view: F;
  ask: Ask;
}

export interface Puzzle<F = TableFacts> extends PuzzleSummary {
  origin: PuzzleOrigin;
  moment: PuzzleMoment<F>;
}

/** One action of the line that is expected. */
export interface PuzzleStep<F = TableFacts> {
  by: Seat | "chance";
  /** Null where its seat alone knows it. */
  action: string | null;
  view: F;
  events: GameEvent[];
}

/** What an answer is worth. */
export interface Verdict<F = TableFacts> {
  action: string;
  right: boolean;
  /** Whether it is what was looked for, rather than as good. */
  expected: boolean;
  solved: boolean;
  /** What share of the game the seat can expect after it, and after the best. */
  chance: number;
  best: number;
  steps: PuzzleStep<F>[];
  /** What is asked now, if anything is. */
  next: PuzzleMoment<F> | null;
}

const path = (name: string) => `/api/puzzles/${encodeURIComponent(name)}`;

export const puzzles = async (game?: string) => (await api.get<{ puzzles: PuzzleSummary[] }>(`/api/puzzles${query({ game })}`)).puzzles;
export const puzzle = (name: string) => api.get<Puzzle>(path(name));

/** The right answers given so far come with every request: the server keeps nothing of an attempt. */
type Played = readonly string[];
export const answer = (name: string, played: Played, action: string) => api.post<Verdict>(`${path(name)}/answer`, { played, action }, true);
export const solution = (name: string, played: Played) => api.post<Verdict>(`${path(name)}/solution`, { played }, true);
export const tryOut = <F extends TableFacts>(name: string, played: Played, actions: string[]) =>
  api.post<Previewed<F>>(`${path(name)}/preview`, { played, actions }, true);
export const whyNot = (name: string, played: Played, action: string) => api.post<Explained>(`${path(name)}/explain`, { played, action }, true);
