/** The language of the page, for everything that depends on one: texts, plurals, lists, dates, numbers and durations. */

/** The tags of all languages with texts: the names of the folders under `texts/`. Other builds than the page's have English alone. */
declare const __LANGUAGES__: readonly string[];
export const LANGUAGES: readonly string[] = typeof __LANGUAGES__ === "undefined" ? ["en"] : __LANGUAGES__;

let current = "en";
let noteRead = (): void => {};
const listeners = new Set<(tag: string) => void>();

/** Return the tag of the present language. What is shown is shown anew when it changes. */
export function language(): string {
  noteRead();
  return current;
}

/** Change the language; the texts in it have to be there. */
export function setLanguage(tag: string): void {
  current = tag;
  listeners.forEach((listener) => listener(tag));
}

/** Call a listener after every change. Return a function that removes it. */
export function onLanguage(listener: (tag: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Let a page know of all that depends on the language: `note` is called by whatever reads it. */
export function observeLanguage(note: () => void): void {
  noteRead = note;
}

const localeOf = (tag: string): string => (tag === "en" ? "en-GB" : tag);

/** Return the locale of the present language; English here is British. */
export const locale = (): string => localeOf(language());

/** Return a function that returns a formatter, or the like, for the present language. Each is made once. */
export function perLocale<T extends object>(make: (locale: string) => T): () => T {
  const made = new Map<string, T>();
  let lastLocale = "";
  let formatter: T;
  return () => {
    const present = locale();
    if (present !== lastLocale) {
      formatter = made.get(present) ?? make(present);
      made.set(present, formatter);
      lastLocale = present;
    }
    return formatter;
  };
}

/** Return words with an initial capital letter, after any opening quotation or exclamation mark. */
export const capitalised = (words: string, tag = locale()): string =>
  words.replace(/^[¿¡«„\s]*./u, (start) => start.toLocaleUpperCase(tag));

/** Return what a language is called by those who speak it. */
export const ownNameOf = (tag: string): string =>
  capitalised(new Intl.DisplayNames(tag, { type: "language" }).of(tag) ?? tag, tag);

/** Return the language for a reader who wishes for these, the best first: `de` for `de-AT`. Null if there is none. */
export function bestOf(wishes: readonly string[], tags = LANGUAGES): string | null {
  for (const wish of wishes) {
    for (let part = wish; part; part = part.slice(0, Math.max(0, part.lastIndexOf("-")))) {
      const exact = tags.find((tag) => tag.toLowerCase() === part.toLowerCase());
      if (exact) return exact;
    }
    const [base = ""] = wish.split("-");
    const other = tags.find((tag) => tag.split("-")[0] === base.toLowerCase());
    if (other) return other;
  }
  return null;
}

/** Return the direction in which a language is written. */
export function directionOf(tag: string): string {
  const locale = new Intl.Locale(tag) as Intl.Locale & {
    textInfo?: { direction: string };
    getTextInfo?: () => { direction: string };
  };
  return (locale.getTextInfo?.() ?? locale.textInfo)?.direction ?? "ltr";
}
