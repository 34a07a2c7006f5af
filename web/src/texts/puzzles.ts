/** The texts of the pages about puzzles, loaded with them. */

import { withOwnTexts, type Holes } from ".";
import puzzles from "./en/puzzles.json";

export const { t } = withOwnTexts<Pick<Holes, "puzzles">>({ puzzles });
