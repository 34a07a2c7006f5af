/** The types of requests and answers that all games share, named for the client. `schema.gen.ts` describes their fields. */

import type { Applying, Closer, Viewed } from "./made";
import type * as made from "./schema.gen";

export type Seat = string;

export type Outcome = made.OutcomeAnswer;

/** The fields that every generated view has. */
type SharedFacts = Pick<made.ViewAnswer["view"], keyof made.ViewAnswer["view"]>;

/** What the views of all games have in common; `game` is the discriminator, and games without rounds leave out `round`. */
export type TableFacts = Omit<SharedFacts, "game" | "outcome"> & {
  game: string;
  round?: number | null;
  outcome: Outcome | null;
};

/** The view of a game that has no type of its own: the table in words, and as an SVG document if the game draws one. */
export type PlainFacts = Closer<made.PlainFacts, { outcome: Outcome | null }>;

/** What a choice can lead to. All fields but `result` depend on the game. */
interface Forecast {
  result?: "wins" | "loses" | "open";
  [more: string]: unknown;
}

/** A message: the `id` of its sentence in the game's catalogue, and beside it the values of its holes. */
export type Said = Readonly<Record<string, unknown>>;

/** An answer with a message, whose text is left out; or, in a game without a catalogue, with a text alone. */
type Spoken<Made, Text extends keyof Made> = Omit<Made, Text | "said"> &
  Partial<Pick<Made, Text>> & { said?: Said | null };

export type Choice = Spoken<Closer<made.ChoiceAnswer, { forecast: Forecast }>, "words">;

/** A warning of how the game may soon end; its details depend on its kind. */
export type Alert = made.PlainAlert;

/** What a seat is asked. Lessons have no usual answers. */
export type Ask = Spoken<Omit<made.AskAnswer, "choices" | "usual">, "question"> & {
  choices: Choice[];
  usual?: string | null;
};

/** A question as short messages send it: `says` has the ids of its choices' messages and the names of their holes. */
export type ShortAsk = { says?: [string, ...string[]][]; choices: { said?: unknown }[] };

export type Change = made.ChangeAnswer;
export type GameEvent = Spoken<made.EventAnswer, "text">;

/** One decision and its events. `round` is null in a game without rounds. */
export type Entry = Omit<made.EntryAnswer, "events"> & { events: GameEvent[] };

export type HistoryPage = Omit<made.HistoryAnswer, "entries"> & { entries: Entry[] };
export type SeatInfo = made.SeatAnswer;

/** The strength of a player. With a probability of 95%, the true value is within `spread` points of `points`. */
export type Points = made.StrengthAnswer;

/** A time limit in seconds, for each turn or for the whole game. `then` says what happens when the time is up. */
export type Clock = made.ClockAnswer;

/** The seconds left to each person and program when this was sent, and the seat whose clock runs. */
export type Clocks = made.ClocksAnswer;

/** A proposal to all people at the table. */
export type Proposal = made.ProposalAnswer;

/**
 * A game as every visitor may see it. `round` is null in a game without rounds, `onlookers` leaves out the visitor, `near` is null
 * if any rating is welcome, and a bot may stand in for an absent player after `grace` seconds.
 */
export type GameInfo = made.InfoAnswer;

/** The fields of a game's info that change while it is played. */
type Around = Pick<GameInfo, "clocks" | "proposal" | "standstill">;

/** A remark: a phrase or a text; both are null if the visitor has muted the speaker. */
export type Remark = made.RemarkAnswer;

/** A phrase that one tap sends. */
export type Phrase = NonNullable<Remark["phrase"]>;

/** The readers of a remark: all before and after the game, only players or only onlookers while it runs. */
export type Room = Remark["room"];

export type TalkPage = made.TalkAnswer;

