/**
 * The legal choices as things on the table: the pieces that offer something, and the choices left after some picks.
 *
 * This module knows no rules: each game parses the texts of its own actions.
 */

import type { Choice } from "../../api/types";
import type { Mark } from "../../board/marks";

/** The parsed text of an action, with the fields that all games share. */
export interface Parsed {
  text: string;
  kind: string;
  amount: number | null;
  /** Whether the action adds the extra, such as a leader; options of one family may differ in it. */
  extra: boolean;
}

/** A legal choice together with the things on the table that name it. */
export interface Option<P extends Parsed = Parsed> {
  choice: Choice;
  parsed: P;
  /** Keys of things, in the order in which the action names them. */
  things: string[];
  /** How many of the things, from the first, identify the choice. */
  enough: number;
  /** The key of the family: its options differ only in the amount or the extra. */
  family: string;
}

/** Options that differ only in the amount or the extra. */
export interface Family<O extends Option = Option> {
  key: string;
  kind: string;
  options: O[];
}

/** Group options into families, in order of first appearance. */
export function familiesOf<O extends Option>(options: readonly O[]): Family<O>[] {
  const families = new Map<string, Family<O>>();
  for (const option of options) {
    const family = families.get(option.family);
    if (family) family.options.push(option);
    else families.set(option.family, { key: option.family, kind: option.parsed.kind, options: [option] });
  }
  return [...families.values()];
}

/** Return the options that contain all picks. */
export function remaining<O extends Option>(options: readonly O[], picks: readonly string[]): O[] {
  if (picks.length === 0) return [...options];
  return options.filter((option) => picks.every((pick) => option.things.includes(pick)));
}

/** Return the options that the picks identify completely. */
export function complete<O extends Option>(options: readonly O[], picks: readonly string[]): O[] {
  if (picks.length === 0) return [];
  return remaining(options, picks).filter((option) =>
    option.things.slice(0, option.enough).every((thing) => picks.includes(thing)),
  );
}

/** Return the things that can be picked next. */
export function targets(options: readonly Option[], picks: readonly string[]): Set<string> {
  const keys = remaining(options, picks).flatMap((option) => option.things);
  return new Set(keys.filter((key) => !picks.includes(key)));
}

/** Return the things that can be picked next or, if there are none, instead of the last pick. */
export function openTargets(options: readonly Option[], picks: readonly string[]): Set<string> {
  const next = targets(options, picks);
  return next.size > 0 || picks.length < 2 ? next : targets(options, picks.slice(0, -1));
}

/** Return marks for the board: the things with options before the first pick, and the possible picks after it. */
export function marksOf(
  options: readonly Option[],
  picks: readonly string[],
  offering: Iterable<string>,
): Record<string, Mark> {
  const marks: Record<string, Mark> = {};
  if (picks.length === 0) for (const key of offering) marks[key] = "offers";
  else for (const key of openTargets(options, picks)) marks[key] = "target";
  for (const pick of picks) marks[pick] = "chosen";
  return marks;
}

/** Return the options that each thing leads to, by key, for its tip. */
export function optionsByKey<O extends Option>(
  options: readonly O[],
  picks: readonly string[],
  offering: Iterable<string>,
): Map<string, O[]> {
  const keys = picks.length === 0 ? offering : openTargets(options, picks);
  const before = picks.length > 0 && targets(options, picks).size === 0 ? picks.slice(0, -1) : picks;
  const left = remaining(options, before);
  const groups = new Map<string, O[]>([...keys].map((key) => [key, []]));
  for (const option of left) for (const key of option.things) groups.get(key)?.push(option);
  return groups;
}

/** The result of a pick. */
type Picked = { picks: string[]; offers: true } | { picks: string[]; offers: false; question: string };

/**
 * Add a thing to the picks. A picked thing is dropped with all after it, a fitting one replaces conflicting picks, any other
 * one starts a new choice.
 * @param keys All keys that the thing can stand for, its own first; if empty, all picks are dropped.
 */
export function pickOf(options: readonly Option[], picks: readonly string[], keys: readonly string[]): Picked {
  const fits = (key: string, before: readonly string[]) => remaining(options, [...before, key]).length > 0;
  const joined = keys.find((key) => !picks.includes(key) && fits(key, picks)) ?? keys[0];
  if (joined === undefined) return { picks: [], offers: true };
  const pickedKey = keys.find((key) => picks.includes(key));
  if (pickedKey !== undefined) return { picks: picks.slice(0, picks.indexOf(pickedKey)), offers: true };
  for (let length = picks.length; length >= 1; length -= 1) {
    const before = picks.slice(0, length);
    if (fits(joined, before)) return { picks: [...before, joined], offers: true };
  }
  const fresh = keys.find((key) => fits(key, []));
  return fresh === undefined
    ? { picks: [...picks], offers: false, question: joined }
    : { picks: [fresh], offers: true };
}
