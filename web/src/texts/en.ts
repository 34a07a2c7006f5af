/** The English texts, one file per part of the client. To translate, write the same files anew in another folder. */

import { learn } from "./en/learn";
import { play } from "./en/play";
import { puzzles } from "./en/puzzles";
import { review } from "./en/review";
import { rules } from "./en/rules";
import { shell } from "./en/shell";
import { text } from "./en/text";

export const en = { learn, play, puzzles, review, rules, shell, text };
