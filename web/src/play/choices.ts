/**
 * The legal choices as things on the table: which pieces offer something, and what is left to choose once some are picked.
 *
 * Nothing here knows the rules. All of it comes from the texts of the legal actions (see docs/notation.md).
 */

import type { Ask, Choice, Facts, Seat, Site, Suit } from "../api/types";
import type { Mark, Thing } from "../board/types";

/** An action's text, taken apart. */
export interface Parsed {
  text: string;
  kind: string;
  sites: Site[];
  seat: Seat | null;
  leader: number | null;
  suit: Suit | null;
  amount: number | null;
  withLeader: boolean;
  /** "under" a stack or into the "reserve". */
  place: "under" | "reserve" | null;
  /** What an exchange gives away. */
  gives: "goods" | "gold" | null;
}

/** A legal choice together with the things on the table that name it. */
export interface Option {
  choice: Choice;
  parsed: Parsed;
  /** Keys of things (see `keyOf`), in the order in which the action names them. */
  things: string[];
  /** How many of the things, from the first, say all there is to say. */
  enough: number;
  /** Options of one family differ in an amount, or in whether a leader joins, and in nothing else. */
  family: string;
}

/** Options that differ in nothing but an amount. */
export interface Family {
  key: string;
  kind: string;
  options: Option[];
}

const SUITS: readonly string[] = ["suns", "moons", "crowns", "arms"];
const WITH_AMOUNT: readonly string[] = ["pay", "hire", "defend", "port"];

/** Take an action's text apart. */
export function parseAction(text: string): Parsed {
  const [kind = "", ...words] = text.split(" ");
  const parsed: Parsed = {
    text,
    kind,
    sites: words.filter((word) => word.includes(".")),
    seat: null,
    leader: null,
    suit: null,
    amount: null,
    withLeader: words.includes("leader"),
    place: words.includes("under") ? "under" : words.includes("reserve") ? "reserve" : null,
    gives: null,
  };
  const numbers = words.filter((word) => /^\d+$/.test(word)).map(Number);
  if (WITH_AMOUNT.includes(kind)) parsed.amount = numbers[0] ?? null;
  else {
    parsed.leader = numbers[0] ?? null;
    parsed.amount = numbers[1] ?? null;
  }
  const suit = words.find((word) => SUITS.includes(word));
  if (suit !== undefined) parsed.suit = suit as Suit;
  if (kind === "exchange") parsed.gives = words[0] === "gold" ? "gold" : "goods";
  if (kind === "rank" || kind === "first") parsed.seat = words[0] ?? null;
  return parsed;
}

/** The things that name an action, and how many of them are enough to know it. */
function naming(parsed: Parsed, seat: Seat): { things: string[]; enough: number } {
  const sites = parsed.sites.map((site) => `site ${site}`);
  const leader = parsed.leader === null ? [] : [`leader ${seat} ${parsed.leader}`];
  const capital = `site ${seat}.C`;
  const all = (things: string[]) => ({ things, enough: things.length });
  switch (parsed.kind) {
    case "explore":
      return all([`stack ${parsed.suit}`, ...sites]);
    case "king":
      return { things: [...leader, capital], enough: 1 };
    case "move":
      return all([...leader, ...(parsed.place === "reserve" ? [capital] : sites)]);
    case "attack":
    case "activate":
      return all([...leader, ...sites]);
    case "suppress":
      return all([...sites, ...leader]);
    case "rank":
      return all([`site ${parsed.seat}.C`]);
    default:
      return all(sites);
  }
}

/** A family's key: the action without its amount. */
function familyOf(parsed: Parsed): string {
  if (parsed.amount === null) return parsed.text;
  if (parsed.kind === "suppress") return parsed.text.split(" ").slice(0, -1).join(" ");
  return [parsed.kind, ...parsed.sites].join(" ");
}

/** The options of what is asked. */
export function optionsOf(ask: Ask): Option[] {
  return ask.choices.map((choice) => {
    const parsed = parseAction(choice.action);
    return { choice, parsed, family: familyOf(parsed), ...naming(parsed, ask.seat) };
  });
}

