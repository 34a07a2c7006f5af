/** The sentences at a table: the server's messages, rendered by the game's catalogue. */

import type { Ask, Choice, GameEvent, Hint, Said, Seat, TableFacts } from "../../api/types";
import { language } from "../../language";
import type { Catalogue, Part } from "../../said/catalogue";

/** A choice as a message, or in the server's words; not every source has a forecast. */
export type Worded = Pick<Choice, "action" | "words" | "said"> & Partial<Pick<Choice, "forecast">>;

/** A refusal as a message, or in the server's words. */
export interface Refused {
  message: string;
  said?: Said | null;
}

/** The reason for a hint as a message, or in the server's words. */
export type Advised = Pick<Hint, "reason" | "why">;

/** The parts of a catalogue that few readers need. */
type Later = "refusal" | "reason" | "factor";

/** The sentences of a table. `own` is the seat addressed as "you", or null. */
export interface Speech<F extends TableFacts> {
  /** Return a message about any table, or the server's text without one. */
  sentenceOf(message: Said | null | undefined, text: string | undefined, ownSeat?: Seat | null): string;
  /** Return an event, in the past tense of a log. */
  event(event: GameEvent, ownSeat?: Seat | null): string;
  /** Return a choice at the table shown, without a capital letter or a full stop. */
  choice(choice: Worded, facts: F | null, ownSeat: Seat | null): string;
  /** Return a question at the table shown, with the name of the seat that answers unless it is addressed. */
  question(ask: Pick<Ask, "said" | "question">, facts: F | null, ownSeat: Seat | null): string;
  /** Return a refusal. Its texts are loaded on first use. */
  refusal(refused: Refused, facts: F, ownSeat: Seat | null): Promise<string>;
  /** Return the reason for a hint, or a factor. Its texts are loaded on first use. */
  reason(advised: Advised, facts: F, ownSeat: Seat | null): Promise<string>;
  /** Return a warning of how the game may soon end. */
  warning(alert: { said?: Said | null; text: string }, ownSeat?: Seat | null): string;
}

/**
 * Return the functions for a table's sentences.
 * @param catalogue The sentences of the game; null for a game whose server sends texts only.
 * @param load Loads the parts of the catalogue that few readers need.
 */
export function speechOf<F extends TableFacts>(
  catalogue: Pick<Catalogue<F, never>, "text" | "add"> | null,
  load: Record<Later, () => Promise<{ default: Part }>> | null = null,
): Speech<F> {
  const sentenceOf = (
    message: Said | null | undefined,
    text: string | undefined,
    ownSeat: Seat | null,
    facts: F | null,
  ): string => (message && catalogue ? catalogue.text(message, ownSeat, facts) : (text ?? ""));

  async function later(
    part: Later,
    message: Said | null | undefined,
    text: string,
    facts: F,
    ownSeat: Seat | null,
  ): Promise<string> {
    language(); // what waits for these words has to ask anew in another
    const entries = message && load ? await load[part]().catch(() => null) : null;
    if (!entries) return text;
    catalogue?.add(part, entries.default);
    return sentenceOf(message, text, ownSeat, facts);
  }

  return {
    sentenceOf: (message, text, ownSeat = null) => sentenceOf(message, text, ownSeat, null),
    // The event's own seat is left out of a short message.
    event: ({ seat, said, text }, ownSeat = null) => sentenceOf(said && { seat, ...said }, text, ownSeat, null),
    choice: ({ said, words }, facts, ownSeat) => sentenceOf(said, words, ownSeat, facts),
    question: ({ said, question }, facts, ownSeat) => sentenceOf(said, question, ownSeat, facts),
    refusal: ({ said, message }, facts, ownSeat) => later("refusal", said, message, facts, ownSeat),
    reason: ({ why, reason }, facts, ownSeat) =>
      later(String(why?.id).startsWith("factor.") ? "factor" : "reason", why, reason, facts, ownSeat),
    warning: ({ said, text }, ownSeat = null) => sentenceOf(said, text, ownSeat, null),
  };
}
