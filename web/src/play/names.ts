/** How things are called in sentences. */

import type { GameInfo, Seat } from "../api/types";
import { t } from "../texts";

/** A seat's name with whoever sits there. */
export function withPerson(info: GameInfo | null, name: string, seat: Seat): string {
  const person = whoSits(info, seat);
  return isNamed(person) && person !== name ? t("play.seat_person", { seat: name, person }) : name;
}

/** The server's word for somebody who has given no name. */
const NAMELESS = "You";

/** Whether a person has given a name. */
export function isNamed(person: string): boolean {
  return person !== "" && person !== NAMELESS;
}

/** What a seat's person is called by whoever looks: "You" is oneself alone. */
export function personName({ name, you }: Pick<GameInfo["seats"][number], "name" | "you">): string {
  return name === NAMELESS && !you ? t("play.nameless") : name;
}

/** Who plays a seat, in a word: a person's name or a bot's. */
export function whoSits(info: GameInfo | null, seat: Seat): string {
  const found = info?.seats.find((one) => one.seat === seat);
  if (!found) return "";
  if (found.stand_in) return t("play.stand_in", { bot: found.bot_title ?? found.stand_in, name: personName(found) });
  return personName(found) || found.bot_title || "";
}

/** Whether hints and chances are to be had: people who play each other go without, unless the host has allowed them. */
export function advised(info: GameInfo | null): boolean {
  return info !== null && (info.status === "over" || !info.company || info.advice);
}

/** Whether there is anybody to write to: whoever plays alone, or with bots and people at the same screen, has nobody. */
export function talks(info: GameInfo): boolean {
  return !info.you.length || info.seats.some((seat) => !seat.you && (seat.kind === "person" || (seat.kind === "open" && info.status === "lobby")));
}

/** Several things as one phrase: "1, 2 and 4". */
export function listing(parts: readonly (string | number)[]): string {
  if (parts.length < 2) return parts.join("");
  return t("play.and", { first: parts.slice(0, -1).join(", "), last: String(parts[parts.length - 1]) });
}
