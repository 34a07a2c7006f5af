/** Names of seats and players in sentences. */

import type { GameInfo, Seat } from "../../api/types";
import { capitalised } from "../../language";
import { t } from "../../texts";

/** Return a seat's name with its player's. */
export function withPerson(info: GameInfo | null, name: string, seat: Seat): string {
  const person = whoSits(info, seat);
  return isNamed(person) && person !== name ? t("play.seat_person", { seat: name, person }) : name;
}

/** The server's name for a person without one. */
const NAMELESS = "You";
/** The same for the visitor who is that person. */
const ownName = () => capitalised(t("play.you"));

/** Return whether a person has given a name. */
export function isNamed(person: string): boolean {
  return person !== "" && person !== NAMELESS && person !== ownName();
}

/** Return the name of a seat's person as the visitor sees it: "You" is only the visitor. */
export function personName({ name, you }: Pick<GameInfo["seats"][number], "name" | "you">): string {
  if (name !== NAMELESS) return name;
  return you ? ownName() : t("play.nameless");
}

/** Return whether a seat is the only one of the visitor's, so that "you" can only mean its player. */
export const isYou = (info: GameInfo, seat: Seat): boolean => info.you.length === 1 && info.you[0] === seat;

/** Return the name of the person or bot at a seat; none for several people at this screen who have given none. */
export function whoSits(info: GameInfo | null, seat: Seat): string {
  const seatInfo = info?.seats.find((candidate) => candidate.seat === seat);
  if (!info || !seatInfo) return "";
  if (seatInfo.you && !isNamed(seatInfo.name ?? "") && !isYou(info, seat)) return "";
  if (seatInfo.stand_in)
    return t("play.stand_in", { bot: seatInfo.bot_title ?? seatInfo.stand_in, name: personName(seatInfo) });
  return personName(seatInfo) || seatInfo.bot_title || "";
}

/** Return the name of a seat's player if several people play at this screen, else null. */
export function sharer(info: GameInfo, seat: Seat): string | null {
  const person = info.you.length > 1 && info.you.includes(seat) ? whoSits(info, seat) : "";
  return isNamed(person) ? person : null;
}

/** Return whether hints and chances are available: in a game between people, only if the host allows them or the game is over. */
export function advised(info: GameInfo | null): boolean {
  return info !== null && (info.status === "over" || !info.company || info.advice);
}

/** Return whether there is anyone to chat with: not when playing alone, or only with bots and people at the same screen. */
export function talks(info: GameInfo): boolean {
  return (
    !info.you.length ||
    info.seats.some(
      (seat) => !seat.you && (seat.kind === "person" || (seat.kind === "open" && info.status === "lobby")),
    )
  );
}
