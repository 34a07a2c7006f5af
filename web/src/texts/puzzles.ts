/** The texts of the pages about puzzles, loaded with them. */

import { withOwnTexts, type Holes } from "./";
import puzzle from "../../../src/kingdoms/texts/en/puzzle.json";
import puzzles from "./en/puzzles.json";

/** What the terminal says of answers, too. */
type Judged = {
  better: { answer: string; best: string };
  best: { best: string };
  cost: { event: string };
  same: { answer: string };
};

export const { t } = withOwnTexts<Pick<Holes, "puzzles"> & { puzzle: Judged }>({ puzzle, puzzles });
