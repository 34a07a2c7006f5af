/** Sentences of the text view, for any game. */

import type { Entry, GameEvent, GameInfo, Seat, TableFacts } from "../api/types";
import type { Idiom } from "../play/desk/idiom";
import { takesBack } from "../play/log/log";
import { namesIn, noted } from "../said/words";
import { t } from "../texts/text";

/** Return a sentence on the seat to move, for a visitor who is not asked anything. */
export function waitingLine(
  facts: TableFacts | null,
  info: GameInfo | null,
  seatName: (seat: Seat) => string,
  chance: string,
): string {
  if (!facts || facts.to_move === null) return t("text.asked_none");
  if (facts.to_move === "chance") return chance;
  const watching = info !== null && info.you.length === 0 ? ` ${t("text.onlooker")}` : "";
  return `${t("text.waits", { seat: seatName(facts.to_move) })}${watching}`;
}

/** Return an event in words, with places also in notation, as in the rest of the text view. */
export function eventLine(
  event: GameEvent,
  ownSeat: Seat | null,
  idiom: Pick<Idiom<never>, "event" | "spots">,
): string {
  return noted(idiom.event(event, ownSeat), namesIn(idiom.spots(event)));
}

/** Return an entry in sentences. */
export function entryLine(entry: Entry, say: (event: GameEvent) => string): string {
  if (takesBack(entry) && entry.undo !== null) return t("text.log_undo", { number: entry.undo });
  return entry.events.map(say).join(" ") || (entry.action ?? "");
}

/** Return the announcement of new entries and of the question, if any. */
export function newsLine(
  entries: readonly Entry[],
  question: string | null,
  say: (event: GameEvent) => string,
): string {
  const lines = entries.map((entry) => entryLine(entry, say)).filter(Boolean);
  if (question !== null) lines.push(t("text.news_asked", { question }));
  return lines.join(" ");
}
