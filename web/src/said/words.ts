/** Lists, capital letters, full stops and notation in sentences. */

import { capitalised, perLocale } from "../language";

const lists = perLocale((locale) => new Intl.ListFormat(locale));

/** Join several things into one phrase: "1, 2 and 4". */
export function listing(parts: readonly (string | number)[]): string {
  return lists().format(parts.map(String));
}

/** Return words with an initial capital letter. */
export const sentence = (words: string): string => capitalised(words);

/** Return words as a sentence, with capital letter and full stop. */
export function fullSentence(words: string): string {
  return /[.!?]$/.test(words) ? sentence(words) : `${sentence(words)}.`;
}

/** Return the places in an action, in notation: "N.FM", "D8". */
export function placesIn(action: string): string[] {
  return action.split(" ").filter((word) => /^[A-Z](\.[A-Z]+|\d+)$/.test(word));
}

/** Return the names in notation at the end of keys such as "site N.FM". */
export function namesIn(keys: readonly string[]): string[] {
  return keys.map((key) => key.slice(key.lastIndexOf(" ") + 1));
}

/** Append places in notation to a sentence, in brackets; places that it already names are left out. */
export function noted(text: string, places: readonly string[]): string {
  const more = [...new Set(places)].filter((place) => !text.includes(place));
  if (more.length === 0) return text;
  const [stop = ""] = /[.!?]?$/.exec(text) ?? [];
  return `${text.slice(0, text.length - stop.length)} (${more.join(", ")})${stop}`;
}
