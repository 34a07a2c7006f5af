/** The texts of the pages about puzzles, loaded with them. */

import { withOwnTexts, type Holes } from "./";
import puzzle from "../../../src/kingdoms/texts/en/puzzle.json";
import puzzles from "./en/puzzles.json";

/** Why an answer is right or wrong: the sentences that a reason is inserted into. */
export type PuzzleReason =
  "averts" | "best" | "brings" | "chances" | "comes_to" | "differs" | "leads" | "lets" | "may" | "same" | "weak";
/** What the terminal says of answers, too. */
type Judged = Record<PuzzleReason, { said: string }> & { answer: { move: string; why: string } };

export const { t } = withOwnTexts<Pick<Holes, "puzzles"> & { puzzle: Judged }>({ puzzle, puzzles });
