/** Sentences in the syntax of ICU MessageFormat: arguments, `plural` and `select`, as `kingdoms/icu.py` reads them. */

import { perLocale } from "./language";

/** A hole in a sentence, and the grammatical case in which its value is named; empty for that of what is around it. */
export interface Argument {
  name: string;
  case: string;
}

/** The name by which an entry selects on the grammatical case in which it is asked for. */
export const CASE = "case";

/** A hole that is filled with one of several forms, depending on a value. */
export interface Choice {
  name: string;
  kind: string;
  forms: Record<string, Sentence>;
}

export type Sentence = readonly (string | Argument | Choice)[];

const plurals = perLocale((locale) => new Intl.PluralRules(locale));

/** Return a sentence in parts. Texts are checked when they are tested and when their types are declared, so their syntax is taken to be right. */
export function parse(text: string): Sentence {
  let at = 0;

  function word(): string {
    const start = at;
    while (!",{}".includes(text[at] ?? "}")) at += 1;
    return text.slice(start, at).trim();
  }

  function sentence(counted: string | null): Sentence {
    const parts: (string | Argument | Choice)[] = [];
    let plain = "";
    for (; at < text.length && text[at] !== "}"; at += 1) {
      const sign = text[at];
      if (sign !== "{" && (sign !== "#" || counted === null)) {
        plain += sign;
        continue;
      }
      if (plain) parts.push(plain);
      plain = "";
      parts.push(sign === "#" ? { name: counted ?? "", case: "" } : hole(counted));
    }
    if (plain) parts.push(plain);
    return parts;
  }

  /** Parse a hole from its opening brace to its closing one. */
  function hole(counted: string | null): Argument | Choice {
    at += 1;
    const name = word();
    if (text[at] !== ",") return { name, case: "" };
    at += 1;
    const kind = word();
    if (text[at] === "}") return { name, case: kind };
    at += 1;
    const forms: Record<string, Sentence> = {};
    for (let form = word(); text[at] === "{"; form = word()) {
      at += 1;
      forms[form] = sentence(kind === "plural" ? name : counted);
      at += 1;
    }
    return { name, kind, forms };
  }

  return sentence(null);
}

/** Return a function that returns a sentence by its id, parsed once for each language, or null; `textOf` returns its present text. */
export function sentencesBy(textOf: (id: string) => string | undefined): (id: string) => Sentence | null {
  const sentences = perLocale(() => new Map<string, Sentence>());
  return (id) => {
    const byId = sentences();
    const sentence = byId.get(id);
    if (sentence) return sentence;
    const text = textOf(id);
    if (text === undefined) return null;
    const parts = parse(text);
    byId.set(id, parts);
    return parts;
  };
}

/**
 * Return a sentence with its holes filled, from left to right.
 * @param textOf Returns the text for a hole.
 * @param formOf Returns the form that a choice takes; without such a form, it takes "other".
 */
export function fill(
  sentence: Sentence,
  textOf: (hole: Argument) => string,
  formOf: (choice: Choice) => string,
): string {
  let text = "";
  for (const part of sentence) {
    if (typeof part === "string") text += part;
    else if ("forms" in part) text += fill(part.forms[formOf(part)] ?? part.forms["other"] ?? [], textOf, formOf);
    else text += textOf(part);
  }
  return text;
}

/** Return the form that a choice takes for a value: by its grammatical number, or by the word itself. */
export function formOf({ kind, forms }: Choice, value: unknown): string {
  const exact = `=${String(value)}`;
  if (kind !== "plural") return String(value);
  return exact in forms ? exact : plurals().select(Number(value));
}
