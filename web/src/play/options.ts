/**
 * The legal choices as things on the table: which pieces offer something, and what is left to choose once some are picked.
 *
 * Nothing here knows any rules. A game's own part takes the texts of its actions apart.
 */

import type { Choice } from "../api/types";
import type { Mark } from "../board/marks";

/** What every action's text, taken apart, tells. */
export interface Parsed {
  text: string;
  kind: string;
  amount: number | null;
  /** Options of one family may also differ in whether something more is brought in, such as a leader. */
  extra: boolean;
}

/** A legal choice together with the things on the table that name it. */
export interface Option<P extends Parsed = Parsed> {
  choice: Choice;
  parsed: P;
  /** Keys of things, in the order in which the action names them. */
  things: string[];
  /** How many of the things, from the first, say all there is to say. */
  enough: number;
  /** Options of one family differ in an amount, or in whether something more is brought in, and in nothing else. */
  family: string;
}

/** Options that differ in nothing but an amount. */
export interface Family<O extends Option = Option> {
  key: string;
  kind: string;
  options: O[];
}

/** Options gathered into families, in the order in which they come. */
export function familiesOf<O extends Option>(options: readonly O[]): Family<O>[] {
  const families = new Map<string, Family<O>>();
  for (const option of options) {
    const family = families.get(option.family);
    if (family) family.options.push(option);
    else families.set(option.family, { key: option.family, kind: option.parsed.kind, options: [option] });
  }
  return [...families.values()];
}

/** What can still be meant after some things have been picked. */
export function remaining<O extends Option>(options: readonly O[], picks: readonly string[]): O[] {
  if (picks.length === 0) return [...options];
  return options.filter((option) => picks.every((pick) => option.things.includes(pick)));
}

/** Those of the options that the picks name completely. */
export function complete<O extends Option>(options: readonly O[], picks: readonly string[]): O[] {
  if (picks.length === 0) return [];
  return remaining(options, picks).filter((option) => option.things.slice(0, option.enough).every((thing) => picks.includes(thing)));
}

/** The things that could be picked next. */
export function targets(options: readonly Option[], picks: readonly string[]): Set<string> {
  const keys = remaining(options, picks).flatMap((option) => option.things);
  return new Set(keys.filter((key) => !picks.includes(key)));
}

/** What can be picked next; when all is picked, what could be picked instead of the last thing. */
export function openTargets(options: readonly Option[], picks: readonly string[]): Set<string> {
  const next = targets(options, picks);
  return next.size > 0 || picks.length < 2 ? next : targets(options, picks.slice(0, -1));
}

/** Marks for the board: what offers something before anything is picked, and what can be picked after. */
export function marksOf(options: readonly Option[], picks: readonly string[], offering: Iterable<string>): Record<string, Mark> {
  const marks: Record<string, Mark> = {};
  if (picks.length === 0) for (const key of offering) marks[key] = "offers";
  else for (const key of openTargets(options, picks)) marks[key] = "target";
  for (const pick of picks) marks[pick] = "chosen";
  return marks;
}

/** The options that pointing at each thing leads to, by key; for the words beside it. */
export function optionsByKey<O extends Option>(options: readonly O[], picks: readonly string[], offering: Iterable<string>): Map<string, O[]> {
  const keys = picks.length === 0 ? offering : openTargets(options, picks);
  const before = picks.length > 0 && targets(options, picks).size === 0 ? picks.slice(0, -1) : picks;
  const left = remaining(options, before);
  const found = new Map<string, O[]>([...keys].map((key) => [key, []]));
  for (const option of left) for (const key of option.things) found.get(key)?.push(option);
  return found;
}

/** What a pick leads to. */
export type Picked = { picks: string[]; offers: true } | { picks: string[]; offers: false; asked: string };

/**
 * Add a thing to the picks: a picked one is let go, one that fits joins in place of what it does not go with, another begins anew.
 * @param keys All keys that the thing can stand for, its own first; none: everything is let go.
 */
export function pickOf(options: readonly Option[], picks: readonly string[], keys: readonly string[]): Picked {
  const fits = (key: string, before: readonly string[]) => remaining(options, [...before, key]).length > 0;
  const joined = keys.find((key) => !picks.includes(key) && fits(key, picks)) ?? keys[0];
  if (joined === undefined) return { picks: [], offers: true };
  const held = keys.find((key) => picks.includes(key));
  if (held !== undefined) return { picks: picks.slice(0, picks.indexOf(held)), offers: true };
  for (let kept = picks.length; kept >= 1; kept -= 1) {
    const before = picks.slice(0, kept);
    if (fits(joined, before)) return { picks: [...before, joined], offers: true };
  }
  const fresh = keys.find((key) => fits(key, []));
  return fresh === undefined ? { picks: [...picks], offers: false, asked: joined } : { picks: [fresh], offers: true };
}
