/** Server responses for tests, with defaults for all fields that a test does not give. */

import type { CatalogueGame, Entry, GameEvent, GameInfo, ReviewLine, SeatInfo, TableFacts } from "./types";

/** Return a seat that another person holds. */
export function seatInfo(more: Partial<SeatInfo> = {}): SeatInfo {
  return {
    seat: "N",
    name: more.seat ?? "N",
    kind: "person",
    bot: null,
    bot_title: null,
    you: false,
    present: true,
    away_since: null,
    stand_in: null,
    gone: null,
    rating: null,
    ...more,
  };
}

/** Return a game of the visitor, as North, against another person. */
export function gameInfo(more: Partial<GameInfo> = {}): GameInfo {
  return {
    id: "x",
    game: "chess",
    status: "playing",
    public: false,
    created: "2026-01-01T12:00:00Z",
    started: "2026-01-01T12:00:00Z",
    minutes: null,
    deadline: null,
    rulings: {},
    number: 1,
    to_move: "N",
    round: 1,
    outcome: null,
    ending: null,
    host: true,
    host_name: null,
    you: ["N"],
    rematch: null,
    from: null,
    onlookers: 0,
    company: true,
    advice: false,
    talk: true,
    rated: false,
    near: null,
    stand_in: "level:4",
    grace: 60,
    clock: null,
    seats: [seatInfo({ seat: "N", you: true }), seatInfo({ seat: "S" })],
    clocks: null,
    proposal: null,
    standstill: false,
    ...more,
  };
}

/** Return an event without a seat, with its kind for a text. */
export function eventOf(kind: string, more: Partial<GameEvent> = {}): GameEvent {
  return { kind, seat: null, text: kind, details: {}, changes: [], ...more };
}

/** Return an entry by North in the first round, without events. */
export function entryOf(number: number, more: Partial<Entry> = {}): Entry {
  return {
    number,
    by: "N",
    action: null,
    call: null,
    undo: null,
    at: "",
    round: 1,
    phase: "",
    scores: {},
    events: [],
    ...more,
  };
}

/** Return the facts of a table at which the seat A is asked. */
export function factsOf(more: Partial<TableFacts> = {}): TableFacts {
  return {
    game: "chess",
    seat: "A",
    seats: ["A"],
    phase: "p",
    decision: "build",
    to_move: "A",
    question: "?",
    outcome: null,
    ...more,
  } as TableFacts;
}

/** Return a game for two in the catalogue, without bots and rules. */
export function catalogueGame(more: Partial<CatalogueGame> = {}): CatalogueGame {
  return {
    name: "chess",
    title: "Chess",
    introduction: "",
    secrets: false,
    timed: true,
    pictures: true,
    texts: true,
    seats: ["N", "S"],
    near_seat: "",
    seat_names: { N: "North", E: "East", S: "South", W: "West" },
    players: { "2": ["N", "S"] },
    variants: [],
    rulings: [],
    bots: [],
    chapters: {},
    ...more,
  };
}

/** Return a judged decision of North's, without a better choice. */
export function decisionOf(number: number, more: object = {}): ReviewLine {
  return {
    type: "decision",
    number,
    at: number - 1,
    by: "N",
    action: "end",
    words: "finish",
    said: { id: "choice.end" },
    chances: { N: 0.6, S: 0.4 },
    spread: 0.02,
    proven: false,
    loss: 0,
    doubt: 0.01,
    better: null,
    ...more,
  };
}

/** A socket that is open from the start, and says what a test lets it say. */
export class FakeSocket {
  static all: FakeSocket[] = [];
  static get last(): FakeSocket {
    return FakeSocket.all.at(-1) as FakeSocket;
  }
  static readonly CONNECTING = 0;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  sent: string[] = [];
  readyState = 1;
  closed = false;
  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.closed = true;
  }
  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  drops(code = 1006): void {
    this.onclose?.({ code });
  }
  get after(): string | null {
    return new URL(this.url).searchParams.get("after");
  }
}
