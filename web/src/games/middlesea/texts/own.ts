/** The texts of Kingdoms of the Middle Sea that its table and its review need, beside those of all games; the others are loaded on first use. */

import board from "./en/board.json";
import play from "./en/play.json";
import review from "./en/review.json";
import shell from "./en/shell.json";
import type { Holes } from "./texts.gen";

export const ownTexts = { board, play, review, shell };
export type Own = Pick<Holes, keyof typeof ownTexts>;
