/** The words of the pages about puzzles besides those of all pages: whoever goes to none of them does not load them. */

import { withOwnTexts } from ".";
import { puzzles } from "./en/puzzles";

export const { t } = withOwnTexts({ puzzles });
