/** What the server sends: see docs/server.md. `schema.check.ts` holds these against its OpenAPI schema. */

export type Seat = string;

/** How a game ended; what a score is made of is the game's own. */
export interface Outcome {
  reason: string;
  winners: Seat[];
  loser: Seat | null;
  scores: Record<Seat, number | number[]>;
}

/** What the views of all games have in common; `game` tells what else there is. */
export interface TableFacts {
  game: string;
  seat: Seat | null;
  seats: Seat[];
  /** Left out by games without rounds. */
  round?: number | null;
  phase: string;
  decision: string | null;
  to_move: Seat | "chance" | null;
  question: string;
  outcome: Outcome | null;
}

/** The view of a game that has no type of its own: the table in words, and drawn if the game draws it. */
export interface PlainFacts extends TableFacts {
  round: number | null;
  scores: Record<Seat, number>;
  /** Line by line. */
  words: string;
  /** SVG documents, for a light page and for a dark one. */
  picture: string | null;
  picture_dark: string | null;
}

/** What a choice can lead to, where its game tells it; what else there is, is the game's own. */
export interface Forecast {
  result?: "wins" | "loses" | "open";
  [more: string]: unknown;
}

export interface Choice {
  action: string;
  kind: string;
  words: string;
  forecast: Forecast;
}

export interface Ask {
  seat: Seat;
  decision: string;
  question: string;
  undo: boolean;
  choices: Choice[];
}

export interface Change {
  path: string[];
  before: unknown;
  after: unknown;
}

export interface GameEvent {
  kind: string;
  seat: Seat | null;
  text: string;
  details: Record<string, unknown>;
  changes: Change[];
}

export interface Entry {
  number: number;
  by: Seat | "chance" | null;
  action: string | null;
  call: string | null;
  undo: number | null;
  at: string;
  /** Null in a game without rounds. */
  round: number | null;
  phase: string;
  scores: Record<Seat, number>;
  events: GameEvent[];
}

export interface SeatInfo {
  seat: Seat;
  name: string;
  kind: "person" | "open" | "bot" | "program";
  bot: string | null;
  you: boolean;
  present: boolean;
  away_since: string | null;
  stand_in: string | null;
}

export interface GameInfo {
  id: string;
  game: string;
  status: "lobby" | "playing" | "over";
  public: boolean;
  created: string;
  started: string | null;
  minutes: number | null;
  deadline: string | null;
  rulings: Record<string, unknown>;
  number: number;
  to_move: Seat | "chance" | null;
  /** Null in a game without rounds. */
  round: number | null;
  outcome: Outcome | null;
  host: boolean;
  you: Seat[];
  rematch: string | null;
  from: { id: string; number: number } | null;
  onlookers: number;
  /** Seconds after which a bot may stand in for somebody who is away. */
  grace: number;
  seats: SeatInfo[];
}

export type LiveMessage<F = TableFacts> =
  | { type: "hello"; number: number; info: GameInfo; view: F | null; ask: Ask | null; question: string | null; missed: Entry[] }
  | { type: "entry"; number: number; entry: Entry; view: F; ask: Ask | null; question: string; info?: GameInfo }
  | { type: "info"; info: GameInfo }
  | { type: "ping" }
  | { type: "gone" };

/** A question of the rules that can be answered in more than one way. */
export interface Ruling {
  name: string;
  about: string;
  values: unknown[] | null;
  default: unknown;
}

export interface BotInfo {
  name: string;
  about: string;
}

export interface CatalogueGame {
  name: string;
  title: string;
  introduction: string;
  /** Whether seats may know different things. */
  secrets: boolean;
  /** Whether it can be played for a time. */
  timed: boolean;
  seats: Seat[];
  seat_names: Record<Seat, string>;
  players: Record<string, Seat[]>;
  rulings: Ruling[];
  bots: BotInfo[];
  chapters: Record<string, Record<string, string>>;
}

export interface Catalogue {
  games: CatalogueGame[];
}

export interface Me {
  name: string | null;
}

export type SeatKind = "me" | "shared" | "open" | "bot" | "program";

export interface NewSeat {
  seat: Seat;
  kind: SeatKind;
  bot?: string;
  name?: string;
}

/** What a new game is made from: seats and rulings, a record, a position, or a point of another game. */
export interface NewGame {
  game?: string;
  seats?: NewSeat[];
  rulings?: Record<string, unknown>;
  minutes?: number | null;
  public?: boolean;
  record?: string;
  position?: Record<string, unknown>;
  from?: { id: string; number: number };
}

export interface Seen<F = TableFacts> {
  number: number;
  view: F;
  ask: Ask | null;
}

export interface Explained {
  legal: boolean;
  code: string | null;
  clause: string | null;
  message: string | null;
}

export interface Asked {
  question: string;
  clauses: Record<string, string>;
}

export interface Previewed<F = TableFacts> {
  view: F;
  events: GameEvent[];
  /** False where the last action would show what is a secret by now: then all is as before it. */
  known: boolean;
  ask: Ask | null;
}

export interface Hint {
  action: string;
  words: string;
  reason: string;
}

export interface Chances {
  chances: Record<Seat, number>;
  games: number;
}

/** A table for lessons: a position or a new game, and what is played on it. */
export interface Sandbox {
  position?: unknown;
  new?: unknown;
  actions?: string[];
  /** Whose view is wanted; without it, an onlooker's. */
  seat?: Seat;
}

export interface SandboxAnswer<F = TableFacts> {
  view: F;
  ask: Ask | null;
  events: GameEvent[];
  legal: string[];
}
