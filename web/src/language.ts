/** The language of the texts, for everything that depends on one: plurals, lists, dates, numbers and durations. English here is British. */
export const LOCALE = "en-GB";
