/** The texts of Two Rivers that its table and its review need, beside those of all games; the others are loaded on first use. */

import board from "./en/board.json";
import rivers from "./en/rivers.json";
import shell from "./en/shell.json";
import type { Holes } from "./texts.gen";

export const ownTexts = { board, rivers, shell };
export type Own = Pick<Holes, keyof typeof ownTexts>;
