/**
 * The choices of Kingdoms of the Middle Sea as targets on its board.
 *
 * This module knows no rules: it works from the texts of the legal actions (see docs/notation.md).
 */

import type { Ask, Choice, Seat } from "../../../api/types";
import { forecastOf, type SeaFacts, type Site, type Suit } from "../types";
import type { Mark } from "../../../board/marks";
import type * as options from "../../../play/desk/options";
import { complete, familiesOf, marksOf, optionsByKey, remaining } from "../../../play/desk/options";

export { complete, familiesOf, remaining, targets } from "../../../play/desk/options";

/** A parsed action. */
export interface Parsed extends options.Parsed {
  sites: Site[];
  seat: Seat | null;
  leader: number | null;
  suit: Suit | null;
  /** "under" the stack (exploring) or into the "reserve" (moving); null elsewhere. */
  place: "under" | "reserve" | null;
  /** The money that an exchange gives away. */
  gives: "goods" | "gold" | null;
}

export type Option = options.Option<Parsed>;
export type Family = options.Family<Option>;

const SUITS: readonly string[] = ["suns", "moons", "crowns", "arms"];
const WITH_AMOUNT: readonly string[] = ["pay", "hire", "defend", "port"];

/** Parse an action's text. */
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
    extra: words.includes("leader"),
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

/** Return the targets that name an action, and how many of them suffice. */
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

/** Return the key of an action's family: its text without the amount. */
function familyOf(parsed: Parsed): string {
  if (parsed.amount === null) return parsed.text;
  if (parsed.kind === "suppress") return parsed.text.split(" ").slice(0, -1).join(" ");
  return [parsed.kind, ...parsed.sites].join(" ");
}

function optionFor(choice: Choice, seat: Seat): Option {
  const parsed = parseAction(choice.action);
  return { choice, parsed, family: familyOf(parsed), ...naming(parsed, seat) };
}

/** Return the options that answer a question. */
export function optionsOf(ask: Ask): Option[] {
  return ask.choices.map((choice) => optionFor(choice, ask.seat));
}

/** Return an action as an option without words or a forecast, for use when no question is open. */
export function optionOf(action: string, seat: Seat): Option {
  return optionFor({ action, kind: action.split(" ")[0] ?? "", words: "", forecast: {} }, seat);
}

/**
 * Return the targets that offer something before anything is picked. For actions by leaders, these are only the leaders: their
 * own targets are shown once a leader is picked.
 */
export function offering(options: readonly Option[]): Set<string> {
  const keys = options.flatMap((option) => {
    const acts = ["king", "activate", "move", "attack"].includes(option.parsed.kind);
    return acts ? option.things.slice(0, 1) : option.things;
  });
  return new Set(keys);
}

/** Return the board's marks by key. `danger` lists the keys of attacked and rebelling cities, marked unless another mark replaces it. */
export function marksFor(
  options: readonly Option[],
  picks: readonly string[],
  danger: readonly string[] = [],
): Record<string, Mark> {
  const marks: Record<string, Mark> = {};
  for (const key of danger) marks[key] = "danger";
  return { ...marks, ...marksOf(options, picks, offering(options)) };
}

/** Return the options that each target leads to, by key, for labels. */
export function optionsByThing(options: readonly Option[], picks: readonly string[]): Map<string, Option[]> {
  return optionsByKey(options, picks, offering(options));
}

/** Return the keys of attacked and rebelling cities. */
export function dangers(facts: SeaFacts): string[] {
  const sites = [...facts.rebelling, ...(facts.attack ? [facts.attack[1]] : [])];
  return sites.map((site) => `site ${site}`);
}

/** Return the keys that a picked target can stand for, its own first: a city and its leader, or a king and its Capital. */
export function keysOf(key: string, facts: SeaFacts): string[] {
  const [kind, first = "", second = ""] = key.split(" ");
  if (kind === "site") {
    const city = facts.cities[first];
    const seat = first.split(".")[0] ?? "";
    const kingdom = facts.kingdoms[seat];
    const holder = city?.holder && city.leader ? [`leader ${city.holder} ${city.leader.value}`] : [];
    const king = first.endsWith(".C") && kingdom ? [`leader ${seat} ${kingdom.king}`] : [];
    return [key, ...holder, ...king];
  }
  const leader =
    kind === "leader" ? facts.kingdoms[first]?.leaders.find(({ value }) => String(value) === second) : undefined;
  if (!leader || leader.place === "reserve") return [key];
  return [key, leader.place === "king" ? `site ${first}.C` : `site ${leader.place}`];
}

/**
 * Return the option that the picks identify: the only family left, even if the picks are incomplete. For a road that can be
 * named in both directions, return the cheaper option.
 */
export function pickedOption(options: readonly Option[], picks: readonly string[]): Option | null {
  if (picks.length === 0) return null;
  const left = familiesOf(remaining(options, picks));
  if (left.length === 1) return left[0]?.options[0] ?? null;
  const candidates = complete(options, picks);
  if (candidates.length === 0 || remaining(options, picks).length > candidates.length) return null;
  if (!candidates.every((option) => option.parsed.kind === "road")) return null;
  return [...candidates].sort((left, right) => costOf(left.choice) - costOf(right.choice))[0] ?? null;
}

/** Return the cost of a choice, goods plus gold. */
function costOf(choice: Choice): number {
  const { goods = 0, gold = 0 } = forecastOf(choice);
  return -(goods + gold);
}

/** What an option rules out: acting with leaders of lower value, and changing the king. */
interface GivenUp {
  leaders: number[];
  king: boolean;
}

/** Return what an option rules out. Leaders act in ascending order, after any change of the king. */
export function givesUp(options: readonly Option[], chosen: Option): GivenUp {
  const acting = ["activate", "move", "attack"];
  const { kind, leader } = chosen.parsed;
  if (!acting.includes(kind) || leader === null) return { leaders: [], king: false };
  const lower = options.filter(
    (option) => acting.includes(option.parsed.kind) && (option.parsed.leader ?? leader) < leader,
  );
  const values = new Set(lower.map((option) => option.parsed.leader ?? 0));
  return {
    leaders: [...values].sort((left, right) => left - right),
    king: options.some((option) => option.parsed.kind === "king"),
  };
}

/** Return the unused kinds of action that call for confirmation before the phase ends; exchanges and a new king do not. */
export function unusedKinds(options: readonly Option[]): Set<string> {
  const idle = ["end", "exchange", "king", "explore"];
  const kinds = new Set(options.map((option) => option.parsed.kind));
  const unused = new Set([...kinds].filter((kind) => !idle.includes(kind)));
  if (kinds.has("explore")) unused.add("explore");
  return unused;
}

/** Return the leaders that can still act, in ascending order. */
export function leadersLeft(options: readonly Option[]): number[] {
  const acting = options.filter((option) => ["activate", "move", "attack"].includes(option.parsed.kind));
  return [...new Set(acting.map((option) => option.parsed.leader ?? 0))].sort((left, right) => left - right);
}
