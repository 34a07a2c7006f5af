/** Answers in a sentence to what newcomers ask, shown above the clauses that a search finds. */

import { stem, wordsOf } from "./search";

/** A game's answers by name, with the clauses they rest on; under the name with `.ask`, the words of those who ask for it. */
export type Answers = Readonly<Record<string, string>>;

const stemsOf = (text: string): ReadonlySet<string> => new Set([...wordsOf(text)].map(stem));

/** Return the answer that shares most words with a question, at least half of those that matter; null if there is none. */
export function answerTo(answers: Answers, question: string): string | null {
  const asked = [...stemsOf(question)];
  let [best, most] = [null as string | null, 0];
  for (const [name, answer] of Object.entries(answers)) {
    const words = stemsOf(answers[`${name}.ask`] ?? "");
    const shared = asked.filter((word) => words.has(word)).length;
    if (shared * 2 >= asked.length && shared > most) [best, most] = [answer, shared];
  }
  return best;
}
