/** Checks of all texts, a game's too. */

import type { Texts } from "./";

/** Return the texts in files without a word in them, each with its file. */
export function empty(files: Texts): string[] {
  return Object.entries(files).flatMap(([file, texts]) =>
    Object.entries(texts).flatMap(([name, text]) => (text.trim() === "" ? [`${file}: ${name}`] : [])),
  );
}

/** Return the keys of texts that both have. */
export function doubled(ownTexts: Texts, shared: Texts): string[] {
  return Object.entries(ownTexts).flatMap(([part, inside]) =>
    Object.keys(inside).flatMap((name) => (Object.hasOwn(shared[part] ?? {}, name) ? [`${part}.${name}`] : [])),
  );
}
