/** A finished game as judged by search, decision by decision. Judging can be stopped and started again. */

import { ApiError } from "../../api/client";
import { reviewed } from "../../api/reviews";
import type { GameInfo, JudgedDecision, ReviewLine, Seat, Strength } from "../../api/types";
import { ownStudy } from "../../study/own.svelte";
import { t } from "../../texts";

/** The wait in seconds if the server gives none. */
const A_WHILE = 5;
/** The minimum loss of a costly decision in points of 100, as the server judges; only such a decision has a better choice. */
export const LEAST_LOSS = 5;
/** A decision that has cost more than this share of the game comes back as a puzzle. */
export const LEAST_TO_LEARN = 0.1;

export class Judging {
  decisions = $state.raw<readonly JudgedDecision[]>([]);
  /** The numbers of the costliest decisions, the worst first. */
  points = $state.raw<readonly number[]>([]);
  total = $state(0);
  /** The seats' chances at the end of the game, once all decisions are judged. */
  end = $state.raw<Record<Seat, number> | null>(null);
  running = $state(false);
  isDone = $state(false);
  /** Seconds until judging continues, if the visitor's allowance is used up; null otherwise. */
  waits = $state<number | null>(null);
  failure = $state.raw<unknown>(null);
  /** Whether judging started automatically: screen readers are not told, the focus stays, and failures are not shown. */
  automatic = $state(false);
  #dismissed = false;

  readonly #ask: (strength: Strength, signal: AbortSignal) => AsyncIterable<ReviewLine>;
  #stopping: AbortController | null = null;

  constructor(ask: (strength: Strength, signal: AbortSignal) => AsyncIterable<ReviewLine>) {
    this.#ask = ask;
  }

  /**
   * Judge the game once the browser is idle, unless it is judged, being judged, or the visitor has stopped that before.
   *
   * @returns A function that cancels it.
   */
  startWhenIdle(): () => void {
    let pending = true;
    whenIdle(() => {
      if (pending && !this.running && !this.isDone && !this.#dismissed) void this.start("quick", true);
    });
    return () => {
      pending = false;
      this.stop();
    };
  }

  /** Judge the game, discarding earlier results. */
  async start(strength: Strength, automatic = false): Promise<void> {
    this.stop();
    this.automatic = automatic;
    const stopping = (this.#stopping = new AbortController());
    this.decisions = [];
    this.points = [];
    this.total = 0;
    this.end = null;
    this.isDone = false;
    this.failure = null;
    this.running = true;
    try {
      while (!(await this.#follow(strength, stopping.signal))) this.decisions = [];
    } catch (error) {
      if (!stopping.signal.aborted) this.failure = error;
    }
    if (automatic) this.failure = null;
    if (this.#stopping === stopping) this.stop();
  }

  /** Read the results. Return false, after a wait, if a rate limit (429) requires a retry. */
  async #follow(strength: Strength, signal: AbortSignal): Promise<boolean> {
    try {
      for await (const line of this.#ask(strength, signal)) {
        if (signal.aborted) return true;
        this.#take(line);
      }
      return true;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429) throw error;
      const seconds = (error.body as { seconds?: unknown } | null)?.seconds;
      this.waits = typeof seconds === "number" ? seconds : A_WHILE;
      await new Promise((over) => setTimeout(over, 1000 * (this.waits ?? A_WHILE)));
      return signal.aborted;
    }
  }

  #take(line: ReviewLine): void {
    this.waits = line.type === "waits" ? line.seconds : null;
    if (line.type === "begin") this.total = line.total;
    else if (line.type === "decision") this.decisions = [...this.decisions, line];
    else if (line.type === "turning_points") this.points = line.numbers;
    else if (line.type === "failed") this.failure = new ApiError(503, "bot_failed", null, t("shell.error_http_500"));
    else if (line.type === "done") {
      this.end = line.chances;
      this.isDone = true;
    }
  }

  /** Stop at the visitor's request: judging does not start automatically again. */
  dismiss(): void {
    this.#dismissed = true;
    this.stop();
  }

  stop(): void {
    this.#stopping?.abort();
    this.#stopping = null;
    this.running = false;
    this.waits = null;
  }

  /** The costliest decisions, in game order. */
  get turning(): JudgedDecision[] {
    return this.decisions.filter((decision) => this.points.includes(decision.number));
  }

  /** Return the costliest decisions of these seats, the worst first. */
  costly(seats: readonly Seat[], most: number): JudgedDecision[] {
    const costly = this.decisions.filter(({ by, better }) => better !== null && seats.includes(by));
    return costly.sort((left, right) => right.loss - left.loss).slice(0, most);
  }

  /** Return the seats' chances by moment. */
  course(last: number): ReadonlyMap<number, Record<Seat, number>> {
    const course = new Map(
      this.decisions.map((decision): [number, Record<Seat, number>] => [decision.at, decision.chances]),
    );
    if (this.end) course.set(last, this.end);
    return course;
  }
}

/** Call a function when the browser is idle, or soon where it cannot tell (Safari). */
function whenIdle(work: () => void): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(work);
  else setTimeout(work, 500);
}

/** Note the visitor's own mistakes among the decisions judged so far; they come back as puzzles. */
export function noteMistakes({ id, game, seats, you }: GameInfo, judging: Judging): void {
  const mistakes = judging.costly(you, judging.decisions.length).filter(({ loss }) => loss > LEAST_TO_LEARN);
  ownStudy.noteMistakes(
    Object.fromEntries(mistakes.map(({ number, loss }) => [`${id}/${number}`, { game, seats: seats.length, loss }])),
  );
}

let latest: { id: string; judging: Judging } | null = null;

/** Return a game's judging. The latest game's is kept, so that its table and its review share the results. */
export function judgingOf(id: string): Judging {
  if (latest?.id !== id) latest = { id, judging: new Judging((strength, signal) => reviewed(id, strength, signal)) };
  return latest.judging;
}
