/** The state of a running puzzle: its table and the verdict on the answers. */

import * as requests from "../api/puzzles";
import type { Puzzle, PuzzleMoment, PuzzleStep, PuzzleVerdict } from "../api/puzzles";
import type { EntryListener, Feed } from "../api/feed.svelte";
import type { Ask, Entry, GameInfo, Seat, TableFacts } from "../api/types";
import type { Server } from "../play/composer.svelte";

type Requests = Pick<typeof requests, "answer" | "solution" | "tryOut" | "whyNot">;

/** A puzzle's table as a game feed, updated by the runner. */
class PuzzleFeed implements Feed {
  info = $state.raw<GameInfo | null>(null);
  view = $state.raw<TableFacts | null>(null);
  ask = $state.raw<Ask | null>(null);
  number = $state(0);
  readonly entries: Entry[] = [];
  readonly status = "live";
  readonly seat: Seat;

  constructor(puzzle: Puzzle) {
    this.seat = puzzle.seat;
    this.info = infoOf(puzzle);
  }

  /** Show a table. The new number makes the composer drop a half-made action. */
  show(view: TableFacts, ask: Ask | null): void {
    this.number += 1;
    this.view = view;
    this.ask = ask;
  }

  onentry(_listener: EntryListener): () => void {
    return () => undefined;
  }

  async catchUp(): Promise<void> {}
  close(): void {}
}

export class PuzzleRunner {
  readonly puzzle: Puzzle;
  readonly feed: PuzzleFeed;
  readonly server: Server;
  /** The verdict on the last answer; null while an answer is awaited. */
  verdict = $state.raw<PuzzleVerdict | null>(null);
  /** Whether the verdict shows the requested solution instead of an answer. */
  given = $state(false);
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
    this.feed = new PuzzleFeed(puzzle);
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
  again = (): void => {
    this.verdict = null;
    this.given = false;
    this.#ask();
  };

  /** Show the solution. */
  giveUp = async (): Promise<void> => {
    const verdict = await this.#requests.solution(this.puzzle.name, this.played);
    this.given = true;
    this.#judge(verdict);
  };

  async #answer(action: string): Promise<void> {
    const verdict = await this.#requests.answer(this.puzzle.name, this.played, action);
    this.given = false;
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

/** Return the game info of a puzzle's table, with the visitor as its only player. */
function infoOf({ name, game, seats, seat }: Puzzle): GameInfo {
  return {
    id: name,
    game,
    status: "playing",
    public: false,
    created: "",
    started: null,
    minutes: null,
    deadline: null,
    rulings: {},
    number: 0,
    to_move: seat,
    round: null,
    outcome: null,
    ending: null,
    host: false,
    host_name: null,
    you: [seat],
    rematch: null,
    from: null,
    onlookers: 0,
    company: true,
    advice: false,
    talk: false,
    stand_in: "",
    rated: false,
    near: null,
    grace: 0,
    clock: null,
    clocks: null,
    proposal: null,
    standstill: false,
    seats: seats.map((one) => ({
      seat: one,
      name: "",
      kind: "person",
      bot: null,
      bot_title: null,
      you: one === seat,
      present: true,
      away_since: null,
      stand_in: null,
      gone: null,
      rating: null,
    })),
  };
}
