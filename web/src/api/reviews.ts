/** Reviews of whole games and their pictures, which a table loads only at its end, if at all. */

import { api, gamePath, query, SILENT } from "./client";
import { lines } from "./study";
import type { LineStep, ReviewLine, Seat, Strength, TableFacts } from "./types";

/** Stream the review of a finished game, decision by decision. */
export const reviewed = (id: string, strength: Strength, signal: AbortSignal) =>
  lines<ReviewLine>(`${gamePath(id)}/analysis/game${query({ strength })}`, signal);

/** Fetch the tables after each action of a line. */
export const playedOut = async <F = TableFacts>(id: string, number: number, actions: string[], seat: Seat | null) =>
  (await api.post<{ steps: LineStep<F>[] }>(`${gamePath(id)}/line${query(SILENT)}`, { number, actions, seat }, true))
    .steps;

/** Return the URL of a picture of one moment of a finished game. */
export const pictureUrl = (id: string, number: number, theme: "light" | "dark") =>
  `${gamePath(id)}/picture${query({ number, theme })}`;
/** Return the URL of an animated picture of a finished game. */
export const filmUrl = (id: string, theme: "light" | "dark") => `${gamePath(id)}/film${query({ theme })}`;
