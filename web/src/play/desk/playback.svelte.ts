/** Playback of other players' moves, one by one at a readable pace. */

import type { Entry, Seat } from "../../api/types";

/** Longer queues are played faster, so that the board catches up. */
const MANY = 10;

interface Waiting<F> {
  entry: Entry;
  view: F | null;
}

export class Playback<F> {
  /** The view on the board: older than the newest one during playback. */
  view = $state.raw<F | null>(null);
  /** The entry being played, or the last one played. */
  current = $state.raw<Entry | null>(null);
  /** How many entries are still to be played. */
  waiting = $state(0);

  readonly #mine: () => readonly Seat[];
  readonly #speed: () => number;
  readonly #pause: (entry: Entry, ownSeats: readonly Seat[]) => number;
  readonly #show: (entry: Entry, change: () => void, pace: number) => number;
  #queue: Waiting<F>[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;

  /**
   * @param ownSeats Returns the seats whose moves are not played back.
   * @param speed Returns the speed, as a factor; 0: at once.
   * @param pause Returns how long to show an entry, in milliseconds at normal speed.
   * @param show Shows an entry: calls `change`, which changes the board, and returns how long this is seen, in milliseconds.
   *   `pace`: how many times faster than normal; 0: at once.
   */
  constructor(
    ownSeats: () => readonly Seat[],
    speed: () => number,
    pause: (entry: Entry, ownSeats: readonly Seat[]) => number,
    show: (entry: Entry, change: () => void, pace: number) => number = (_, change) => (change(), 0),
  ) {
    this.#mine = ownSeats;
    this.#speed = speed;
    this.#pause = pause;
    this.#show = show;
  }

  /** Add an entry to the queue; start playback if it is idle. */
  push(entry: Entry, view: F | null): void {
    this.#queue.push({ entry, view });
    this.waiting = this.#queue.length;
    if (this.#timer === null) this.#next();
  }

  /** Skip to the last entry of the queue. */
  skip = (): void => {
    const last = [...this.#queue].reverse().find((step) => step.view !== null);
    const entry = this.#queue[this.#queue.length - 1]?.entry;
    this.#stop();
    this.#queue = [];
    this.waiting = 0;
    if (entry) this.#change(entry, last?.view ?? null, 0);
  };

  /** Stop playback and clear the queue. */
  close(): void {
    this.#stop();
    this.#queue = [];
  }

  #stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #next(): void {
    this.#timer = null;
    for (;;) {
      const next = this.#queue.shift();
      this.waiting = this.#queue.length;
      if (!next) return;
      const pace = this.#pace(next.entry);
      const length = this.#change(next.entry, next.view, pace);
      const isOwn = next.entry.by !== null && this.#mine().includes(next.entry.by);
      if (pace === 0 || isOwn) continue;
      const wait = Math.max(this.#pause(next.entry, this.#mine()) / pace, length);
      if (wait > 0) {
        this.#timer = setTimeout(() => this.#next(), wait);
        return;
      }
    }
  }

  #change(entry: Entry, view: F | null, pace: number): number {
    return this.#show(
      entry,
      () => {
        this.current = entry;
        if (view) this.view = view;
      },
      pace,
    );
  }

  /** Return how many times faster than normal an entry is played: faster when several seats wait; 0: at once. */
  #pace(entry: Entry): number {
    if (document.visibilityState === "hidden" || entry.undo !== null) return 0;
    const waiting = this.#queue.length;
    const movers = new Set(this.#queue.map((step) => step.entry.by)).size;
    const hurry = waiting > 3 * MANY ? 4 : waiting > MANY ? 2 : movers > 1 ? 1.5 : 1;
    return this.#speed() * hurry;
  }
}
