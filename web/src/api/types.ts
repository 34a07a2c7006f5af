/** What the server sends: see docs/server.md. `schema.check.ts` holds these against its OpenAPI schema. */

export type Seat = string;
export type Site = string;
export type Suit = "suns" | "moons" | "crowns" | "arms";

export interface Leader {
  value: number;
  /** A site, "reserve" or "king". */
  place: string;
  active: boolean;
}

export interface City {
  site: Site;
  tile: string;
  suit: Suit;
  kind: string;
  value: number;
  holder: Seat | null;
  leader: Leader | null;
  piers: number;
}

export interface Kingdom {
  seat: Seat;
  name: string;
  goods: number;
  gold: number;
  unrest: number;
  king: number;
  leaders: Leader[];
  roads: string[];
  ports: Record<Site, number>;
  cities: Site[];
  control_value: number;
  dominance: number;
  score: number;
}

export interface Outcome {
  reason: string;
  winners: Seat[];
  loser: Seat | null;
  scores: Record<Seat, number>;
}

/** How a game of any kind ended; what a score is made of is the game's own. */
export type AnyOutcome = Omit<Outcome, "scores"> & { scores: Record<Seat, number | number[]> };

/** What the views of all games have in common; `game` tells what else there is. */
export interface TableFacts {
  game: string;
  seat: Seat | null;
  seats: Seat[];
  /** Left out by games without rounds. */
  round?: number | null;
  phase: string;
  turn: Seat | null;
  decision: string | null;
  to_move: Seat | "chance" | null;
  question: string;
  outcome: AnyOutcome | null;
}

/** What lies on the table of Kingdoms of the Middle Sea, and what follows from it. */
export interface Facts {
  game: "middlesea";
  seat: Seat | null;
  seats: Seat[];
  round: number;
  phase: "start" | "control" | "dominance" | "production" | "build" | "leader" | "over";
  turn: Seat | null;
  order: Seat[];
  time_up: boolean;
  decision: string | null;
  to_move: Seat | "chance" | null;
  question: string;
  kingdoms: Record<Seat, Kingdom>;
  cities: Record<Site, City>;
  stacks: Record<Suit, string[]>;
  attack: [Site, Site] | null;
  attack_total: number | null;
  acted: number | null;
  rebelling: Site[];
  outcome: Outcome | null;
}

export interface Forecast {
  goods?: number;
  gold?: number;
  unrest?: number;
  attack?: number;
  attack_most?: number;
  defence?: number;
  defence_most?: number;
  result?: "wins" | "loses" | "open";
  loses?: Site[];
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
  outcome: AnyOutcome | null;
  host: boolean;
  you: Seat[];
  rematch: string | null;
  from: { id: string; number: number } | null;
  onlookers: number;
  /** Seconds after which a bot may stand in for somebody who is away. */
  grace: number;
  seats: SeatInfo[];
}

export type LiveMessage<F = Facts> =
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

export interface Seen<F = Facts> {
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

export interface Previewed<F = Facts> {
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

export interface SandboxAnswer<F = Facts> {
  view: F;
  ask: Ask | null;
  events: GameEvent[];
  legal: string[];
}
