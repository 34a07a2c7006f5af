/** The English texts of Two Rivers, beside those of all games; those of the coach, lessons, rules and the text view are apart, for those who go there. */

import { board } from "./en/board";
import { rivers } from "./en/rivers";
import { shell } from "./en/shell";

export const en = { board, rivers, shell };
