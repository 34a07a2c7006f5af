/** Server responses for tests, with defaults for all fields that a test does not give. */

import type { Entry, GameEvent, GameInfo, SeatInfo } from "./types";

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

/** Return an event of nobody, with its kind for a text. */
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
