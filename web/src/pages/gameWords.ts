/** How games are told in lists: who plays, how it stands, how long ago. */

import type { GameInfo, Seat, SeatInfo } from "../api/types";
import { personName } from "../play/names";
import { t } from "../texts";
import { badge } from "../ui/badge";
import { setWaiting } from "../ui/title";

const MINUTE = 60_000;

/** Say how long ago something was. */
export function ago(when: string, now = Date.now()): string {
  const minutes = Math.floor((now - Date.parse(when)) / MINUTE);
  if (!(minutes >= 1)) return t("shell.ago_now");
  if (minutes < 60) return t("shell.ago_minutes", { n: minutes });
  if (minutes < 24 * 60) return t("shell.ago_hours", { n: Math.floor(minutes / 60) });
  return t("shell.ago_days", { n: Math.floor(minutes / 60 / 24) });
}

/** Say for how long something has waited. */
export function waitsSince(when: string, now = Date.now()): string {
  const minutes = Math.floor((now - Date.parse(when)) / MINUTE);
  if (!(minutes >= 1)) return t("shell.since_now");
  if (minutes < 60) return t("shell.since_minutes", { n: minutes });
  if (minutes < 24 * 60) return t("shell.since_hours", { n: Math.floor(minutes / 60) });
  return t("shell.since_days", { n: Math.floor(minutes / 60 / 24) });
}

/** Say in the title and on the icon how many games wait for whoever plays here. */
export function tellWaiting(games: number): void {
  setWaiting(games);
  badge(games);
}

/** The seats that wait for somebody. */
export const openSeats = (info: GameInfo): SeatInfo[] => info.seats.filter((seat) => seat.kind === "open");

/** Whoever sits at a table: people by name, bots by number. */
export function namesOf(info: GameInfo): string {
  const people = info.seats.filter((seat) => seat.kind === "person" || seat.kind === "program");
  const bots = info.seats.filter((seat) => seat.kind === "bot").length;
  const own = people.filter((seat) => seat.you);
  const first = own.length === 1 ? [t("shell.game_you")] : own.map(seatPerson);
  const names = [...first, ...people.filter((seat) => !seat.you).map(seatPerson)];
  if (bots) names.push(t("shell.game_bots", { n: bots }));
  return new Intl.ListFormat("en").format(names);
}

/** A seat's person, bot or program in a word. */
export function seatPerson(seat: SeatInfo): string {
  if (seat.you && !seat.name) return t("shell.seat_you");
  return personName(seat) || seat.bot_title || seat.seat;
}

const named = (info: GameInfo, seats: Seat[]) =>
  new Intl.ListFormat("en").format(seats.map((one) => info.seats.find((seat) => seat.seat === one)).map((seat) => (seat ? seatPerson(seat) : "?")));

/** How a game stands: "waits for 2 more", "your turn", "Ida won". */
export function standing(info: GameInfo): string {
  if (info.status === "lobby") return t("shell.game_lobby", { n: openSeats(info).length });
  if (info.status === "over") {
    const outcome = info.outcome;
    if (!outcome) return t("shell.game_over");
    if (outcome.winners.length && outcome.winners.every((seat) => info.you.includes(seat))) return t("shell.game_you_won");
    if (outcome.winners.length) return t("shell.game_won", { names: named(info, outcome.winners) });
    return outcome.loser ? t("shell.game_lost", { name: named(info, [outcome.loser]) }) : t("shell.game_over");
  }
  if (info.to_move === null || info.to_move === "chance") return inRound(info);
  if (info.you.includes(info.to_move)) return t("shell.game_your_turn");
  return t("shell.game_turn", { name: named(info, [info.to_move]) });
}

/** Which round a game is in, or just that it is under way where there are none. */
export function inRound(info: GameInfo): string {
  return info.round === null ? t("shell.game_under_way") : t("shell.game_round", { round: info.round });
}

/** What a link to the game says. */
export function invitation(info: GameInfo): string {
  if (info.status === "over") return t("shell.game_review");
  if (info.you.length) return t("shell.game_go_on");
  return info.status === "lobby" ? t("shell.game_join") : t("shell.game_watch");
}
