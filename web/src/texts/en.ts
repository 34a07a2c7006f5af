/**
 * The English texts, one file per part of the client.
 *
 * To add a text: a line in the file of its part, a whole sentence, with `{holes}` for what changes; other languages may put the holes
 * elsewhere. What depends on a number is `{ one, other }` with a hole `{n}`. No sentence is put together from several texts.
 *
 * What a page alone says is not here but beside this file (`lobby.ts`, `learn.ts`, `text.ts`, ...): it is loaded with that page.
 *
 * To add a language: copy this file and its folder, and those of each game (`games/NAME/texts/`), under the language's code; translate
 * the values and leave the names; let `index.ts`, the files beside it and those of each game's `texts/` choose by `navigator.language`,
 * and `plurals` speak it. `Texts` is what a catalogue has to be, and the compiler says which names are missing.
 *
 * The server speaks English alone: it sends what its sentences consist of beside them, as kind, code, action and details. A game's
 * `Idiom` makes sentences of the catalogue of these (`event`, `choice`, `question`, `refusal`, `reason`, `warning`; see a game's
 * `play/said.ts`), at the table, in reviews, the text view, puzzles and lessons. The server's English is shown, with the places in it in
 * words, in games without such a file; and in any game for the lines that search expects, a review's question that depends on what was
 * to be chosen, a turning point whose table is not here yet, and whatever an `Idiom` does not know. As it is, it is shown for the rules
 * and rulings, the themes of puzzles, what bots are called, and errors that `shell.ts` has no text for. What a seat is called always
 * comes from the server.
 */

import { play } from "./en/play";
import { shell } from "./en/shell";

export const en = { play, shell };
