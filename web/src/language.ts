/** The language of the texts, for everything that depends on one: plurals, lists, dates, numbers and durations. */

/** The language that the page is built in: the name of a folder under `texts/`. */
declare const __LANGUAGE__: string;

/** Its locale; English here is British. */
export const LOCALE = __LANGUAGE__ === "en" ? "en-GB" : __LANGUAGE__;
