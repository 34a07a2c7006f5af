/** What search says of positions and of whole games: answers that grow, a line of JSON each. */

import { ApiError, api, failure, gamePath, query } from "./client";
import type { Analysis, Hint, LineStep, ReviewLine, Seat, Strength, TableFacts } from "./types";

/** The lines of an answer as they come; whoever stops reading, or sets off the signal, is thought for no longer. */
async function* lines<T>(path: string, signal: AbortSignal): AsyncGenerator<T> {
  let answer: Response;
  try {
    answer = await fetch(path, { credentials: "same-origin", signal });
  } catch (cause) {
    if (signal.aborted) return;
    throw unreachable(cause);
  }
  if (!answer.ok || !answer.body) {
    throw failure(answer.status, await answer.json().catch(() => null), answer.statusText);
  }
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let kept = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const parts = (kept + value).split("\n");
      kept = parts.pop() ?? "";
      for (const part of parts) if (part !== "") yield JSON.parse(part) as T;
    }
  } catch (cause) {
    if (!signal.aborted) throw unreachable(cause);
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

const unreachable = (cause: unknown) => (cause instanceof ApiError ? cause : new ApiError(0, "network", null, "The server cannot be reached."));

/** Where a position stands: its number, and with whose eyes it is looked at. */
export interface Where {
  number?: number;
  seat?: Seat | null;
}

/** What is said of a position, better each time. */
export const analysis = (id: string, where: Where, strength: Strength, signal: AbortSignal) =>
  lines<Analysis>(`${gamePath(id)}/analysis${query({ ...where, strength })}`, signal);

/** A finished game, decision by decision. */
export const reviewed = (id: string, strength: Strength, signal: AbortSignal) =>
  lines<ReviewLine>(`${gamePath(id)}/analysis/game${query({ strength })}`, signal);

/** What a quick search would do; null where it is not for the visitor to be told. */
export async function hint(id: string, where: Where = {}): Promise<Hint | null> {
  let last: Analysis | null = null;
  for await (const told of analysis(id, where, "quick", new AbortController().signal)) last = told;
  const best = last?.options[0];
  return last && best ? { action: best.action, words: best.words, reason: last.reason, why: last.why } : null;
}

/** What a line of actions would have led to. */
export const playedOut = async <F = TableFacts>(id: string, number: number, actions: string[], seat: Seat | null) =>
  (await api.post<{ steps: LineStep<F>[] }>(`${gamePath(id)}/line`, { number, actions, seat }, true)).steps;
