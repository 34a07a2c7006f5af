/** Holds the types named by hand in `types.ts` against those generated from the server: what differs does not compile. */

import type * as made from "./schema.gen";
import type * as people from "./people";
import type * as puzzle from "./puzzles";
import type * as hand from "./types";

/** A type without the names of interfaces, which do not fit where any field is allowed. */
type Plain<T> = T extends object ? { [K in keyof T]: Plain<T[K]> } : T;

/** The fields that have names. */
type Fields<T> = keyof { [K in keyof T as string extends K ? never : number extends K ? never : K]: true };

/** Two types agree when the hand's, which may be narrower, fits the server's, and both have the same fields. */
type Agrees<Hand, Made> =
  Plain<Hand> extends Made
    ? [Exclude<Fields<Hand>, Fields<Made>>, Exclude<Fields<Made>, Fields<Hand>>] extends [never, never]
      ? true
      : { onlyByHand: Exclude<Fields<Hand>, Fields<Made>>; onlyAtServer: Exclude<Fields<Made>, Fields<Hand>> }
    : { fieldsThatDiffer: { [K in keyof Hand & keyof Made]: Plain<Hand[K]> extends Made[K] ? never : K }[keyof Hand & keyof Made] };

/** What a table of any game is made of; the games hold their own types against the same. */
type AnyFacts = made.ViewAnswer["view"];

type All<T extends Record<string, true>> = T;

export type Checked = All<{
  points: Agrees<hand.Points, made.StrengthAnswer>;
  ranked: Agrees<people.Ranked, made.RankedAnswer>;
  passkey: Agrees<people.Passkey, made.PasskeyAnswer>;
  signedIn: Agrees<people.SignedIn, made.SignInAnswer>;
  profile: Agrees<people.Profile, made.ProfileAnswer>;
  ownProfile: Agrees<people.OwnProfile, made.OwnProfileAnswer>;
  listed: Agrees<people.Listed, made.ListedAnswer>;
  outcome: Agrees<hand.Outcome, made.OutcomeAnswer>;
  plain: Agrees<hand.PlainFacts, made.PlainFacts>;
  common: made.ViewAnswer["view"] extends Omit<hand.TableFacts, "outcome"> ? true : never;
  alert: Agrees<hand.Alert, made.Alert>;
  choice: Agrees<hand.Choice, made.ChoiceAnswer>;
  ask: Agrees<hand.Ask, made.AskAnswer>;
  change: Agrees<hand.Change, made.ChangeAnswer>;
  event: Agrees<hand.GameEvent, made.EventAnswer>;
  entry: Agrees<hand.Entry, made.EntryAnswer>;
  history: Agrees<hand.HistoryPage, made.HistoryAnswer>;
  seat: Agrees<hand.SeatInfo, made.SeatAnswer>;
  info: Agrees<hand.GameInfo, made.InfoAnswer>;
  clock: Agrees<hand.Clock, made.ClockAnswer>;
  clocks: Agrees<hand.Clocks, made.ClocksAnswer>;
  proposal: Agrees<hand.Proposal, made.ProposalAnswer>;
  ruling: Agrees<hand.Ruling, made.RulingAnswer>;
  bot: Agrees<hand.BotInfo, made.BotAnswer>;
  game: Agrees<hand.CatalogueGame, made.GameAnswer>;
  remark: Agrees<hand.Remark, made.RemarkAnswer>;
  talk: Agrees<hand.TalkPage, made.TalkAnswer>;
  me: Agrees<hand.Me, made.Me>;
  newSeat: Agrees<hand.NewSeat, made.SeatRequest>;
  newGame: Agrees<hand.NewGame, Partial<made.NewGameRequest>>;
  seen: Agrees<hand.Seen<AnyFacts>, made.ViewAnswer>;
  previewed: Agrees<hand.Previewed<AnyFacts>, made.PreviewAnswer>;
  analysis: Agrees<hand.Analysis, made.AnalysisLine>;
  judged: Agrees<{ type: "decision" } & hand.JudgedDecision, Pick<Required<made.ReviewLine>, "type" | keyof hand.JudgedDecision>>;
  review: hand.ReviewLine["type"] extends made.ReviewLine["type"] ? true : never;
  line: Agrees<hand.LineStep<AnyFacts>, made.LineStepAnswer>;
  puzzle: Agrees<puzzle.Puzzle<AnyFacts>, made.PuzzleAnswer>;
  summary: Agrees<puzzle.PuzzleSummary, made.PuzzleSummary>;
  verdict: Agrees<puzzle.Verdict<AnyFacts>, made.VerdictAnswer>;
  sandbox: Agrees<hand.SandboxAnswer<AnyFacts>, made.SandboxAnswer>;
}>;
