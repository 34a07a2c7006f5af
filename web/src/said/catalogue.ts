/** Messages of the server in words: a game's catalogue, and what fills the holes of its sentences. */

import type { Said, Seat } from "../api/types";
import { CASE, fill, formOf, sentencesBy, type Choice, type Sentence } from "../icu";
import { listing, sentence } from "./words";

/** A message on its way into words: who reads it, by which table places are named, the seat that the sentence has already named, and the case. */
export interface Telling<F, H> {
  /** The seat addressed as "you", or null. */
  reader: Seat | null;
  /** The present table, if the message is about it; null if it may have changed since. */
  table: F | null;
  named: Seat | null;
  /** The grammatical case in which something is named; empty for that of a heading. */
  case: string;
  /** Return an entry in words, with its holes filled. */
  tell<K extends keyof H & string>(id: K, holes: H[K]): string;
  /** Return the value of a hole of some kind in words. */
  value(kind: string, value: unknown): string;
}

/** Puts the value of a hole into words. */
export type Namer<F, H> = (telling: Telling<F, H>, value: never) => string;

/** The entries of one part of a catalogue, by name: those of "event.road" and its like in `event`. */
export type Part = Readonly<Record<string, string>>;

/** The sentences of one game: `F` are its tables, `H` the holes of each entry by its id. */
export class Catalogue<F, H> {
  private readonly parts: Record<string, Part>;
  private readonly sentence = sentencesBy((id) => {
    const dot = id.indexOf(".");
    return this.parts[id.slice(0, dot)]?.[id.slice(dot + 1)];
  });

  /**
   * @param kinds The kind of each hole, by its name, from the game's `holes.json`; a star marks a list.
   * @param namers What puts the values of each kind into words, besides "number", "text" and "message"; those in a list may have one of their own, as "seat*".
   * @param parts The entries, by part; those that few readers need can be added later.
   */
  constructor(
    private readonly kinds: Readonly<Record<string, string>>,
    private readonly namers: Readonly<Record<string, Namer<F, H>>>,
    parts: Readonly<Record<string, Part>>,
  ) {
    this.parts = { ...parts };
  }

  /** Add a part that is loaded on first use. */
  add(part: string, entries: Part): void {
    this.parts[part] = entries;
  }

  /** Return a message in words: a sentence with its capital letter, a phrase without. */
  text(message: Said, reader: Seat | null = null, table: F | null = null): string {
    const text = this.tell(this.telling(reader, table), message);
    return /[.?!]$/.test(text) ? sentence(text) : text;
  }

  /** Return the name of something, given as the value of a hole of some kind. */
  name(kind: string, value: unknown, reader: Seat | null = null, table: F | null = null): string {
    return this.telling(reader, table).value(kind, value);
  }

  private telling(reader: Seat | null, table: F | null): Telling<F, H> {
    const telling: Telling<F, H> = {
      reader,
      table,
      named: null,
      case: "",
      tell: (id, holes) => this.tell(telling, { ...holes, id }),
      value: (kind, value) => this.value(telling, kind, value),
    };
    return telling;
  }

  private tell(telling: Telling<F, H>, holes: Said): string {
    const form = (choice: Choice): string => {
      if (choice.name === CASE) return telling.case;
      const value = holes[choice.name];
      return value === telling.reader && this.kinds[choice.name] === "seat" ? "you" : formOf(choice, value);
    };
    return fill(
      this.entry(String(holes["id"])),
      (hole) =>
        inCase(telling, hole.case, () => this.value(telling, this.kinds[hole.name] ?? "text", holes[hole.name])),
      form,
    );
  }

  private value(telling: Telling<F, H>, kind: string, value: unknown): string {
    if (kind.endsWith("*")) return listing((value as unknown[]).map((item) => this.listed(telling, kind, item)));
    if (isSaid(value)) return this.tell(telling, value);
    const { named } = telling;
    const text = this.namers[kind]?.(telling, value as never) ?? String(value);
    telling.named = kind === "seat" ? (value as Seat) : named; // a seat in the name of something else is not named by the sentence
    return text;
  }

  /** Return one of several values in words; `kind` is that of the list, which may have a namer of its own. */
  private listed(telling: Telling<F, H>, kind: string, value: unknown): string {
    return this.namers[kind]?.(telling, value as never) ?? this.value(telling, kind.slice(0, -1), value);
  }

  private entry(id: string): Sentence {
    return this.sentence(id) ?? [id]; // an unknown entry is shown by its id, so that it is noticed
  }
}

/** Return what is put into words in a grammatical case, or in the present one if that is empty. */
function inCase<F, H>(telling: Telling<F, H>, grammatical: string, words: () => string): string {
  const around = telling.case;
  telling.case = grammatical || around;
  const text = words();
  telling.case = around;
  return text;
}

/** Return whether a value is a message, rather than a list, a number or a word. */
function isSaid(value: unknown): value is Said {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
