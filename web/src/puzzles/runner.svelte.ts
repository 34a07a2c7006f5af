/** The state of a running puzzle: its table and the verdict on the answers. */

import * as requests from "../api/puzzles";
import type { Puzzle, PuzzleMoment, PuzzleStep, PuzzleVerdict } from "../api/puzzles";
import type { TableFacts } from "../api/types";
import type { Server } from "../play/desk/composer.svelte";
import { StageFeed } from "../play/desk/stage.svelte";

type Requests = Pick<typeof requests, "answer" | "solution" | "tryOut" | "whyNot">;

export class PuzzleRunner {
  readonly puzzle: Puzzle;
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

  readonly #requests: Requests;
  readonly #onsolved: () => void;
  #moment: PuzzleMoment;

  constructor(puzzle: Puzzle, onsolved: () => void, with_: Requests = requests) {
    this.puzzle = puzzle;
    this.#moment = puzzle.moment;
    this.#onsolved = onsolved;
    this.#requests = with_;
    this.feed = new StageFeed({ ...puzzle, id: puzzle.name, advice: false });
    this.server = {
      act: (_id, _base, action) => this.#answer(action),
      preview: (_id, _base, actions) => this.#requests.tryOut(puzzle.name, this.played, actions),
      explain: (_id, action) => this.#requests.whyNot(puzzle.name, this.played, action),
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
    const verdict = await this.#requests.solution(this.puzzle.name, this.played);
    this.isSolution = true;
    this.#judge(verdict);
  };

  async #answer(action: string): Promise<void> {
    const verdict = await this.#requests.answer(this.puzzle.name, this.played, action);
    this.isSolution = false;
    if (verdict.right && verdict.next !== null) {
      this.played = [...this.played, action];
      this.#moment = verdict.next;
      this.#ask();
      return;
    }
    this.#judge(verdict);
    if (verdict.solved) this.#onsolved();
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
