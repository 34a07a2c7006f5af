/** Playback of other players' moves, one by one at a readable pace. */

import type { Entry, Seat } from "../../api/types";

/** Longer queues are played faster, so that the board catches up. */
const MANY = 10;

interface Waiting<F> {
  entry: Entry;
  view: F | null;
}

function showAtOnce(_: Entry, change: () => void): number {
  change();
  return 0;
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
  /** What is shown before the board changes, such as a scene. */
  #pending: Waiting<F> | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;

  /**
   * @param ownSeats Returns the seats whose moves are not played back.
   * @param speed Returns the speed, as a factor; 0: at once.
   * @param pause Returns how long to show an entry, in milliseconds at normal speed.
   * @param show Shows an entry: calls `change`, which changes the board, at once or after a scene, and returns how long the change is
   *   seen, in milliseconds. `pace`: how many times faster than normal; 0: at once.
   */
  constructor(
    ownSeats: () => readonly Seat[],
    speed: () => number,
    pause: (entry: Entry, ownSeats: readonly Seat[]) => number,
    show: (entry: Entry, change: () => void, pace: number) => number = showAtOnce,
  ) {
    this.#mine = ownSeats;
    this.#speed = speed;
    this.#pause = pause;
    this.#show = show;
  }

  /** Add an entry to the queue; start playback if it is idle. */
  push(entry: Entry, view: F | null): void {
    this.#queue.push({ entry, view });
    this.#count();
    if (this.#timer === null && this.#pending === null) this.#next();
  }

  /** Skip to the last entry of the queue. */
  skip = (): void => {
    const steps = [...(this.#pending ? [this.#pending] : []), ...this.#queue];
    const last = steps.findLast((step) => step.view !== null);
    const entry = steps.at(-1)?.entry;
    this.close();
    this.#count();
    if (entry) this.#change({ entry, view: last?.view ?? null }, 0);
  };

  /** Stop playback and clear the queue. */
  close(): void {
    this.#stop();
    this.#queue = [];
    this.#pending = null;
  }

  #count(): void {
    this.waiting = this.#queue.length + (this.#pending ? 1 : 0);
  }

  #stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #next(): void {
    this.#timer = null;
    let isShown = true;
    while (isShown) {
      const next = this.#queue.shift();
      this.#count();
      if (!next) return;
      isShown = this.#change(next, this.#pace(next.entry));
    }
  }

  /** Show a step; return whether the next one can be shown at once. */
  #change(step: Waiting<F>, pace: number): boolean {
    const { entry, view } = step;
    let length: number | null = null;
    this.#pending = step;
    const change = () => {
      if (this.#pending !== step) return;
      this.#pending = null;
      this.current = entry;
      if (view) this.view = view;
      this.#count();
      // After a scene, the playback goes on from here.
      if (length !== null && !this.#rest(entry, pace, length)) this.#next();
    };
    length = this.#show(entry, change, pace);
    this.#count();
    return this.#pending === null && !this.#rest(entry, pace, length);
  }

  /** Pause until an entry has been seen; return whether there is a pause. */
  #rest(entry: Entry, pace: number, length: number): boolean {
    const isOwn = entry.by !== null && this.#mine().includes(entry.by);
    if (pace === 0 || isOwn) return false;
    const wait = Math.max(this.#pause(entry, this.#mine()) / pace, length);
    if (wait > 0) this.#timer = setTimeout(() => this.#next(), wait);
    return wait > 0;
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
