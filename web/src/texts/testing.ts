/** What is tested of all texts, a game's too. */

import type { Texts } from ".";

/** Return the keys of texts that say nothing, or in one of the two numbers nothing. */
export function silent(texts: Texts): string[] {
  return Object.entries(texts).flatMap(([part, inside]) =>
    Object.entries(inside).flatMap(([name, text]) => {
      const forms = typeof text === "string" ? [text] : [text.one, text.other];
      return forms.every((form) => typeof form === "string" && form.trim() !== "") ? [] : [`${part}.${name}`];
    }),
  );
}

/** Return the keys of texts that both have. */
export function doubled(own: Texts, shared: Texts): string[] {
  return Object.entries(own).flatMap(([part, inside]) =>
    Object.keys(inside).flatMap((name) => (Object.hasOwn(shared[part] ?? {}, name) ? [`${part}.${name}`] : [])),
  );
}
