/** All words that players see, by key: `t("shell.skip")`, `t("play.cost", { gold: 3 })`. A game has its own beside these. */

import { en } from "./en";
import { fill } from "./fill";

export { fill };

/** A text with `{holes}`; or one per grammatical number, chosen by the parameter `n`. */
export type Text = string | { readonly one: string; readonly other: string };

/** Texts by part and name. */
export type Texts = Readonly<Record<string, Readonly<Record<string, Text>>>>;

/** "part.name" for every text of every part. */
type KeyOf<C> = { [Part in keyof C]: `${Part & string}.${keyof C[Part] & string}` }[keyof C];

type Holes<T> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Holes<Rest> : never;
type TextAt<C, K> = K extends `${infer Part}.${infer Name}` ? (Part extends keyof C ? (Name extends keyof C[Part] ? C[Part][Name] : never) : never) : never;
type Wanted<V> = V extends string ? Holes<V> : V extends { other: infer O } ? Holes<O> | "n" : never;
/** The parameters that a text needs: its holes, and `n` where it depends on a number. */
type Rest<V> = [Wanted<V>] extends [never] ? [] : [params: Record<Wanted<V>, string | number>];

const plurals = new Intl.PluralRules("en");

/** Return the form of a text that goes with a number: `plural(2, "game", "games")`. */
export function plural(n: number, one: string, other: string): string {
  return plurals.select(n) === "one" ? one : other;
}

function say(text: Text, params?: Record<string, string | number>): string {
  return typeof text === "string" ? fill(text, params) : fill(plural(Number(params?.["n"]), text.one, text.other), params);
}

/** What says the texts of a catalogue. */
interface Speaker<C> {
  /** Return the text of a key, its holes filled. */
  t<K extends KeyOf<C>>(key: K, ...params: Rest<TextAt<C, K>>): string;
  /** Return the text of a key put together at run time (from an error's code, say), or null if there is none. */
  tryText(key: string, params?: Record<string, string | number>): string | null;
}

function speaker<C extends Texts>(catalogue: C): Speaker<C> {
  function tryText(key: string, params?: Record<string, string | number>): string | null {
    const dot = key.indexOf(".");
    const part = catalogue[key.slice(0, dot)];
    const text = part && Object.hasOwn(part, key.slice(dot + 1)) ? part[key.slice(dot + 1)] : undefined;
    return text === undefined ? null : say(text, params);
  }
  return { t: (key, ...params) => tryText(key, params[0]) ?? key, tryText };
}

export const { t, tryText }: Speaker<typeof en> = speaker(en);

/** The texts of a game together with those of all games: where both have a part of one name, its texts are of both. */
type Joined<Own> = { [Part in keyof Own | keyof typeof en]: (Part extends keyof Own ? Own[Part] : unknown) & (Part extends keyof typeof en ? (typeof en)[Part] : unknown) };

/** Return what says a game's own texts, besides those of all games. */
export function withOwnTexts<Own extends Texts>(own: Own): Speaker<Joined<Own>> {
  const parts = new Set([...Object.keys(en), ...Object.keys(own)]);
  const all = Object.fromEntries([...parts].map((part) => [part, { ...(en as Texts)[part], ...own[part] }]));
  return speaker(all) as unknown as Speaker<Joined<Own>>;
}
