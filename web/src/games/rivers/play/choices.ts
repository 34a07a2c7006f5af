/**
 * The choices of Two Rivers, as targets on the map and pieces in front of a player.
 *
 * This module does not know the rules: everything is derived from the texts of the legal actions (see docs/notation.md).
 */

import type { Ask, Choice, Seat } from "../../../api/types";
import type { Mark } from "../../../board/marks";
import { openTargets, remaining, type Option as AnyOption, type Parsed as AnyParsed } from "../../../play/desk/options";
import { squareOf } from "../board/geometry";
import { leaderOn } from "../board/scene";
import { CATASTROPHE_KEY, cellKey, cellOf, leaderKey, tileKey, type Ghost } from "../board/types";
import { COLOURS, forecastOf, type CellName, type Colour, type Leader, type Pair, type RiversFacts } from "../types";

/** A parsed action. */
export interface Parsed extends AnyParsed {
  colour: Colour | null;
  cell: CellName | null;
  pair: Pair | null;
  /** The number of tiles of each colour that are swapped. */
  counts: Record<Colour, number> | null;
}

export type Option = AnyOption<Parsed>;

export const SWAP_KEY = "swap";

function colourIn(word: string | undefined): Colour | null {
  return COLOURS.find((colour) => colour === word) ?? null;
}

/** Parse an action's text. */
export function parseAction(text: string): Parsed {
  const [kind = "", ...words] = text.split(" ");
  const numbers = words.map(Number);
  return {
    text,
    kind,
    amount: kind === "commit" ? (numbers[0] ?? 0) : null,
    extra: false,
    colour: colourIn(words[0]),
    cell: words.find((word) => /^[A-P]\d+$/.test(word)) ?? null,
    pair: words.find((word) => word.includes("-")) ?? null,
    counts: kind === "swap" ? countsOf(numbers) : null,
  };
}

function countsOf(numbers: readonly number[]): Record<Colour, number> {
  const [red = 0, blue = 0, green = 0, black = 0] = numbers;
  return { red, blue, green, black };
}

/** Return the action text of a swap. */
export function swapText(counts: Record<Colour, number>): string {
  return `swap ${COLOURS.map((colour) => counts[colour]).join(" ")}`;
}

/** Return the keys of the targets that an action names. */
function naming(parsed: Parsed, facts: RiversFacts | null): string[] {
  const { kind, colour, cell } = parsed;
  const cellKeys = cell === null ? [] : [cellKey(cell)];
  if (kind === "place" && colour) return [tileKey(colour), ...cellKeys];
  if (kind === "leader" && colour) return [leaderKey(colour), ...cellKeys];
  if (kind === "withdraw" && colour) return [leaderKey(colour)];
  if (kind === "catastrophe") return [CATASTROPHE_KEY, ...cellKeys];
  if (kind === "swap") return [SWAP_KEY];
  if (kind === "war" && colour && facts) return leadersAtWar(facts, colour).map(cellKey);
  if (kind === "build" && cell) return squareOf(cell).map(cellKey);
  return cellKeys;
}

/** Return the cells of the leaders in a war. */
function leadersAtWar(facts: RiversFacts, colour: Colour): CellName[] {
  const war = facts.wars.find((war) => war.colour === colour);
  const cells = (war?.seats ?? []).map((seat) => facts.dynasties[seat]?.leaders[colour].cell ?? null);
  return cells.filter((cell) => cell !== null);
}

/** Return the options that answer a question. */
export function optionsOf(ask: Pick<Ask, "choices">, facts: RiversFacts | null): Option[] {
  return ask.choices.map((choice) => {
    const parsed = parseAction(choice.action);
    const things = naming(parsed, facts);
    const isWhole = parsed.kind === "war" || parsed.kind === "build";
    return {
      choice,
      parsed,
      things,
      enough: isWhole ? 1 : things.length,
      family: parsed.kind === "commit" ? "commit" : choice.action,
    };
  });
}

/** Return the keys that a picked target can stand for. A cell with the player's own leader stands for that leader first. */
export function keysOf(key: string, facts: RiversFacts): string[] {
  const cell = cellOf(key);
  const standing = cell === null ? null : leaderOn(facts, cell);
  return standing && standing.seat === facts.seat ? [leaderKey(standing.leader.colour), key] : [key];
}

/** Return the option that the picks mean, or null. One touch never withdraws a leader or places a catastrophe. */
export function pickedOption(options: readonly Option[], picks: readonly string[]): Option | null {
  if (picks.length === 0) return null;
  const [only, ...furtherOptions] = remaining(options, picks);
  if (!only || furtherOptions.length > 0 || only.parsed.kind === "withdraw") return null;
  return only.parsed.kind === "catastrophe" && !picks.includes(CATASTROPHE_KEY) ? null : only;
}

/** Return whether a key belongs to a piece that is put on the map. */
export function isPiece(key: string | undefined): boolean {
  return key !== undefined && (key.startsWith("tile ") || key.startsWith("leader ") || key === CATASTROPHE_KEY);
}

/** Stands for every cell: a tile that isn't in hand can go to none, nor can a catastrophe that is used up. */
const ANYWHERE: CellName = "A1";

