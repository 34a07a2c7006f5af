/** The log: what happened, as sentences under headings, filtered. */

import type { Entry, GameEvent, Seat } from "../api/types";

/** One sentence of the log. */
export interface Line {
  number: number;
  seat: Seat | null;
  kind: string;
  event: GameEvent;
}

/** What happened under one heading. */
export interface Section {
  key: string;
  heading: string;
  lines: Line[];
}

/** How a thing that happens is shouted about. */
export type Tone = "danger" | "news" | "victory";

/** What is shouted. */
export interface Alarm {
  tone: Tone;
  text: string;
}

/** How a game's events are told. */
export interface Chronicle {
  /** "all" first; "mine" is left out for onlookers. */
  filters: readonly string[];
  filterName(filter: string): string;
  passes(event: GameEvent, filter: string, mine: readonly Seat[]): boolean;
  /** Whether an event is said elsewhere already, or of no interest afterwards. */
  quiet(event: GameEvent): boolean;
  /** Say under which heading an event comes, by the one before: null if that goes on. Called in order, from a fresh start. */
  headings(say: (event: GameEvent) => string): (entry: Entry, event: GameEvent) => string;
  /** Whether something new begins with an event, so that what came before wants a moment of its own. */
  breaks?(event: GameEvent): boolean;
  /** How much an event matters to somebody who was away: 0 nothing, 1 worth a line, 2 striking. */
  weight(event: GameEvent, mine: readonly Seat[]): number;
  /** How an event is shouted about, if at all. */
  alarm(event: GameEvent, mine: readonly Seat[]): Tone | null;
  /** How long an entry should be looked at, in milliseconds at normal speed. */
  pause(entry: Entry, mine: readonly Seat[]): number;
}

/** Whether an entry takes something back. One that goes back to the number just before it is about the table: it changes nothing. */
export const takesBack = ({ undo, number }: Pick<Entry, "undo" | "number">): boolean => undo !== null && undo !== number - 1;

/** The numbers that undoing has taken back. */
export function undone(entries: readonly Entry[]): Set<number> {
  const gone = new Set<number>();
  for (const entry of entries) {
    if (entry.undo === null) continue;
    for (const other of entries) if (other.number > entry.undo && other.number < entry.number) gone.add(other.number);
  }
  return gone;
}

/** The log as sections, oldest first; what was undone is left out, and so is the undoing. */
export function sections(entries: readonly Entry[], chronicle: Chronicle, filter: string, mine: readonly Seat[], say: (event: GameEvent) => string = ({ text }) => text): Section[] {
  const gone = undone(entries);
  const found: Section[] = [];
  const headingOf = chronicle.headings(say);
  for (const entry of entries) {
    if (takesBack(entry) || gone.has(entry.number)) continue;
    for (const event of entry.events) {
      const heading = headingOf(entry, event);
      if (chronicle.quiet(event) || !chronicle.passes(event, filter, mine)) continue;
      add(found, heading, { number: entry.number, seat: event.seat, kind: event.kind, event });
    }
  }
  return found;
}

function add(found: Section[], heading: string, line: Line): void {
  const last = found[found.length - 1];
  if (last && last.heading === heading) last.lines.push(line);
  else found.push({ key: `${heading}-${line.number}-${found.length}`, heading, lines: [line] });
}

/** An entry as the moments that it consists of: a war's result and the next war's beginning are two. */
export function momentsOf(entry: Entry, chronicle: Chronicle): Entry[] {
  const parts: GameEvent[][] = [[]];
  for (const [at, event] of entry.events.entries()) {
    if (at > 0 && chronicle.breaks?.(event)) parts.push([]);
    parts[parts.length - 1]?.push(event);
  }
  return parts.map((events) => ({ ...entry, events }));
}

/** A sentence about events, with the keys of the things on the board that it names. */
export interface NewsLine {
  text: string;
  spots: string[];
}

/** The events that tell what happened, striking ones first to stay when there are more than `most`; how many more there were. */
export function summary(entries: readonly Entry[], chronicle: Chronicle, mine: readonly Seat[], most = 12): { events: GameEvent[]; more: number } {
  const gone = undone(entries);
  const told = entries.filter((entry) => !gone.has(entry.number) && !takesBack(entry)).flatMap((entry) => entry.events);
  const loud = told.filter((event) => !chronicle.quiet(event) && event.kind !== "drawn");
  const weighed = loud.map((event, place) => ({ event, place, weight: chronicle.weight(event, mine) }));
  const kept = [...weighed].sort((one, other) => other.weight - one.weight || other.place - one.place).slice(0, most);
  return { events: kept.sort((one, other) => one.place - other.place).map((one) => one.event), more: weighed.length - kept.length };
}

/** What an entry shouts to somebody who plays these seats. */
export function alarms(entry: Entry, chronicle: Chronicle, mine: readonly Seat[]): { tone: Tone; event: GameEvent }[] {
  return entry.events.flatMap((event) => {
    const tone = chronicle.alarm(event, mine);
    return tone ? [{ tone, event }] : [];
  });
}

/** The sentences of events that are worth reading, at most so many. */
export function sentences(events: readonly GameEvent[], chronicle: Chronicle, say: (event: GameEvent) => string, most = 5): string[] {
  const told = events.filter((event) => !chronicle.quiet(event)).map(say);
  return told.length > most ? [...told.slice(0, most - 1), "…"] : told;
}

/** Return the most important events of an entry, in their order: the end of the game first, then events of these seats. */
export function mainEvents(events: readonly GameEvent[], chronicle: Chronicle, mine: readonly Seat[], most = 3): GameEvent[] {
  const loud = events.filter((event) => !chronicle.quiet(event));
  if (loud.length <= most) return loud;
  const rank = (event: GameEvent) => (event.seat !== null && mine.includes(event.seat) ? 0 : event.kind === "game_over" ? -1 : 1);
  const kept = [...loud].sort((one, other) => rank(one) - rank(other)).slice(0, most);
  return loud.filter((event) => kept.includes(event));
}

/** Whether an event is of or against one of the seats. */
export function concerns(event: GameEvent, seats: readonly Seat[]): boolean {
  const defender = event.details["defender"];
  return (event.seat !== null && seats.includes(event.seat)) || (typeof defender === "string" && seats.includes(defender));
}
