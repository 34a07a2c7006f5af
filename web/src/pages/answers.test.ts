import { describe, expect, it } from "vitest";
import { partsOf } from "../games";
import { answerTo, type Answers } from "../rules/answers";
import questions from "../rules/questions.json";

const ANSWERS: Record<string, Answers> = Object.fromEntries(
  await Promise.all(
    Object.keys(questions).map(async (game) => [game, (await partsOf(game)?.rules())?.default.answers ?? {}] as const),
  ),
);

describe.each(Object.entries(questions))("a newcomer's questions about %s", (game, asked) => {
  const answers = ANSWERS[game] ?? {};

  it.each(Object.entries(asked))("%s", (question, clause) => {
    expect(answerTo(answers, question)?.match(/[A-Z]+-\d+/g)).toContain(clause);
  });

  it("have answers of one sentence, which cite clauses, and words that ask for each", () => {
    const names = Object.keys(answers).filter((name) => !name.endsWith(".ask"));
    expect(Object.keys(answers).sort()).toEqual(names.flatMap((name) => [name, `${name}.ask`]).sort());
    for (const name of names) expect(answers[name]).toMatch(/^[^.]+ \([A-Z]+-\d+(, [A-Z]+-\d+)*\)\.$/);
    expect(answerTo(answers, "camel")).toBeNull();
  });
});
