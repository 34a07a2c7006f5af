/** A table without a game on the server, such as that of a puzzle or of an analysis board. */

import type { EntryListener, Feed } from "../../api/feed.svelte";
import type { Ask, Entry, GameInfo, Seat, TableFacts } from "../../api/types";

/** What a table without a game is about. */
interface Staged {
  /** A name in place of a game's id. */
  id: string;
  game: string;
  seats: readonly Seat[];
  /** The visitor's seat; null for an onlooker's view. */
  seat: Seat | null;
  /** Whether hints are given. */
  advice: boolean;
}

/** The fields of an entry that no board shows. */
const UNSEEN = { at: "", round: null, phase: "", undo: null, call: null, scores: {} };

/** The table as a game feed, updated by its owner. */
export class StageFeed implements Feed {
  info = $state.raw<GameInfo | null>(null);
  view = $state.raw<TableFacts | null>(null);
  ask = $state.raw<Ask | null>(null);
  number = $state(0);
  /** The last action, which the board marks. */
  entries = $state.raw<Entry[]>([]);
  readonly status = "live";
  seat = $state<Seat | null>(null);

  constructor(about: Staged) {
    this.sit(about);
  }

  /** Take another seat. */
  sit(about: Staged): void {
    this.seat = about.seat;
    this.info = infoOf(about);
  }

  /** Show a table. The new number makes the composer drop a half-made action. */
  show(view: TableFacts, ask: Ask | null, last: Pick<Entry, "by" | "action" | "events"> | null = null): void {
    this.number += 1;
    this.entries = last ? [{ ...UNSEEN, ...last, number: this.number }] : [];
    this.view = view;
    this.ask = ask;
  }

  onentry(_listener: EntryListener): () => void {
    return () => undefined;
  }

  async catchUp(): Promise<void> {}
  close(): void {}
}

/** Return the game info of such a table, with the visitor as its only player. */
function infoOf({ id, game, seats, seat, advice }: Staged): GameInfo {
  return {
    id,
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
    you: seat === null ? [] : [seat],
    rematch: null,
    from: null,
    onlookers: 0,
    company: true,
    advice,
    talk: false,
    stand_in: "",
    rated: false,
    near: null,
    grace: 0,
    clock: null,
    clocks: null,
    proposal: null,
    standstill: false,
    seats: seats.map((name) => ({
      seat: name,
      name: "",
      kind: "person",
      bot: null,
      bot_title: null,
      you: name === seat,
      present: true,
      away_since: null,
      stand_in: null,
      gone: null,
      rating: null,
    })),
  };
}
