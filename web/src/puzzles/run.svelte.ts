/** A run: as many puzzles as one can in two minutes. Time runs only while a question is on the board; three misses end it. */

import type { PuzzleSummary } from "../api/puzzles";
import type { Study } from "../study/study";

export const SECONDS = 120;
export const MISSES = 3;
/** How far below one's own rating a run begins, and how much harder each solved puzzle makes it, in units of the rating. */
const BELOW = 8;
const STEP = 1;

export interface Played {
  puzzle: PuzzleSummary;
  solved: boolean;
}

export class Run {
  /** The puzzles so far. */
  played = $state.raw<readonly Played[]>([]);
  /** The seconds left. */
  left = $state(SECONDS);
  solved = $derived(this.played.filter(({ solved }) => solved).length);
  misses = $derived(this.played.length - this.solved);
  over = $derived(this.left <= 0 || this.misses >= MISSES);

  #since: number | null = null;
  #spent = 0;
  readonly #clock: () => number;

  /** `clock` returns milliseconds. */
  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  /** Let time run. */
  start(): void {
    this.#since ??= this.#clock();
  }

  /** Stop the time, while the server is asked. */
  pause(): void {
    this.tick();
    this.#spent += this.#since === null ? 0 : this.#clock() - this.#since;
    this.#since = null;
  }

  /** Read the clock. */
  tick(): void {
    const running = this.#since === null ? 0 : this.#clock() - this.#since;
    this.left = Math.max(0, Math.ceil(SECONDS - (this.#spent + running) / 1000));
  }

  note(puzzle: PuzzleSummary, solved: boolean): void {
    this.played = [...this.played, { puzzle, solved }];
  }

  /** Return the rating that the next puzzle should fit. */
  wish(rating: Study["rating"]): { rating: number; spread: number } {
    const { rating: own, spread } = rating ?? { rating: 25, spread: 8 };
    return { rating: Math.max(-200, own - BELOW + STEP * this.solved), spread };
  }
}
