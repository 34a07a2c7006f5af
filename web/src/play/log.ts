/** The log: what happened, as sentences under headings, filtered. */

import type { Entry, GameEvent, Seat } from "../api/types";

export type Filter = "all" | "mine" | "fights" | "money";
export const FILTERS: readonly Filter[] = ["all", "mine", "fights", "money"];

/** One sentence of the log. */
export interface Line {
  number: number;
  seat: Seat | null;
  kind: string;
  text: string;
  /** Taken back since. */
  undone: boolean;
}

/** What happened in one phase of a round. */
export interface Section {
  key: string;
  round: number;
  phase: string;
  lines: Line[];
}

const FIGHTS = new Set(["attack", "hired", "defended", "attack_won", "attack_failed", "rebellion", "suppressed", "conceded", "city_lost", "unrest"]);
const MONEY = new Set(["production", "exchange", "control_paid", "hired", "road", "port", "explored", "explored_under", "king"]);
/** Said elsewhere already, or of no interest afterwards. */
const QUIET = new Set(["turn", "end"]);

/** The numbers that undoing has taken back. */
export function undone(entries: readonly Entry[]): Set<number> {
  const gone = new Set<number>();
  for (const entry of entries) {
    if (entry.undo === null) continue;
    for (const other of entries) if (other.number > entry.undo && other.number < entry.number) gone.add(other.number);
  }
  return gone;
}

/** Whether an event belongs to a filter; `mine` are the seats that one plays. */
export function passes(event: GameEvent, filter: Filter, mine: readonly Seat[]): boolean {
  if (filter === "fights") return FIGHTS.has(event.kind);
  if (filter === "money") return MONEY.has(event.kind);
  if (filter === "mine") return concerns(event, mine);
  return true;
}

/** Whether an event is of or against one of the seats. */
export function concerns(event: GameEvent, seats: readonly Seat[]): boolean {
  const defender = event.details["defender"];
  return (event.seat !== null && seats.includes(event.seat)) || (typeof defender === "string" && seats.includes(defender));
}

/** The log as sections, oldest first; what was undone is left out, and so is the undoing. */
export function sections(entries: readonly Entry[], filter: Filter, mine: readonly Seat[]): Section[] {
  const gone = undone(entries);
  const found: Section[] = [];
  let round = 1;
  for (const entry of entries) {
    if (entry.undo !== null || gone.has(entry.number)) continue;
    let phase = entry.phase;
    round = Math.max(round, entry.round);
    for (const event of entry.events) {
      const heading = headingOf(event);
      if (heading?.round !== undefined) round = heading.round;
      if (heading !== null) phase = heading.phase;
      if (QUIET.has(event.kind) || event.kind === "round" || !passes(event, filter, mine)) continue;
      add(found, round, phase, { number: entry.number, seat: event.seat, kind: event.kind, text: event.text, undone: false });
    }
  }
  return found;
}

/** What an event says about where the game stands from here on, null when it says nothing. */
function headingOf(event: GameEvent): { phase: string; round?: number } | null {
  if (event.kind === "round") return { phase: "control", round: Number(event.details["round"]) };
  if (event.kind === "dominance") return { phase: "dominance" };
  if (event.kind === "production") return { phase: "production" };
  if (event.kind === "control" || event.kind === "control_paid") return { phase: "control" };
  if (event.kind === "turn") return { phase: /leader/i.test(event.text) ? "leader" : "build" };
  return null;
}

function add(found: Section[], round: number, phase: string, line: Line): void {
  const last = found[found.length - 1];
  if (last && last.round === round && last.phase === phase) last.lines.push(line);
  else found.push({ key: `${round}-${phase}-${line.number}-${found.length}`, round, phase, lines: [line] });
}

/** How much an event matters to somebody who was away: 0 nothing, 1 worth a line, 2 striking. */
export function weight(event: GameEvent, mine: readonly Seat[]): number {
  if (["game_over", "attack_won", "city_lost", "time_called"].includes(event.kind)) return 2;
  if (event.kind === "rebellion") return event.seat !== null && mine.includes(event.seat) ? 2 : 1;
  if (event.kind === "attack") return concerns(event, mine) ? 2 : 0;
  if (event.kind === "road") return event.details["gained"] === true ? 1 : 0;
  return ["attack_failed", "suppressed", "king", "dominance", "round"].includes(event.kind) ? 1 : 0;
}

/** What happened in a few sentences, striking things first to stay when there are more than `most`. */
export function summary(entries: readonly Entry[], mine: readonly Seat[], most = 12): string[] {
  const gone = undone(entries);
  const told = entries.filter((entry) => !gone.has(entry.number)).flatMap((entry) => entry.events);
  const weighed = told.map((event, place) => ({ event, place, weight: weight(event, mine) })).filter((one) => one.weight > 0);
  const kept = [...weighed].sort((one, other) => other.weight - one.weight || other.place - one.place).slice(0, most);
  return kept.sort((one, other) => one.place - other.place).map((one) => one.event.text);
}

/** What a thing that happens should be shouted about, if at all. */
export type Alarm = { tone: "danger" | "news" | "victory"; text: string };

/** The alarms of an entry for somebody who plays these seats. */
export function alarms(entry: Entry, mine: readonly Seat[]): Alarm[] {
  return entry.events.flatMap((event): Alarm[] => {
    if (event.kind === "game_over") return [{ tone: "victory", text: event.text }];
    if (event.kind === "time_called") return [{ tone: "news", text: event.text }];
    const own = event.seat !== null && mine.includes(event.seat);
    if (event.kind === "attack" && !own && concerns(event, mine)) return [{ tone: "danger", text: event.text }];
    if (own && (event.kind === "rebellion" || event.kind === "city_lost")) return [{ tone: "danger", text: event.text }];
    if (own && event.kind === "unrest" && Number(event.details["value"]) >= 4) return [{ tone: "danger", text: event.text }];
    return [];
  });
}

/** How long an entry should be looked at, in milliseconds at normal speed. */
export function pause(entry: Entry, mine: readonly Seat[]): number {
  const most = Math.max(0, ...entry.events.map((event) => weight(event, mine)));
  const fight = entry.events.some((event) => FIGHTS.has(event.kind));
  return entry.events.length === 0 ? 0 : fight || most === 2 ? 1600 : most === 1 ? 1100 : 700;
}
