/** Where one is in a game that is being looked through, and how one moves there. */

import type { Entry, GameEvent } from "../api/types";
import { takesBack, undone } from "../play/log";
import type { Route } from "../router.svelte";

/** Keep a number within a game. */
export function clamp(number: number, last: number): number {
  return Math.max(0, Math.min(last, Math.round(number) || 0));
}

/** The moment that an address asks for; null when it asks for none. Older links say it as `?number=`. */
export function askedFor({ page, query }: Pick<Route, "page" | "query">): number | null {
  if (page.name === "review" && page.number !== null) return Number(page.number);
  const text = query.get("number") ?? query.get("n");
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

export interface RoundStart {
  round: number;
  /** The number after which the round begins. */
  number: number;
}

/** The starts of the rounds, those that were taken back left out. */
export function roundStarts(entries: readonly Entry[]): RoundStart[] {
  const gone = undone(entries);
  const found: RoundStart[] = [];
  for (const entry of entries) {
    const newest = found[found.length - 1];
    if (gone.has(entry.number) || entry.undo !== null || entry.round === null) continue;
    if (!newest || entry.round > newest.round) found.push({ round: entry.round, number: entry.number });
  }
  return found;
}

/** Where a key leads from a number; null for keys that lead nowhere. */
export function keyMove(key: string, number: number, last: number, starts: readonly RoundStart[]): number | null {
  switch (key) {
    case "ArrowLeft":
      return clamp(number - 1, last);
    case "ArrowRight":
      return clamp(number + 1, last);
    case "Home":
      return 0;
    case "End":
      return last;
    case "PageUp":
      return [...starts].reverse().find((one) => one.number < number)?.number ?? 0;
    case "PageDown":
      return starts.find((one) => one.number > number)?.number ?? last;
    default:
      return null;
  }
}

/** A line of the log. */
export interface LogLine {
  entry: Entry;
  /** Taken back by the entry of this number. */
  undoneBy: number | null;
}

export interface LogRound {
  round: number;
  lines: LogLine[];
}

/**
 * The log by parts. An entry belongs to the part in which it was decided, which is that of the entry before it.
 * @param first The part that the first entry belongs to.
 * @param after The part in which an entry leaves the game, by the one before.
 */
export function logByParts(entries: readonly Entry[], first: number, after: (entry: Entry, before: number) => number): LogRound[] {
  const gone = undone(entries);
  const found: LogRound[] = [];
  let round = first;
  for (const entry of entries) {
    const by = gone.has(entry.number)
      ? (entries.find((other) => other.undo !== null && other.undo < entry.number && other.number > entry.number && takesBack(other))?.number ?? null)
      : null;
    const newest = found[found.length - 1];
    const line = { entry, undoneBy: by };
    if (newest && newest.round === round) newest.lines.push(line);
    else found.push({ round, lines: [line] });
    round = after(entry, round);
  }
  return found;
}

/** The log by rounds. */
export function logByRounds(entries: readonly Entry[]): LogRound[] {
  return logByParts(entries, 1, (entry, before) => entry.round ?? before);
}

/** Return the events of an entry without announcements of turns, or its first event if there are no others. */
export function eventsToShow(entry: Entry): GameEvent[] {
  const found = entry.events.filter((event) => event.kind !== "turn");
  return found.length ? found : entry.events.slice(0, 1);
}

/** Moves on by itself, at a pace, until the end or until it is stopped. */
export class Player {
  readonly #step: () => boolean;
  readonly #wait: () => number;
  readonly #tell: (playing: boolean) => void;
  #timer: ReturnType<typeof setTimeout> | null = null;

  /**
   * @param step Goes one move on; says whether there are more.
   * @param wait How long the move that is shown should be looked at, in milliseconds.
   * @param tell Is told when playing begins and stops.
   */
  constructor(step: () => boolean, wait: () => number, tell: (playing: boolean) => void) {
    this.#step = step;
    this.#wait = wait;
    this.#tell = tell;
  }

  get playing(): boolean {
    return this.#timer !== null;
  }

  start(): void {
    if (this.playing) return;
    this.#tell(true);
    this.#next(0);
  }

  stop(): void {
    if (this.#timer === null) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#tell(false);
  }

  #next(wait: number): void {
    this.#timer = setTimeout(() => {
      if (this.#step()) this.#next(this.#wait());
      else this.stop();
    }, wait);
  }
}
