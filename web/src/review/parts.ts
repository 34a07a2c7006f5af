/** A game's parts of the review. */

import type { Component } from "svelte";
import type { SceneProps } from "../board/scene";
import type { Entry, GameEvent, Seat, TableFacts } from "../api/types";
import type { Advised, Idiom, Worded } from "../play/idiom";
import { namesIn, placesIn } from "../play/words";
import { t } from "../texts/review";
import type { LogRound, RoundStart } from "./cursor";

/** The review's own parts. */
export interface ReviewParts<F extends TableFacts> {
  /** A seat's own name. */
  seatName(facts: F | null, seat: Seat): string;
  /** An event in words. */
  event(facts: F | null, event: GameEvent): string;
  /** A choice at a table, in words. */
  choice(facts: F, choice: Worded): string;
  /** The reason for a hint at a table. */
  reason(facts: F, advised: Advised): Promise<string>;
  /** The question at a table, with the seat that answers it. */
  asked(facts: F): string;
  /** The server's other sentences in the words of the table. */
  plain(facts: F | null, text: string): string;
  /** The table at a moment. */
  Scene: Component<SceneProps<F>>;
  /** Width by height of the board. */
  ratio: number;
  Standings: Component<{ facts: F; names: Record<Seat, string> }>;
  standingsTitle: string;
  /** Where a moment stands, in words. */
  where(facts: F): string;
  /** Where the parts begin that one steps through: rounds, or turns. */
  starts(entries: readonly Entry[]): RoundStart[];
  /** All that was decided, by those parts; 0 is what comes before the first. */
  log(entries: readonly Entry[]): LogRound[];
  /** What such a part is called. */
  part(n: number): string;
  partName: string;
}

/**
 * The words of a review, as a table speaks.
 * @param note What is done to words that have places in them, by these places in notation.
 */
export function spokenAs<F extends TableFacts>(
  idiom: Pick<Idiom<F>, "seatName" | "event" | "choice" | "question" | "reason" | "plain" | "spots">,
  note: (words: string, places: readonly string[]) => string = (words) => words,
): Pick<ReviewParts<F>, "seatName" | "event" | "choice" | "reason" | "asked"> {
  return {
    seatName: idiom.seatName,
    event: (facts, event) => note(idiom.event(event, facts), namesIn(idiom.spots(event))),
    choice: (facts, choice) => note(idiom.choice(choice, facts, null), placesIn(choice.action)),
    reason: (facts, advised) => idiom.reason(advised, facts, facts.seat),
    asked: (facts) => {
      const { to_move: seat, decision, question } = facts;
      if (seat === null || seat === "chance" || decision === null) return idiom.plain(question, facts, null, true);
      const ask = { seat, decision, question, undo: false, choices: [] };
      return t("review.asked_of", { seat: idiom.seatName(facts, seat), question: idiom.question(ask, facts, null) });
    },
  };
}
