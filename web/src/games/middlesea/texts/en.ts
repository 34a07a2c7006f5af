/** The English texts of Kingdoms of the Middle Sea, beside those of all games; the lessons are apart, for those who learn. */

import { board } from "./en/board";
import { learn } from "./en/learn";
import { play } from "./en/play";
import { review } from "./en/review";
import { rules } from "./en/rules";
import { shell } from "./en/shell";
import { text } from "./en/text";

export const en = { board, learn, play, review, rules, shell, text };
