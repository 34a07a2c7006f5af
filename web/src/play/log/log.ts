/** The log: what happened, as sentences under headings, filtered. */

import type { Entry, GameEvent, Seat } from "../../api/types";

/** One sentence of the log. */
export interface Line {
  number: number;
  seat: Seat | null;
  kind: string;
  event: GameEvent;
}

/** The lines under one heading. */
interface Section {
  key: string;
  heading: string;
  lines: Line[];
}

/** The tone of an alarm. */
export type Tone = "danger" | "news" | "victory";

/** A notice above the board. */
export interface Alarm {
  tone: Tone;
  text: string;
  /** Both sides of a conflict, as a still: it stays until it is closed. */
  sides?: readonly { seat: Seat | null; total: number; wins: boolean }[] | undefined;
}

/** The rules by which a game's events are logged and announced. */
export interface Chronicle {
  /** The ids of the filters: "all" first; "mine" is hidden from onlookers. */
  filters: readonly string[];
  filterName(filter: string): string;
  passes(event: GameEvent, filter: string, ownSeats: readonly Seat[]): boolean;
  /** Return whether an event is omitted: shown elsewhere, or of no later interest. */
  quiet(event: GameEvent): boolean;
  /** Return a function that returns the heading of each event; it is called in log order, starting with the first event. */
  headings(say: (event: GameEvent) => string): (entry: Entry, event: GameEvent) => string;
  /** Return whether an event begins something new, so that the events before it are shown as a moment of their own. */
  breaks?(event: GameEvent): boolean;
  /** Return whether an event comes every turn or round, so that a summary of several turns omits it. */
  yields(event: GameEvent): boolean;
  /** Return the tone of an event's alarm, or null for no alarm. */
  alarm(event: GameEvent, ownSeats: readonly Seat[]): Tone | null;
  /** Return how long to show an entry, in milliseconds at normal speed. */
  pause(entry: Entry, ownSeats: readonly Seat[]): number;
}

/** Return whether an entry undoes actions. An entry that undoes only to the number before it is a note about the table. */
export const takesBack = ({ undo, number }: Pick<Entry, "undo" | "number">): boolean =>
  undo !== null && undo !== number - 1;

/** Return the numbers of undone entries. */
export function undone(entries: readonly Entry[]): Set<number> {
  const undoneNumbers = new Set<number>();
  for (const entry of entries) {
    if (entry.undo === null) continue;
    for (const candidate of entries)
      if (candidate.number > entry.undo && candidate.number < entry.number) undoneNumbers.add(candidate.number);
  }
  return undoneNumbers;
}

/** Return the log as sections, oldest first, without undone entries and undo entries. */
export function sections(
  entries: readonly Entry[],
  chronicle: Chronicle,
  filter: string,
  ownSeats: readonly Seat[],
  say: (event: GameEvent) => string,
): Section[] {
  const undoneNumbers = undone(entries);
  const sectionList: Section[] = [];
  const headingOf = chronicle.headings(say);
  for (const entry of entries) {
    if (takesBack(entry) || undoneNumbers.has(entry.number)) continue;
    for (const event of entry.events) {
      const heading = headingOf(entry, event);
      if (chronicle.quiet(event) || !chronicle.passes(event, filter, ownSeats)) continue;
      add(sectionList, heading, { number: entry.number, seat: event.seat, kind: event.kind, event });
    }
  }
  return sectionList;
}

function add(sectionList: Section[], heading: string, line: Line): void {
  const last = sectionList[sectionList.length - 1];
  if (last && last.heading === heading) last.lines.push(line);
  else sectionList.push({ key: `${heading}-${line.number}-${sectionList.length}`, heading, lines: [line] });
}

/** Split an entry into moments: a war's result and the start of the next war are two. */
export function momentsOf(entry: Entry, chronicle: Chronicle): Entry[] {
  const parts: GameEvent[][] = [[]];
  for (const [at, event] of entry.events.entries()) {
    if (at > 0 && chronicle.breaks?.(event)) parts.push([]);
    parts[parts.length - 1]?.push(event);
  }
  return parts.map((events) => ({ ...entry, events }));
}

/** A sentence about an event, with the keys of the things on the board that it names. */
interface NewsLine {
  text: string;
  spots: string[];
}

/** What has happened by or to a seat, or to the whole table. */
export interface News {
  seat: Seat | null;
  lines: NewsLine[];
}

/** Return what has happened to each seat, without what the log omits and without regular yields. */
export function recap(entries: readonly Entry[], chronicle: Chronicle, lineOf: (event: GameEvent) => NewsLine): News[] {
  const undoneNumbers = undone(entries);
  const events = entries
    .filter((entry) => !undoneNumbers.has(entry.number) && !takesBack(entry))
    .flatMap((entry) => entry.events)
    .filter((event) => !chronicle.quiet(event) && !chronicle.yields(event));
  const seats = [...new Set(events.map((event) => event.seat))];
  return seats.map((seat) => ({ seat, lines: events.filter((event) => event.seat === seat).map(lineOf) }));
}

/** Return the alarms of an entry for a player of these seats. */
export function alarms(
  entry: Entry,
  chronicle: Chronicle,
  ownSeats: readonly Seat[],
): { tone: Tone; event: GameEvent }[] {
  return entry.events.flatMap((event) => {
    const tone = chronicle.alarm(event, ownSeats);
    return tone ? [{ tone, event }] : [];
  });
}

/** Return the sentences of the events that are not quiet: at most `most`, the last of them "…" if some are left out. */
export function sentences(
  events: readonly GameEvent[],
  chronicle: Chronicle,
  say: (event: GameEvent) => string,
  most = 5,
): string[] {
  const sentences = events.filter((event) => !chronicle.quiet(event)).map(say);
  return sentences.length > most ? [...sentences.slice(0, most - 1), "…"] : sentences;
}

/** Return the most important events of an entry, in their order: the end of the game first, then events of these seats. */
export function mainEvents(
  events: readonly GameEvent[],
  chronicle: Chronicle,
  ownSeats: readonly Seat[],
  most = 3,
): GameEvent[] {
  const loud = events.filter((event) => !chronicle.quiet(event));
  if (loud.length <= most) return loud;
  const rank = (event: GameEvent) =>
    event.seat !== null && ownSeats.includes(event.seat) ? 0 : event.kind === "game_over" ? -1 : 1;
  const loudest = [...loud].sort((left, right) => rank(left) - rank(right)).slice(0, most);
  return loud.filter((event) => loudest.includes(event));
}

/** Return whether an event is by or against one of the seats. */
export function concerns(event: GameEvent, seats: readonly Seat[]): boolean {
  const defender = event.details["defender"];
  return (
    (event.seat !== null && seats.includes(event.seat)) || (typeof defender === "string" && seats.includes(defender))
  );
}
