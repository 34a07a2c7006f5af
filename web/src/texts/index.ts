/** All words that players see, by key: `t("shell.play_now")`, `t("play.cost", { gold: 3 })`. */

import { en } from "./en";

/** A text with `{holes}`; or one per grammatical number, chosen by the parameter `n`. */
export type Text = string | { one: string; other: string };

export type Catalogue = typeof en;

/** "part.name" for every text of every part. */
export type TextKey = {
  [Part in keyof Catalogue]: `${Part & string}.${keyof Catalogue[Part] & string}`;
}[keyof Catalogue];

type Holes<T> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Holes<Rest> : never;
type TextAt<K> = K extends `${infer Part}.${infer Name}`
  ? Part extends keyof Catalogue
    ? Name extends keyof Catalogue[Part]
      ? Catalogue[Part][Name]
      : never
    : never
  : never;
type Wanted<V> = V extends string ? Holes<V> : V extends { other: infer O } ? Holes<O> | "n" : never;

/** The parameters that a text needs: its holes, and `n` where it depends on a number. */
export type TextParams<K extends TextKey> = Record<Wanted<TextAt<K>>, string | number>;

type Rest<K extends TextKey> = [Wanted<TextAt<K>>] extends [never] ? [] : [params: TextParams<K>];

const plurals = new Intl.PluralRules("en");

/** Put values into the holes of a text; a hole without a value stays, so that it is noticed. */
export function fill(text: string, params: Record<string, string | number> = {}): string {
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => String(params[name] ?? hole));
}

/** Return the form of a text that goes with a number: `plural(2, "game", "games")`. */
export function plural(n: number, one: string, other: string): string {
  return plurals.select(n) === "one" ? one : other;
}

function lookup(key: string): Text | undefined {
  const dot = key.indexOf(".");
  const parts = en as unknown as Record<string, Record<string, Text>>;
  const part = parts[key.slice(0, dot)];
  return part && Object.hasOwn(part, key.slice(dot + 1)) ? part[key.slice(dot + 1)] : undefined;
}

function say(text: Text, params?: Record<string, string | number>): string {
  return typeof text === "string" ? fill(text, params) : fill(plural(Number(params?.["n"]), text.one, text.other), params);
}

/** Return the text of a key, its holes filled. */
export function t<K extends TextKey>(key: K, ...params: Rest<K>): string {
  const text = lookup(key);
  return text === undefined ? key : say(text, params[0]);
}

/** Return the text of a key put together at run time (from an error's code, say), or null if there is none. */
export function tryText(key: string, params?: Record<string, string | number>): string | null {
  const text = lookup(key);
  return text === undefined ? null : say(text, params);
}
