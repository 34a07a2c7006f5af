/** What the text view says of any game. */

import type { Ask, Entry, GameInfo, Seat, TableFacts } from "../api/types";
import { takesBack } from "../play/log";
import { t } from "../texts/text";

/** Who is waited for, when nothing is asked of whoever reads this. */
export function waitingLine(facts: TableFacts | null, info: GameInfo | null, seatName: (seat: Seat) => string, chance: string): string {
  if (!facts || facts.to_move === null) return t("text.asked_none");
  if (facts.to_move === "chance") return chance;
  const watching = info !== null && info.you.length === 0 ? ` ${t("text.onlooker")}` : "";
  return `${t("text.waits", { seat: seatName(facts.to_move) })}${watching}`;
}

/** An entry in sentences. */
export function entryLine(entry: Entry): string {
  if (takesBack(entry) && entry.undo !== null) return t("text.log_undo", { number: entry.undo });
  return entry.events.map((event) => event.text).join(" ") || (entry.action ?? "");
}

/** What is said aloud when entries have come and something may be asked. */
export function newsLine(entries: readonly Entry[], ask: Ask | null): string {
  const told = entries.map(entryLine).filter(Boolean);
  if (ask) told.push(t("text.news_asked", { question: ask.question }));
  return told.join(" ");
}
