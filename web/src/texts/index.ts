/** All texts that the page itself shows, by key: `t("shell.skip")`, `t("play.round", { n: 3 })`. A game has its own beside these. */

import { fill, formOf, sentencesBy, type Sentence } from "../icu";
import { perLocale } from "../language";
import play from "./en/play.json";
import shell from "./en/shell.json";
import type { Holes } from "./texts.gen";

export type { Holes };

/** The holes of texts, by part and name. */
type HolesOfParts = Readonly<Record<string, Readonly<Record<string, object>>>>;
/** Texts by part and name, in the syntax of ICU MessageFormat. */
export type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;
/** The values for the holes of a text whose key is known only at run time. */
type Params = Readonly<Record<string, string | number>>;

/** "part.name" for every text of every part. */
type KeyOf<H> = { [Part in keyof H]: `${Part & string}.${keyof H[Part] & string}` }[keyof H];
/** The holes of a key; where it is one of several keys, those of each. */
type HolesOf<H, K> = K extends `${infer Part}.${infer Name}`
  ? Part extends keyof H
    ? Name extends keyof H[Part]
      ? H[Part][Name]
      : never
    : never
  : never;
type Both<U> = (U extends unknown ? (part: U) => void : never) extends (parts: infer I) => void ? I : never;
type Rest<V> = keyof Both<V> extends never ? [] : [params: Both<V>];

/** The functions that return the texts of a page. */
interface Speaker<H> {
  /** Return the text of a key, its holes filled. */
  t<K extends KeyOf<H>>(key: K, ...params: Rest<HolesOf<H, K>>): string;
  /** Return the text of a key put together at run time (from an error's code, say), or null if there is none. */
  tryText(key: string, params?: Params): string | null;
}

/** How many numbers are kept as they are written: a table has many, and few values. */
const MOST_NUMBERS = 1000;
/** Writes numbers, grouped from five digits on: a round or a rating is no quantity. */
const numbers = perLocale((locale) => {
  const format = new Intl.NumberFormat(locale, { useGrouping: "min2" });
  const texts = new Map<number, string>();
  return (value: number): string => {
    const text = texts.get(value) ?? format.format(value);
    if (texts.size < MOST_NUMBERS) texts.set(value, text);
    return text;
  };
});
const written = (value: string | number): string => (typeof value === "number" ? numbers()(value) : value);

/** Return a text with its holes filled; a hole without a value stays, so that it is noticed. */
function filled(sentence: Sentence, params: Params): string {
  return fill(
    sentence,
    ({ name }) => written(params[name] ?? `{${name}}`),
    (choice) => formOf(choice, params[choice.name]),
  );
}

/** @param layers Where a text is looked for, in this order; what they hold changes with the language. */
function speaker<H>(...layers: Texts[]): Speaker<H> {
  const sentence = sentencesBy((key) => {
    const dot = key.indexOf(".");
    const [part, name] = [key.slice(0, dot), key.slice(dot + 1)];
    return layers.find((layer) => Object.hasOwn(layer[part] ?? {}, name))?.[part]?.[name];
  });
  function tryText(key: string, params: Params = {}): string | null {
    const parts = sentence(key);
    return parts && filled(parts, params);
  }
  return { t: (key, ...params) => tryText(key, params[0] as Params) ?? key, tryText };
}

const shared = { play, shell };
type Shared = Pick<Holes, keyof typeof shared>;

export const { t, tryText } = speaker<Shared>(shared);

/** Texts with these holes. */
type WithHoles<H> = { readonly [Part in keyof H]: Readonly<Record<keyof H[Part], string>> };
/** The texts of a page together with those of all pages: where both have a part of one name, its texts are of both. */
type Joined<Own> = {
  [Part in keyof Own | keyof Shared]: (Part extends keyof Own ? Own[Part] : unknown) &
    (Part extends keyof Shared ? Shared[Part] : unknown);
};

/** Return the functions for the own texts of a page or a game, and those of other pages, besides those of all pages. */
export function withOwnTexts<Own extends HolesOfParts, Other extends HolesOfParts = Record<never, never>>(
  ownTexts: WithHoles<Own>,
  ...otherTexts: WithHoles<Other>[]
): Speaker<Joined<Own & Other>> {
  return speaker(ownTexts as Texts, ...(otherTexts as Texts[]), shared);
}
