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
 * What happens in a game comes from the server as messages. Their sentences are in the game's catalogue in Python (`docs/words.md`),
 * which `said/` and the game's `said.ts` read. Texts of the server are shown in games without a catalogue, for the rules and rulings, the
 * themes of puzzles, what bots and seats are called, and errors that `shell.ts` has no text for.
 */

import { play } from "./en/play";
import { shell } from "./en/shell";

export const en = { play, shell };
