/** Navigation in a game under review: moments, rounds, keys and playback. */

import type { Entry, GameEvent } from "../api/types";
import { takesBack, undone } from "../play/log/log";
import type { Route } from "../router.svelte";

/** Round a move number and clamp it to the game. */
export function clamp(number: number, last: number): number {
  return Math.max(0, Math.min(last, Math.round(number) || 0));
}

/** Return the moment in the address, or null if it has none. Older links use `?number=` or `?n=`. */
export function askedFor({ page, query }: Pick<Route, "page" | "query">): number | null {
  if (page.name === "review" && page.number !== null) return Number(page.number);
  const text = query.get("number") ?? query.get("n");
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

export interface RoundStart {
  round: number;
  /** The number of the entry after which the round begins. */
  number: number;
}

/** Return the starts of the rounds, ignoring entries that were taken back. */
export function roundStarts(entries: readonly Entry[]): RoundStart[] {
  const undoneNumbers = undone(entries);
  const starts: RoundStart[] = [];
  for (const entry of entries) {
    const newest = starts[starts.length - 1];
    if (undoneNumbers.has(entry.number) || entry.undo !== null || entry.round === null) continue;
    if (!newest || entry.round > newest.round) starts.push({ round: entry.round, number: entry.number });
  }
  return starts;
}

/** Return the number a key moves to, or null for other keys. */
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
      return [...starts].reverse().find((start) => start.number < number)?.number ?? 0;
    case "PageDown":
      return starts.find((start) => start.number > number)?.number ?? last;
    default:
      return null;
  }
}

/** A line of the log. */
interface LogLine {
  entry: Entry;
  /** The number of the entry that took this one back. */
  undoneBy: number | null;
}

export interface LogRound {
  round: number;
  lines: LogLine[];
}

/**
 * Return the log by parts. An entry belongs to the part in which it was decided: the part that the entry before it led to.
 * @param first The part of the first entry.
 * @param after Returns the part after an entry, given the part before it.
 */
export function logByParts(
  entries: readonly Entry[],
  first: number,
  after: (entry: Entry, before: number) => number,
): LogRound[] {
  const undoneNumbers = undone(entries);
  const rounds: LogRound[] = [];
  let round = first;
  for (const entry of entries) {
    const by = undoneNumbers.has(entry.number)
      ? (entries.find(
          (candidate) =>
            candidate.undo !== null &&
            candidate.undo < entry.number &&
            candidate.number > entry.number &&
            takesBack(candidate),
        )?.number ?? null)
      : null;
    const newest = rounds[rounds.length - 1];
    const line = { entry, undoneBy: by };
    if (newest && newest.round === round) newest.lines.push(line);
    else rounds.push({ round, lines: [line] });
    round = after(entry, round);
  }
  return rounds;
}

/** Return the log by rounds. */
export function logByRounds(entries: readonly Entry[]): LogRound[] {
  return logByParts(entries, 1, (entry, before) => entry.round ?? before);
}

/** Return the events of an entry without announcements of turns, or its first event if there are no others. */
export function eventsToShow(entry: Entry): GameEvent[] {
  const events = entry.events.filter((event) => event.kind !== "turn");
  return events.length ? events : entry.events.slice(0, 1);
}

/** Plays moves automatically until the end of the game or until stopped. */
export class Player {
  readonly #step: () => boolean;
  readonly #wait: () => number;
  readonly #tell: (playing: boolean) => void;
  #timer: ReturnType<typeof setTimeout> | null = null;

  /**
   * @param step Advances one move; returns whether there are more.
   * @param wait Returns how long to show the current move, in milliseconds.
   * @param tell Called when playback starts and stops.
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