/** A message on a game's live socket, which OpenAPI does not describe. */
export type LiveMessage<F = TableFacts> =
  | {
      type: "hello";
      number: number;
      info: GameInfo;
      view: F | null;
      ask: Ask | null;
      question: string | null;
      missed: Entry[];
      more: boolean;
      notice?: made.NoticeAnswer;
    }
  | {
      type: "entry";
      number: number;
      entry: Entry;
      view: F;
      ask: Ask | null;
      question: string;
      around: Around;
      info?: GameInfo;
    }
  | { type: "info"; info: GameInfo }
  | { type: "talk"; remark: Remark }
  | { type: "reports"; reports: number }
  | { type: "notice"; notice: made.NoticeAnswer | null }
  | { type: "ping" }
  | { type: "gone" };

/** A rule that a table can choose: a question that the rulebook leaves open, or a variant. */
export type Ruling = made.RulingAnswer;

export type BotInfo = made.BotAnswer;
export type CatalogueGame = made.GameAnswer;
export type Catalogue = made.Catalogue;
export type Me = made.VisitorAnswer;

export type NewSeat = made.SeatRequest;
export type SeatKind = NewSeat["kind"];

/** A new game, from seats and rulings, a record, a position, or a moment of another game. */
export type NewGame = Partial<made.NewGameRequest>;

/** A seat's view, and what it is asked. */
export type Seen<F = TableFacts> = Viewed<Omit<made.ViewAnswer, "ask"> & { ask: Ask | null }, F>;

/** The legality of an action, and why it is illegal. */
export type Explained = Pick<Required<made.ExplainAnswer>, "code" | "clause" | "message"> & {
  legal: boolean;
  said?: Said | null;
};

/** The question now, and the clauses that it follows from. */
export type Asked = Required<Applying<Pick<made.ExplainAnswer, "question" | "clauses">>>;

/** The table after some actions. If the last one would reveal a secret, `known` is false and the table is the one before it. */
export type Previewed<F = TableFacts> = Viewed<
  Omit<made.PreviewAnswer, "ask" | "events"> & { ask: Ask | null; events: GameEvent[] },
  F
>;

/** The effort of a search. */
export type Strength = "quick" | "thorough";

export type BestChoice = made.OptionLine;

/** What search knows of a position so far. `options` has the best choice first, and is empty for a seat that does not decide. */
export type Analysis = made.AnalysisLine;

/** The advised choice, and the reason for it as a message and as a text. */
export type Hint = Pick<BestChoice, "action" | "words"> & {
  said?: Said | null;
  why: Said | null;
  reason: string;
};

/** Some fields of a line of a review, where its type has them. */
type Fields<K extends keyof made.ReviewLine> = Required<Applying<Pick<made.ReviewLine, K>>>;

/** What a better choice changes, and the share of the game that this is worth. */
export type Gain = made.GainAnswer & { said?: Said | null };

/**
 * A decision of a finished game. `at` is the number of the moment before it, `loss` the share of the game that it cost, and `doubt`
 * the uncertainty of that share.
 */
export type JudgedDecision = Fields<
  "number" | "at" | "by" | "action" | "words" | "said" | "chances" | "spread" | "proven" | "loss" | "doubt"
> & {
  better: BestChoice | null;
  gains?: readonly Gain[] | null;
};

type Line<Type extends made.ReviewLine["type"], K extends keyof made.ReviewLine = never> = { type: Type } & Fields<K>;

/** A line of a review. */
export type ReviewLine =
  | (Line<"begin", "total"> & { strength: Strength })
  | (Line<"decision"> & JudgedDecision)
  | Line<"turning_points", "numbers">
  | Line<"waits", "seconds">
  | Line<"failed">
  | (Line<"done"> & Pick<made.ReviewLine, "chances">);

/** One action of a line that is played out, with the table after it. */
export type LineStep<F = TableFacts> = Viewed<Omit<made.LineStepAnswer, "events"> & { events: GameEvent[] }, F>;

/** A table for lessons: a position or a new game, and actions on it. Without a seat, the view is an onlooker's. */
export type Sandbox = made.SandboxRequest;
export type Position = NonNullable<Sandbox["position"]>;

export type SandboxAnswer<F = TableFacts> = Viewed<
  Omit<made.SandboxAnswer, "ask" | "events"> & { ask: Ask | null; events: GameEvent[] },
  F
>;