/** Options gathered into families, in the order in which they come. */
export function familiesOf(options: readonly Option[]): Family[] {
  const families = new Map<string, Family>();
  for (const option of options) {
    const family = families.get(option.family);
    if (family) family.options.push(option);
    else families.set(option.family, { key: option.family, kind: option.parsed.kind, options: [option] });
  }
  return [...families.values()];
}

/** What can still be meant after some things have been picked. */
export function remaining(options: readonly Option[], picks: readonly string[]): Option[] {
  if (picks.length === 0) return [...options];
  return options.filter((option) => picks.every((pick) => option.things.includes(pick)));
}

/** Those of the options that the picks name completely. */
export function complete(options: readonly Option[], picks: readonly string[]): Option[] {
  if (picks.length === 0) return [];
  return remaining(options, picks).filter((option) => option.things.slice(0, option.enough).every((thing) => picks.includes(thing)));
}

/** The things that could be picked next. */
export function targets(options: readonly Option[], picks: readonly string[]): Set<string> {
  const keys = remaining(options, picks).flatMap((option) => option.things);
  return new Set(keys.filter((key) => !picks.includes(key)));
}

/**
 * The things that offer something before anything is picked. Where leaders act, only they do: what they
 * could be used on is shown once one of them is picked.
 */
export function offering(options: readonly Option[]): Set<string> {
  const keys = options.flatMap((option) => {
    const acts = ["king", "activate", "move", "attack"].includes(option.parsed.kind);
    return acts ? option.things.slice(0, 1) : option.things;
  });
  return new Set(keys);
}

/** Marks for the board. `danger` are keys that need attention whatever is picked (what is attacked, what rebels). */
export function marksFor(options: readonly Option[], picks: readonly string[], danger: readonly string[] = []): Record<string, Mark> {
  const marks: Record<string, Mark> = {};
  for (const key of danger) marks[key] = "danger";
  if (picks.length === 0) for (const key of offering(options)) marks[key] = "offers";
  else for (const key of openTargets(options, picks)) marks[key] = "target";
  for (const pick of picks) marks[pick] = "chosen";
  return marks;
}

/** What can be picked next; when all is picked, what could be picked instead of the last thing. */
function openTargets(options: readonly Option[], picks: readonly string[]): Set<string> {
  const next = targets(options, picks);
  return next.size > 0 || picks.length < 2 ? next : targets(options, picks.slice(0, -1));
}

/** The options that pointing at each thing leads to, by key; for the words beside it. */
export function optionsByThing(options: readonly Option[], picks: readonly string[]): Map<string, Option[]> {
  const keys = picks.length === 0 ? offering(options) : openTargets(options, picks);
  const before = picks.length > 0 && targets(options, picks).size === 0 ? picks.slice(0, -1) : picks;
  return new Map([...keys].map((key) => [key, remaining(options, [...before, key])]));
}

/** What needs attention on the board by itself. */
export function dangers(facts: Facts): string[] {
  const sites = [...facts.rebelling, ...(facts.attack ? [facts.attack[1]] : [])];
  return sites.map((site) => `site ${site}`);
}

/** The key of what was pointed at; a city stands for the leader in it, a king for its Capital, and the other way round. */
export function resolveKey(thing: Thing, facts: Facts, wanted: (key: string) => boolean): string | null {
  if (thing.kind === "sea") return null;
  const keys = standInsFor(thing, facts);
  return keys.find(wanted) ?? keys[0] ?? null;
}

/** A thing's own key first, then those of the things that share its place. */
function standInsFor(thing: Exclude<Thing, { kind: "sea" }>, facts: Facts): string[] {
  if (thing.kind === "stack") return [`stack ${thing.suit}`];
  if (thing.kind === "site") {
    const keys = [`site ${thing.site}`];
    const city = facts.cities[thing.site];
    if (city?.holder && city.leader) keys.push(`leader ${city.holder} ${city.leader.value}`);
    const seat = thing.site.split(".")[0] ?? "";
    const kingdom = facts.kingdoms[seat];
    if (thing.site.endsWith(".C") && kingdom) keys.push(`leader ${seat} ${kingdom.king}`);
    return keys;
  }
  const keys = [`leader ${thing.seat} ${thing.value}`];
  const leader = facts.kingdoms[thing.seat]?.leaders.find((one) => one.value === thing.value);
  if (leader?.place === "king") keys.push(`site ${thing.seat}.C`);
  else if (leader && leader.place !== "reserve") keys.push(`site ${leader.place}`);
  return keys;
}

