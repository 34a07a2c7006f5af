/**
 * Searches the clauses of the rules by words, while they are typed. The terminal's `kingdoms/cli/terminal/search.py` does the same, by the same
 * words; `searches.json` has the results that both have to give.
 */

import search from "../../../src/kingdoms/texts/en/search.json";
import { perLocale } from "../language";

export type Chapters = Record<string, Record<string, string>>;

/** What the search knows of the words of a language. */
interface Words {
  stop: ReadonlySet<string>;
  same: ReadonlyMap<string, string>;
  /** Words of newcomers, and words of the rules that they may mean by each. */
  near: ReadonlyMap<string, readonly string[]>;
  endings: readonly string[];
}

const groupsIn = (text: string): string[][] => text.split("; ").map((group) => group.split(" "));
const words = perLocale((): Words => ({
  stop: new Set(search.stop.split(" ")),
  same: new Map(
    groupsIn(search.same).flatMap(([standard = "", ...synonyms]) => synonyms.map((word) => [word, standard] as const)),
  ),
  near: new Map(groupsIn(search.near).map(([word = "", ...meanings]) => [word, meanings] as const)),
  endings: search.endings.split(" "),
}));
const TOKENS = /[a-z]+-\d+|n\.\d+|[\p{L}\p{N}_]+/gu;
/** The fewest letters of a stem whose ending was cut. */
const LEAST_STEM = 3;
/** The weight of a word in the title of a chapter; the weight of a word in a clause is less than 1. */
const IN_TITLE = 3;
/** The weight of a clause's word of which only the beginning was typed. */
const BEGINNING = 0.5;
/** The weight of a clause that begins with "You": it is more likely to answer what a player asks. */
const TO_YOU = 0.1;

/** A clause with what the search compares: the stems of its chapter's title, how often it has each stem, and its words. */
interface Clause {
  chapter: string;
  id: string;
  text: string;
  title: ReadonlySet<string>;
  stems: ReadonlyMap<string, number>;
  words: readonly string[];
}

/** Return the clauses that have the most words of a query, by chapter; the best clause and its chapter come first. */
export function searchClauses(chapters: Chapters, query: string): Chapters {
  const queryWords = wordsOf(query);
  if (queryWords.size === 0) return chapters;
  const ranked = clausesOf(chapters).map((clause) => ({
    clause,
    score: clause.text.startsWith(`${search.to_you} `) ? TO_YOU : 0,
    count: 0,
  }));
  for (const word of queryWords) {
    const hits = ranked.map(({ clause }) => hit(clause, word));
    const rare = Math.log(1 + ranked.length / (1 + hits.filter((hit) => hit > 0).length));
    for (const [at, entry] of ranked.entries()) {
      entry.score += rare * (hits[at] ?? 0);
      entry.count += hits[at] ? 1 : 0;
    }
  }
  const most = Math.max(0, ...ranked.map(({ count }) => count));
  const matches = ranked.filter(({ count }) => count > 0 && count === most);
  const rounded = (score: number) => Math.round(score * 1e6);
  matches.sort((left, right) => rounded(right.score) - rounded(left.score));
  const result: Chapters = {};
  for (const { clause } of matches) (result[clause.chapter] ??= {})[clause.id] = clause.text;
  return result;
}

/** Return the words of a query that matter; all of them if none does. */
export function wordsOf(query: string): ReadonlySet<string> {
  const typed = tokensOf(query);
  const telling = typed.filter((word) => !words().stop.has(word));
  return new Set(telling.length ? telling : typed);
}

/** Return the stem of a word in lower case; words with the same meaning have one stem. */
export function stem(word: string): string {
  let base = words().same.get(word) ?? word;
  if (/[-.]/.test(base)) return base;
  const ending = words().endings.find((suffix) => base.endsWith(suffix) && base.length - suffix.length >= LEAST_STEM);
  if (ending) base = base.slice(0, -ending.length);
  if (base.length > LEAST_STEM && base.at(-1) === base.at(-2)) base = base.slice(0, -1);
  return base.endsWith("y") ? `${base.slice(0, -1)}i` : base;
}

/** Return how much a clause has of a word, or of one that may be meant by it, 0 for nothing. */
const hit = (clause: Clause, word: string): number =>
  Math.max(...[word, ...(words().near.get(word) ?? [])].map((meaning) => hitExactly(clause, meaning)));

function hitExactly(clause: Clause, word: string): number {
  const queryStem = stem(word);
  const often = clause.stems.get(queryStem) ?? 0;
  const isPrefix = often === 0 && clause.words.some((clauseWord) => clauseWord.startsWith(word));
  return (isPrefix ? BEGINNING / 2 : often / (often + 1)) + (clause.title.has(queryStem) ? IN_TITLE : 0);
}

const tokensOf = (text: string): string[] => text.toLowerCase().match(TOKENS) ?? [];

/** Return the clauses of a game, prepared for the search. */
function clausesOf(chapters: Chapters): Clause[] {
  return Object.entries(chapters).flatMap(([chapter, clauses]) => {
    const title = new Set(tokensOf(chapter).map(stem));
    return Object.entries(clauses).map(([id, text]) => {
      const tokens = tokensOf(`${id} ${text}`);
      const stems = new Map<string, number>();
      for (const stemmed of tokens.map(stem)) stems.set(stemmed, (stems.get(stemmed) ?? 0) + 1);
      return { chapter, id, text, title, stems, words: tokens };
    });
  });
}
