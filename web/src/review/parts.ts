/** The parts that a game provides for its review. */

import type { Component } from "svelte";
import type { SceneProps } from "../board/scene";
import type { Entry, GameEvent, Seat, TableFacts } from "../api/types";
import type { Idiom } from "../play/desk/idiom";
import type { Advised, Speech, Worded } from "../play/desk/speech";
import type { MotionParts } from "../play/motion/load";
import { namesIn, placesIn } from "../said/words";
import type { LogRound, RoundStart } from "./cursor";

/** The game-specific parts of the review page. */
export interface ReviewParts<F extends TableFacts> extends MotionParts<F> {
  /** Return a seat's name. */
  seatName(facts: F | null, seat: Seat): string;
  /** Describe an event. `own` is the seat addressed as "you", or null. */
  event(event: GameEvent, ownSeat: Seat | null): string;
  /** Describe a choice at a table; null for a table that is not shown. */
  choice(facts: F | null, choice: Worded, ownSeat: Seat | null): string;
  /** Return the reason for a hint at a table. */
  reason(facts: F, advised: Advised): Promise<string>;
  /** Return the question at a table, with the seat that answers it unless that is one's own. */
  question(facts: F, ownSeat: Seat | null): string;
  /** Return a message about another table, or the server's text without one. */
  sentenceOf: Speech<F>["sentenceOf"];
  /** The component that shows the table at a moment. */
  Scene: Component<SceneProps<F>>;
  /** The board's aspect ratio: width / height. */
  ratio: number;
  Standings: Component<{ facts: F; names: Record<Seat, string> }>;
  standingsTitle: string;
  /** Describe the point that the game has reached. */
  situation(facts: F): string;
  /** Return the starts of the parts to step through: rounds or turns. */
  starts(entries: readonly Entry[]): RoundStart[];
  /** Return the log by part; part 0 is before the first. */
  log(entries: readonly Entry[]): LogRound[];
  /** Return the title of a part. */
  part(n: number): string;
  partName: string;
}

/**
 * Return the texts of a review in a table's wording.
 * @param note Annotates a text that names places, given those places in notation.
 */
export function spokenAs<F extends TableFacts>(
  idiom: Pick<Idiom<F>, "seatName" | "sentenceOf" | "event" | "choice" | "question" | "reason" | "spots" | "moves">,
  note: (words: string, places: readonly string[]) => string = (words) => words,
): Pick<ReviewParts<F>, "seatName" | "sentenceOf" | "event" | "choice" | "reason" | "question" | keyof MotionParts<F>> {
  return {
    moves: idiom.moves,
    spots: idiom.spots,
    seatName: idiom.seatName,
    sentenceOf: idiom.sentenceOf,
    event: (event, ownSeat) => note(idiom.event(event, ownSeat), namesIn(idiom.spots(event))),
    choice: (facts, choice, ownSeat) => note(idiom.choice(choice, facts, ownSeat), placesIn(choice.action)),
    reason: (facts, advised) => idiom.reason(advised, facts, facts.seat),
    question: (facts, ownSeat) => idiom.question({ said: facts.asked, question: facts.question }, facts, ownSeat),
  };
}
