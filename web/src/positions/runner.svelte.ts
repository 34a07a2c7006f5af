/** The state of an analysis board: the position in the address, the actions played on it, and the table. */

import * as requests from "../api/positions";
import type { Board } from "../api/positions";
import { hintOf } from "../api/study";
import type { Hint } from "../api/types";
import type { Server } from "../play/desk/composer.svelte";
import { StageFeed } from "../play/desk/stage.svelte";

type Requests = Pick<typeof requests, "board" | "tryOut" | "whyNot" | "searched">;

export class BoardRunner {
  readonly feed: StageFeed;
  readonly server: Server;
  board = $state.raw<Board>() as Board;

  readonly #text: string;
  readonly #requests: Requests;
  #on = false;

  /** @param board The board before any action. */
  constructor(text: string, board: Board, with_: Requests = requests) {
    this.#text = text;
    this.#requests = with_;
    this.feed = new StageFeed(this.#about(board));
    this.server = {
      act: (_id, _base, action) => this.#play([...this.#actions, action]),
      preview: (_id, _base, actions) => with_.tryOut(text, this.#actions, this.#on, actions),
      explain: (_id, action) => with_.whyNot(text, this.#actions, this.#on, action),
      undo: () => this.back(),
      hint: () => this.#hint(),
    };
    this.#show(board);
  }

  /** Play on from a position in which no seat is asked: chance decides, and what its seat cannot know is dealt. */
  playOn = async (): Promise<void> => {
    this.#on = true;
    await this.#play(this.#actions);
  };

  /** Take back the last action of a seat, and what chance gave after it. */
  back = async (): Promise<void> => {
    const { steps } = this.board;
    const last = steps.findLastIndex((step) => step.by !== "chance");
    if (last < 0) this.#on = false;
    await this.#play(steps.slice(0, Math.max(last, 0)).map((step) => step.action));
  };

  /** Go back to the position in the address. */
  restart = async (): Promise<void> => {
    this.#on = false;
    await this.#play([]);
  };

  /** Whether anything can be taken back. */
  get moved(): boolean {
    return this.#on || this.board.steps.length > 0;
  }

  get #actions(): string[] {
    return this.board.steps.map((step) => step.action);
  }

  async #play(actions: string[]): Promise<void> {
    this.#show(await this.#requests.board(this.#text, actions, this.#on));
  }

  #show(board: Board): void {
    this.board = board;
    this.feed.sit(this.#about(board));
    this.feed.show(board.view, board.ask && { ...board.ask, undo: this.moved });
  }

  #about({ game, seats, seat }: Board) {
    return { id: "", game, seats, seat, advice: true };
  }

  async #hint(): Promise<Hint | null> {
    let last: Hint | null = null;
    for await (const update of this.#requests.searched(this.board.text, "quick", new AbortController().signal))
      last = hintOf(update);
    return last;
  }
}
