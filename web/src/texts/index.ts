/** All texts that the page itself shows, by key: `t("shell.skip")`, `t("play.round", { n: 3 })`. A game has its own beside these. */

import { fill, formOf, parse, type Sentence } from "../icu";
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

/** Return a text with its holes filled; a hole without a value stays, so that it is noticed. */
function filled(sentence: Sentence, params: Params): string {
  return fill(
    sentence,
    (name) => String(params[name] ?? `{${name}}`),
    (choice) => formOf(choice, params[choice.name]),
  );
}

function speaker<H>(texts: Texts): Speaker<H> {
  const parsed = new Map<string, Sentence>();

  function tryText(key: string, params: Params = {}): string | null {
    let sentence = parsed.get(key);
    if (!sentence) {
      const dot = key.indexOf(".");
      const [part, name] = [texts[key.slice(0, dot)], key.slice(dot + 1)];
      if (!part || !Object.hasOwn(part, name)) return null;
      sentence = parse(part[name] ?? "");
      parsed.set(key, sentence);
    }
    return filled(sentence, params);
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

/** Return the functions for the own texts of a page or a game, besides those of all pages. */
export function withOwnTexts<Own extends HolesOfParts>(ownTexts: WithHoles<Own>): Speaker<Joined<Own>> {
  const [all, ownPart]: Texts[] = [shared, ownTexts as Texts];
  const parts = new Set([...Object.keys(shared), ...Object.keys(ownTexts)]);
  return speaker(Object.fromEntries([...parts].map((part) => [part, { ...all?.[part], ...ownPart?.[part] }])));
}
