/** Small matters of sentences. */

import type { Ask } from "../api/types";

/** With a capital letter. */
export function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A question without the name of who is asked. */
export function bare(question: string): string {
  return sentence(question.replace(/^[^:.?]{1,20}: /, ""));
}

/** What changes when a question does. */
export function identity(ask: Ask | null, number: number): string {
  return ask === null ? `${number}` : `${number} ${ask.seat} ${ask.decision}`;
}
