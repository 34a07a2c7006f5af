/** The state of an attempt at a puzzle, or at a mistake of one's own: its table and the verdict on the answers. */

import type { PuzzleMoment, PuzzleStep, PuzzleVerdict, Trials } from "../api/puzzles";
import type { TableFacts } from "../api/types";
import type { Server } from "../play/desk/composer.svelte";
import { StageFeed } from "../play/desk/stage.svelte";

/** What is to be solved, and at which table. */
export interface Challenge {
  name: string;
  game: string;
  seats: readonly string[];
  seat: string;
  moment: PuzzleMoment;
}

export class PuzzleRunner {
  readonly challenge: Challenge;
  readonly feed: StageFeed;
  readonly server: Server;
  /** The verdict on the last answer; null while an answer is awaited. */
  verdict = $state.raw<PuzzleVerdict | null>(null);
  /** Whether the verdict shows the requested solution instead of an answer. */
  isSolution = $state(false);
  /** The number of steps of the expected line that are on the board. */
  step = $state(0);
  /** The right answers so far. */
  played = $state.raw<readonly string[]>([]);
  /** Whether a right answer was given and the next one is awaited. */
  going = $derived(this.played.length > 0 && this.verdict === null);

  readonly #requests: Trials;
  readonly #onjudged: (solved: boolean) => void;
  #moment: PuzzleMoment;

  /** `onjudged` is told of each wrong answer, of the solution being shown, and of success. */
  constructor(challenge: Challenge, requests: Trials, onjudged: (solved: boolean) => void) {
    this.challenge = challenge;
    this.#moment = challenge.moment;
    this.#onjudged = onjudged;
    this.#requests = requests;
    this.feed = new StageFeed({ ...challenge, id: challenge.name, advice: false });
    this.server = {
      act: (_id, _base, action) => this.#answer(action),
      preview: (_id, _base, actions) => this.#requests.tryOut(this.played, actions),
      explain: (_id, action) => this.#requests.whyNot(this.played, action),
      undo: async () => undefined,
      hint: async () => null,
    };
    this.#ask();
  }

  /** The table of the last question. */
  get table(): TableFacts {
    return this.#moment.view;
  }

  /** The expected line after the last answer. */
  get steps(): readonly PuzzleStep[] {
    return this.verdict?.steps ?? [];
  }

  /** Show the first `step` steps of the line on the board. */
  look(step: number): void {
    if (this.verdict === null) return;
    this.step = Math.min(Math.max(step, 0), this.steps.length);
    this.feed.show(this.steps[this.step - 1]?.view ?? this.#moment.view, null);
  }

  /** Ask the same question again. */
  retry = (): void => {
    this.verdict = null;
    this.isSolution = false;
    this.#ask();
  };

  /** Show the solution. */
  giveUp = async (): Promise<void> => {
    const verdict = await this.#requests.solution(this.played);
    this.isSolution = true;
    this.#judge(verdict);
    this.#onjudged(false);
  };

  async #answer(action: string): Promise<void> {
    const verdict = await this.#requests.answer(this.played, action);
    this.isSolution = false;
    if (verdict.right && verdict.next !== null) {
      this.played = [...this.played, action];
      this.#moment = verdict.next;
      this.#ask();
      return;
    }
    this.#judge(verdict);
    this.#onjudged(verdict.solved);
  }

  #ask(): void {
    this.step = 0;
    this.feed.show(this.#moment.view, this.#moment.ask);
  }

  #judge(verdict: PuzzleVerdict): void {
    this.verdict = verdict;
    this.look(1);
  }
}