/** Return actions that a player may have meant by picking a target that offers nothing. */
export function guesses(facts: RiversFacts, seat: Seat, key: string, picks: readonly string[]): string[] {
  if (facts.decision === "action" && key.startsWith("tile ")) return [`place ${key.slice(5)} ${ANYWHERE}`];
  if (facts.decision === "action" && key === CATASTROPHE_KEY) return [`catastrophe ${ANYWHERE}`];
  const cell = cellOf(key) ?? ownCell(facts, key);
  if (cell === null) return [];
  const [piece = ""] = picks;
  const [kind, colour] = piece.split(" ");
  if (facts.decision === "take") return [`take ${cell}`];
  if (facts.decision === "raise") return [`raise ${cell}`];
  if (facts.decision !== "action") return [];
  if (kind === "tile") return [`place ${colour} ${cell}`];
  if (kind === "leader") return [`leader ${colour} ${cell}`];
  if (piece === CATASTROPHE_KEY) return [`catastrophe ${cell}`];
  if (facts.cells[cell] || leaderOn(facts, cell)) return [];
  const hand = facts.dynasties[seat]?.hand;
  const heldColour = COLOURS.find((colour) => (hand?.[colour] ?? 0) > 0);
  return heldColour ? [`place ${heldColour} ${cell}`] : [];
}

function ownCell(facts: RiversFacts, key: string): CellName | null {
  const colour = key.startsWith("leader ") ? colourIn(key.slice(7)) : null;
  return colour && facts.seat ? (facts.dynasties[facts.seat]?.leaders[colour].cell ?? null) : null;
}

/** Return the mark of a seat's option: it starts a conflict, gains the seat points, or is merely possible. */
function markOf(option: Option, seat: Seat | null): Mark {
  const { wars, attack, points } = forecastOf(option.choice);
  if (wars?.length || attack !== undefined) return "danger";
  return seat !== null && points?.[seat] ? "target" : "offers";
}

/** Return marks for the map and the pieces: first the pieces that offer something, then the places where the picked one can be used. */
export function marksFor(
  options: readonly Option[],
  picks: readonly string[],
  facts: RiversFacts,
): Record<string, Mark> {
  const marks: Record<string, Mark> = {};
  const setMark = (key: string, mark: Mark) => {
    marks[key] = mark;
    const standing = ownCell(facts, key);
    if (standing !== null) marks[cellKey(standing)] = mark;
  };
  if (picks.length === 0) for (const key of offering(options)) setMark(key, "offers");
  else {
    const open = openTargets(options, picks);
    const before = remaining(options, picks.length > 1 ? picks.slice(0, -1) : picks);
    for (const option of before)
      for (const key of option.things) if (open.has(key)) setMark(key, markOf(option, facts.seat));
  }
  // Another piece can be picked instead.
  if (isPiece(picks[0]))
    for (const key of offering(options)) if (isPiece(key) && !(key in marks)) marks[key] = "offers";
  for (const pick of picks) setMark(pick, "chosen");
  return marks;
}

/** Return the keys that offer something before any pick. Nearly every cell would, so for turn actions only pieces are marked. */
function offering(options: readonly Option[]): Set<string> {
  const calm = ["place", "leader", "withdraw", "catastrophe"];
  return new Set(
    options.flatMap(({ parsed, things }) =>
      calm.includes(parsed.kind) ? things.slice(0, 1) : parsed.kind === "swap" ? [] : things,
    ),
  );
}

/** Return what picking the marked cells offers, in words, by key. */
export function labelsFor(
  options: readonly Option[],
  picks: readonly string[],
  say: (choice: Choice) => string,
): Record<string, string> {
  const labels: Record<string, string> = {};
  const calm = options.some((option) => option.parsed.kind === "pass");
  if (picks.length === 0 && calm) return labels;
  const before = remaining(options, picks.length > 1 ? picks.slice(0, -1) : picks);
  for (const option of before) {
    for (const key of option.things) {
      if (cellOf(key) !== null && key !== picks[0]) labels[key] ??= say(option.choice);
    }
  }
  return labels;
}

/** Return the civilization building that would be put on a cell, and the place that it would leave. */
function raising(facts: RiversFacts, cell: CellName): Ghost[] {
  const colour = colourIn(facts.cells[cell]?.what);
  if (colour === null) return [];
  const from = facts.buildings?.[colour];
  return [...(from === undefined ? [] : [{ kind: "gone", cell: from } as const]), { kind: "building", cell, colour }];
}

/**
 * Return the changes that an option would make to the map.
 * @param raises The cells of lines that a tile would complete, where a building could then be put.
 */
export function ghostsOf(
  parsed: Parsed | null,
  facts: RiversFacts,
  seat: Seat,
  raises: readonly CellName[] = [],
): Ghost[] {
  if (parsed === null) return [];
  const { kind, colour, cell, pair } = parsed;
  const leader: Leader | null = colour ? (facts.dynasties[seat]?.leaders[colour] ?? null) : null;
  const lifted: Ghost[] = leader?.cell ? [{ kind: "gone", cell: leader.cell }] : [];
  if (kind === "withdraw") return lifted;
  if (cell === null) return [];
  if (kind === "place" && colour) {
    const line = raises.filter((cellName) => cellName !== cell);
    return [{ kind: "tile", cell, colour }, ...line.map((cellName) => ({ kind: "line", cell: cellName }) as const)];
  }
  if (kind === "leader" && colour) return [...lifted, { kind: "leader", cell, seat, colour }];
  if (kind === "catastrophe") return [{ kind: "catastrophe", cell }];
  if (kind === "build" && pair) return [{ kind: "monument", cell, pair }];
  if (kind === "wonder") return [{ kind: "wonder", cell }];
  if (kind === "raise") return raising(facts, cell);
  return kind === "take" ? [{ kind: "gone", cell }] : [];
}
