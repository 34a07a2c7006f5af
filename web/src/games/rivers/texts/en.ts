/** The English texts of Two Rivers, beside those of all games; the lessons are apart, for those who learn. */

import { board } from "./en/board";
import { learn } from "./en/learn";
import { rivers } from "./en/rivers";
import { rules } from "./en/rules";
import { shell } from "./en/shell";

export const en = { board, learn, rivers, rules, shell };