/** What a pick leads to. */
export type Picked = { picks: string[]; offers: true } | { picks: string[]; offers: false; asked: string };

/** Add a thing to the picks: a picked one is let go, one that fits joins in place of what it does not go with, another begins anew. */
export function pick(options: readonly Option[], picks: readonly string[], thing: Thing, facts: Facts): Picked {
  const fits = (key: string) => remaining(options, [...picks, key]).length > 0;
  const begins = (key: string) => remaining(options, [key]).length > 0;
  const joined = resolveKey(thing, facts, (key) => !picks.includes(key) && fits(key));
  if (joined === null) return { picks: [], offers: true };
  const held = resolveKey(thing, facts, (key) => picks.includes(key));
  if (held !== null && picks.includes(held)) return { picks: picks.slice(0, picks.indexOf(held)), offers: true };
  for (let kept = picks.length; kept >= 1; kept -= 1) {
    const before = picks.slice(0, kept);
    if (remaining(options, [...before, joined]).length > 0) return { picks: [...before, joined], offers: true };
  }
  const fresh = resolveKey(thing, facts, begins);
  if (fresh !== null && begins(fresh)) return { picks: [fresh], offers: true };
  return { picks: [...picks], offers: false, asked: joined };
}

/**
 * The option that the picks mean when they can mean one family alone, whether or not they name all of it; for a road that
 * could be named both ways, the cheaper name of it.
 */
export function meant(options: readonly Option[], picks: readonly string[]): Option | null {
  if (picks.length === 0) return null;
  const left = familiesOf(remaining(options, picks));
  if (left.length === 1) return left[0]?.options[0] ?? null;
  const found = complete(options, picks);
  if (found.length === 0 || remaining(options, picks).length > found.length) return null;
  if (!found.every((option) => option.parsed.kind === "road")) return null;
  return [...found].sort((one, other) => costOf(one.choice) - costOf(other.choice))[0] ?? null;
}

/** What a choice costs, goods and gold together. */
export function costOf(choice: Choice): number {
  return -((choice.forecast.goods ?? 0) + (choice.forecast.gold ?? 0));
}

/** What choosing an option gives up: leaders of lower value that could act, and the change of the king. */
export interface GivenUp {
  leaders: number[];
  king: boolean;
}

/** What an option gives up. Leaders act in ascending order, and the king changes before any of them. */
export function givesUp(options: readonly Option[], chosen: Option): GivenUp {
  const acting = ["activate", "move", "attack"];
  const { kind, leader } = chosen.parsed;
  if (!acting.includes(kind) || leader === null) return { leaders: [], king: false };
  const lower = options.filter((option) => acting.includes(option.parsed.kind) && (option.parsed.leader ?? leader) < leader);
  const values = new Set(lower.map((option) => option.parsed.leader ?? 0));
  return {
    leaders: [...values].sort((one, other) => one - other),
    king: options.some((option) => option.parsed.kind === "king"),
  };
}

/** The kinds of what could still be done instead of ending the phase; exchanging alone is no reason to ask again. */
export function unusedKinds(options: readonly Option[]): Set<string> {
  const idle = ["end", "exchange", "king", "explore"];
  const kinds = new Set(options.map((option) => option.parsed.kind));
  const unused = new Set([...kinds].filter((kind) => !idle.includes(kind)));
  if (kinds.has("explore")) unused.add("explore");
  return unused;
}

/** The leaders that could still act. */
export function leadersLeft(options: readonly Option[]): number[] {
  const acting = options.filter((option) => ["activate", "move", "attack"].includes(option.parsed.kind));
  return [...new Set(acting.map((option) => option.parsed.leader ?? 0))].sort((one, other) => one - other);
}

/** Options whose words or text have all words of a search in them, in any order. */
export function search(options: readonly Option[], query: string): Option[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return options.filter((option) => {
    const text = `${option.choice.action} ${option.choice.words}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
