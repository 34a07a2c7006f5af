/**
 * The English texts, one file per part of the client.
 *
 * To add a text: a line in the file of its part, a whole sentence, with `{holes}` for what changes; other languages may put the holes
 * elsewhere. What depends on a number is `{ one, other }` with a hole `{n}`. No sentence is put together from several texts.
 *
 * To add a language: copy this file and its folder, and those of each game (`games/NAME/texts/`), under the language's code; translate
 * the values and leave the names; let `index.ts` and each game's `texts/index.ts` choose by `navigator.language`, and `plurals` speak
 * it. `Texts` is what a catalogue has to be, and the compiler says which names are missing.
 */

import { play } from "./en/play";
import { shell } from "./en/shell";

export const en = { play, shell };
