/** The sentences at a table: the server's messages, rendered by the game's catalogue. */

import type { Ask, Choice, GameEvent, Hint, Said, Seat, TableFacts } from "../api/types";
import type { Catalogue, Part } from "../said/catalogue";
import { t } from "../texts";

/** A choice as a message, or in the server's words; not every source has a forecast. */
export type Worded = Pick<Choice, "action" | "words" | "said"> & Partial<Pick<Choice, "forecast">>;

/** A refusal as a message, or in the server's words. */
export interface Refused {
  message: string;
  said?: Said | null;
}

/** The reason for a hint as a message, or in the server's words, and what the hint changes. */
export type Advised = Pick<Hint, "reason" | "why" | "than" | "gains">;

/** The parts of a catalogue that few readers need. */
type Later = "refusal" | "reason" | "factor";

/** The sentences of a table. `own` is the seat addressed as "you", or null. */
export interface Speech<F extends TableFacts> {
  /** Return a message about any table, or the server's text without one. */
  told(said: Said | null | undefined, text: string | undefined, own?: Seat | null): string;
  /** Return an event, in the past tense of a log. */
  event(event: GameEvent, own?: Seat | null): string;
  /** Return a choice at the table shown, without a capital letter or a full stop. */
  choice(choice: Worded, facts: F | null, own: Seat | null): string;
  /** Return a question at the table shown, with the name of the seat that answers unless it is addressed. */
  question(ask: Pick<Ask, "said" | "question">, facts: F | null, own: Seat | null): string;
  /** Return a refusal. Its texts are loaded on first use. */
  refusal(refused: Refused, facts: F, own: Seat | null): Promise<string>;
  /** Return the reason for a hint, and what it changes compared with another choice. Its texts are loaded on first use. */
  reason(advised: Advised, facts: F, own: Seat | null): Promise<string>;
  /** Return a warning of how the game may soon end. */
  warning(alert: { said?: Said | null; text: string }, own?: Seat | null): string;
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
  const spoken = (said: Said | null | undefined, text: string | undefined, own: Seat | null, facts: F | null): string =>
    said && catalogue ? catalogue.text(said, own, facts) : (text ?? "");

  async function later(part: Later, said: Said | null | undefined, text: string, facts: F, own: Seat | null): Promise<string> {
    const entries = said && load ? await load[part]().catch(() => null) : null;
    if (!entries) return text;
    catalogue?.add(part, entries.default);
    return spoken(said, text, own, facts);
  }

  return {
    told: (said, text, own = null) => spoken(said, text, own, null),
    // The event's own seat is left out of a short message.
    event: ({ seat, said, text }, own = null) => spoken(said && { seat, ...said }, text, own, null),
    choice: ({ said, words }, facts, own) => spoken(said, words, own, facts),
    question: ({ said, question }, facts, own) => spoken(said, question, own, facts),
    refusal: ({ said, message }, facts, own) => later("refusal", said, message, facts, own),
    async reason({ why, reason, than, gains = [] }, facts, own) {
      const because = await later("reason", why, reason, facts, own);
      if (!than || !gains.length) return because;
      const told = await Promise.all(gains.map(({ said, text }) => later("factor", said, text, facts, own)));
      return `${because} ${t("play.hint_facts", { words: spoken(than.said, than.words, own, facts), facts: told.join("; ") })}`.trim();
    },
    warning: ({ said, text }, own = null) => spoken(said, text, own, null),
  };
}
