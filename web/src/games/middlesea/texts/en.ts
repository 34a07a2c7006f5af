/** The English texts of Kingdoms of the Middle Sea, beside those of all games; those of the coach, lessons, rules, refusals and the text view are apart, for those who go there. */

import { board } from "./en/board";
import { play } from "./en/play";
import { review } from "./en/review";
import { shell } from "./en/shell";

export const en = { board, play, review, shell };
