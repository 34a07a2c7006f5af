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

/** A warning of how the game may soon end; what its details tell depends on its kind. */
export interface Alert {
  kind: string;
  seat: Seat | null;
  wins: boolean;
  near: boolean;
  text: string;
  details?: Record<string, unknown>;
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

/** What has happened after a number; `more`: it goes on after the last of these. */
export interface HistoryPage {
  entries: Entry[];
  more: boolean;
}

export interface SeatInfo {
  seat: Seat;
  name: string;
  kind: "person" | "open" | "bot" | "program";
  bot: string | null;
  /** What the bot that plays there, for itself or for somebody away, is called. */
  bot_title: string | null;
  you: boolean;
  present: boolean;
  away_since: string | null;
  stand_in: string | null;
  /** How its holder has left it for good. */
  gone: "resigned" | "clock" | null;
  /** At a rated table: how strong whoever sits there was when they took the seat. */
  rating: Points | null;
}

/** How strong somebody is; with a chance of 95% the true figure is within `spread` points of it. */
export interface Points {
  points: number;
  spread: number;
}

/** What a table has agreed on: seconds for each turn, or for the whole game with some more for each turn. */
export interface Clock {
  kind: "turn" | "budget";
  seconds: number;
  increment: number;
  /** What happens when the time is up. */
  then: "bot" | "decided";
}

/** The seconds that people have left at the moment this was sent, and whose time runs. */
export interface Clocks {
  left: Record<Seat, number>;
  running: Seat | null;
}

/** What somebody proposes to all people at the table. */
export interface Proposal {
  id: string;
  kind: "end" | "take_back";
  by: Seat;
  status: "open" | "declined" | "withdrawn";
  agreed: Seat[];
  /** Those who have not answered yet. */
  waits: Seat[];
  declined: Seat | null;
  /** The number to go back to. */
  to: number | null;
}

/** What changes around a game while it is played. */
export interface Around {
  clocks: Clocks | null;
  proposal: Proposal | null;
  /** Nothing has changed for several turns of all. */
  standstill: boolean;
}

export interface GameInfo extends Around {
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
  /** What the host is called at the table; null if they have no seat there, or no name. */
  host_name: string | null;
  you: Seat[];
  rematch: string | null;
  from: { id: string; number: number } | null;
  /** Of others. */
  onlookers: number;
  /** Whether people play each other, and whether hints and chances are allowed even so. */
  company: boolean;
  advice: boolean;
  /** Whether the host lets people talk. */
  talk: boolean;
  /** Whether it counts for ratings, and how many points from the host's others may be; null: any. */
  rated: boolean;
  near: number | null;
  /** The bot that plays for whoever is away. */
  stand_in: string;
  /** Seconds after which a bot may stand in for somebody who is away. */
  grace: number;
  clock: Clock | null;
  seats: SeatInfo[];
}

/** What can be said by one tap. */
export type Phrase = "hello" | "good_luck" | "well_played" | "thanks" | "sorry" | "one_moment" | "still_here" | "good_game";

/** Who reads what is said: everybody, before a game and after it; while it runs players, or those who look on. */
export type Room = "all" | "players" | "onlookers";

/** Something that was said: a phrase, or a text; neither is told of somebody who is muted. */
export interface Remark {
  number: number;
  at: string;
  room: Room;
  seat: Seat | null;
  name: string | null;
  you: boolean;
  muted: boolean;
  phrase: Phrase | null;
  text: string | null;
}

/** A page of what was said. */
export interface TalkPage {
  remarks: Remark[];
  more: boolean;
  on: boolean;
  room: Room;
}

export type LiveMessage<F = TableFacts> =
  | { type: "hello"; number: number; info: GameInfo; view: F | null; ask: Ask | null; question: string | null; missed: Entry[]; more: boolean }
  | { type: "entry"; number: number; entry: Entry; view: F; ask: Ask | null; question: string; around: Around; info?: GameInfo }
  | { type: "info"; info: GameInfo }
  | { type: "talk"; remark: Remark }
  | { type: "reports"; reports: number }
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
  /** Its name for people. */
  title: string;
  about: string;
  /** Its strength, from 1 up, where it is one of the game's levels. */
  level: number | null;
  /** With how many seats it has a rating. */
  rated: number[];
}

export interface CatalogueGame {
  name: string;
  title: string;
  introduction: string;
  /** Whether seats may know different things. */
  secrets: boolean;
  /** Whether it can be played for a time. */
  timed: boolean;
  /** Whether its tables can be drawn. */
  pictures: boolean;
  seats: Seat[];
  seat_names: Record<Seat, string>;
  players: Record<string, Seat[]>;
  rulings: Ruling[];
  /** Changes of its rules that are not part of them, chosen like rulings. */
  variants: Ruling[];
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
  clock?: Clock | null;
  public?: boolean;
  advice?: boolean;
  stand_in?: string;
  rated?: boolean;
  near?: number;
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

/** What the sentence of a reason consists of: its code among those of its game, and what it speaks of. */
export interface Why {
  code: string;
  details: Record<string, unknown>;
}

export interface Hint {
  action: string;
  words: string;
  reason: string;
  /** Null where no more is known of the reason than its sentence. */
  why: Why | null;
}

/** How long search thinks. */
export type Strength = "quick" | "thorough";

/** One action of an expected line; null where it is a secret. */
export interface ExpectedStep {
  by: Seat | "chance";
  action: string | null;
  sentences: string[];
}

/** One of the best choices. */
export interface BestChoice {
  action: string;
  words: string;
  visits: number;
  prior: number;
  chances: Record<Seat, number>;
  /** How far the chances may be off. */
  spread: number;
  proven: boolean;
  line: ExpectedStep[];
}

/** What is known of a position so far. */
export interface Analysis {
  number: number;
  seat: Seat | null;
  chances: Record<Seat, number>;
  spread: number;
  proven: boolean;
  visits: number;
  seconds: number;
  /** The best choices, the best first; none for whoever does not decide. */
  options: BestChoice[];
  reason: string;
  why: Why | null;
  done: boolean;
  ended: "done" | "moved" | "spent" | null;
}

/** A decision of a finished game. */
export interface JudgedDecision {
  number: number;
  /** The moment before it. */
  at: number;
  by: Seat;
  action: string;
  words: string;
  chances: Record<Seat, number>;
  spread: number;
  proven: boolean;
  /** What share of the game it cost, and how far that may be off. */
  loss: number;
  doubt: number;
  better: BestChoice | null;
}

export type ReviewLine =
  | { type: "begin"; total: number; strength: Strength }
  | ({ type: "decision" } & JudgedDecision)
  | { type: "turning_points"; numbers: number[] }
  | { type: "waits"; seconds: number }
  | { type: "failed" }
  | { type: "done"; chances: Record<Seat, number> | null };

/** One action of a line that is played out, with the table after it. */
export interface LineStep<F = TableFacts> {
  by: Seat | "chance" | null;
  action: string;
  view: F;
  events: GameEvent[];
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
