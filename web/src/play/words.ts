/** Small matters of sentences. */

/** With a capital letter. */
export function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** As a sentence, from its capital letter to its full stop. */
export function whole(words: string): string {
  return /[.!?]$/.test(words) ? sentence(words) : `${sentence(words)}.`;
}

/** A question without the name of who is asked. */
export function bare(question: string): string {
  return sentence(question.replace(/^[^:.?]{1,20}: /, ""));
}

/** The places that an action names in notation: "N.FM", "D8". */
export function placesIn(action: string): string[] {
  return action.split(" ").filter((word) => /^[A-Z](\.[A-Z]+|\d+)$/.test(word));
}

/** The names in notation of what keys such as "site N.FM" stand for. */
export function namesIn(keys: readonly string[]): string[] {
  return keys.map((key) => key.slice(key.lastIndexOf(" ") + 1));
}

/** A sentence with places in notation behind it, where that is how they are looked up; those it names so are left out. */
export function noted(text: string, places: readonly string[]): string {
  const more = [...new Set(places)].filter((place) => !text.includes(place));
  if (more.length === 0) return text;
  const [stop = ""] = /[.!?]?$/.exec(text) ?? [];
  return `${text.slice(0, text.length - stop.length)} (${more.join(", ")})${stop}`;
}
