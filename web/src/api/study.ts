/** Analysis of positions, streamed as one line of JSON per result. */

import { failure, gamePath, query, unreachable } from "./client";
import { transport } from "./transport";
import type { Analysis, Hint, Seat, Strength } from "./types";

/** Yield the lines of a response as they arrive. Ending the loop or aborting the signal stops the search. */
export async function* lines<T>(path: string, signal: AbortSignal, init: RequestInit = {}): AsyncGenerator<T> {
  let answer: Response;
  try {
    answer = await transport.stream(path, { credentials: "same-origin", ...init, signal });
  } catch {
    if (signal.aborted) return;
    throw unreachable();
  }
  if (!answer.ok || !answer.body) {
    throw failure(answer.status, await answer.json().catch(() => null), answer.statusText);
  }
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const parts = (buffer + value).split("\n");
      buffer = parts.pop() ?? "";
      for (const part of parts) if (part !== "") yield JSON.parse(part) as T;
    }
  } catch {
    if (!signal.aborted) throw unreachable();
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

/** A position of a game: its number, and the seat whose view it is. */
export interface Where {
  number?: number;
  seat?: Seat | null;
}

/** Stream the analysis of a position; each result improves on the one before. */
export const analysis = (id: string, moment: Where, strength: Strength, signal: AbortSignal) =>
  lines<Analysis>(`${gamePath(id)}/analysis${query({ ...moment, strength })}`, signal);

/** Return the best choice of a quick search; null if the visitor may not see it. */
export async function hint(id: string, moment: Where = {}): Promise<Hint | null> {
  let last: Analysis | null = null;
  for await (const update of analysis(id, moment, "quick", new AbortController().signal)) last = update;
  return last && hintOf(last);
}

/** Return the best choice of an analysis, with the reason for it; null without choices. */
export function hintOf({ options, reason, said: why }: Analysis): Hint | null {
  const [best] = options;
  return best ? { action: best.action, words: best.words, said: best.said, reason, why } : null;
}
