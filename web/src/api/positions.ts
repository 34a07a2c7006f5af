/** Shared positions: analysis boards, their search, and the texts of a game's positions. */

import { api, gamePath, query, SILENT } from "./client";
import type { Viewed } from "./made";
import type * as made from "./schema.gen";
import { lines } from "./study";
import type { Analysis, Ask, Explained, GameEvent, Previewed, Strength, TableFacts } from "./types";

/** An action on an analysis board, and its events. */
export type BoardStep = Omit<made.BoardStep, "events"> & { events: GameEvent[] };

/** An analysis board: a seat's view, the question to it, and the steps since the position in the address. */
export type Board<F = TableFacts> = Viewed<
  Omit<made.BoardAnswer, "ask" | "steps" | "text"> & { ask: Ask | null; steps: BoardStep[]; text: string },
  F
>;

/** Return the link that opens a position. */
export const linkTo = (text: string) => new URL(`/p/${text}`, location.href).href;

/** The server stores no boards: every request carries the text of the position and the actions since. */
type Played = readonly string[];
const path = "/api/positions";
export const board = (text: string, actions: Played, on: boolean) =>
  api.post<Board>(`${path}${query(SILENT)}`, { text, actions, on }, true);
export const tryOut = <F extends TableFacts>(text: string, actions: Played, on: boolean, trial: string[]) =>
  api.post<Previewed<F>>(`${path}/preview${query(SILENT)}`, { text, actions, on, trial }, true);
export const whyNot = (text: string, actions: Played, on: boolean, action: string) =>
  api.post<Explained>(`${path}/explain`, { text, actions, on, action }, true);

/** Stream the analysis of a position; each result improves on the one before. */
export const searched = (text: string, strength: Strength, signal: AbortSignal) =>
  lines<Analysis>(`${path}/${encodeURIComponent(text)}/analysis${query({ strength })}`, signal);

/** Fetch the text of a game's position. */
export const textOf = async (id: string, number: number) =>
  (await api.get<made.TextAnswer>(`${gamePath(id)}/position${query({ number })}`)).text;
