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
  readonly #onshow: (entry: Entry) => void;
  #queue: Waiting<F>[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;

  /**
   * @param ownSeats Returns the seats whose moves are not played back.
   * @param speed Returns the speed, as a factor; 0: at once.
   * @param pause Returns how long to show an entry, in milliseconds at normal speed.
   * @param onshow Called with each entry when the board shows it.
   */
  constructor(
    ownSeats: () => readonly Seat[],
    speed: () => number,
    pause: (entry: Entry, ownSeats: readonly Seat[]) => number,
    onshow: (entry: Entry) => void = () => {},
  ) {
    this.#mine = ownSeats;
    this.#speed = speed;
    this.#pause = pause;
    this.#onshow = onshow;
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
    if (last) this.view = last.view;
    if (entry) {
      this.current = entry;
      this.#onshow(entry);
    }
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
      this.current = next.entry;
      if (next.view) this.view = next.view;
      this.#onshow(next.entry);
      const wait = this.#wait(next.entry);
      if (wait > 0) {
        this.#timer = setTimeout(() => this.#next(), wait);
        return;
      }
    }
  }

  #wait(entry: Entry): number {
    const speed = this.#speed();
    if (speed === 0 || document.visibilityState === "hidden" || entry.undo !== null) return 0;
    if (entry.by !== null && this.#mine().includes(entry.by)) return 0;
    const hurry = this.#queue.length > 3 * MANY ? 4 : this.#queue.length > MANY ? 2 : 1;
    return this.#pause(entry, this.#mine()) / speed / hurry;
  }
}
