/** Games in words, for lists: players, standing, age. */

import type { GameInfo, Ruling, Seat, SeatInfo } from "../api/types";
import { perLocale } from "../language";
import { notify } from "../notices.svelte";
import { personName } from "../play/desk/names";
import { navigate, paths } from "../router.svelte";
import { listing } from "../said/words";
import { t } from "../texts/lobby";
import { badge } from "../ui/badge";
import { setWaiting } from "../ui/title";

const MINUTE = 60_000;
const relative = perLocale((locale) => new Intl.RelativeTimeFormat(locale));

/** Return the time since a date in words. */
export function ago(when: string, now = Date.now()): string {
  const minutes = Math.floor((now - Date.parse(when)) / MINUTE);
  if (!(minutes >= 1)) return t("lobby.ago_now");
  if (minutes < 60) return relative().format(-minutes, "minute");
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? relative().format(-hours, "hour") : relative().format(-Math.floor(hours / 24), "day");
}

/** The key of the notice about the visitor's reports. */
export const REPORTS = "reports";

/** Show the number of games that wait for the visitor in the title and on the icon, and a notice if reports were looked at. */
export function tellNews({ waiting, looked_at }: { waiting: number; looked_at: number }): void {
  setWaiting(waiting);
  badge(waiting);
  if (looked_at === 0) return;
  const action = { label: t("lobby.report_see"), run: () => navigate(paths.you) };
  notify({ key: REPORTS, text: t("lobby.report_news", { n: looked_at }), kind: "info", action });
}

/** Return the value of an option in words. */
export function valueWords(ruling: Ruling, value: unknown): string {
  if (typeof value === "boolean") return value ? t("lobby.ruling_yes") : t("lobby.ruling_no");
  return ruling.words[ruling.values?.indexOf(value) ?? -1] ?? String(value);
}

/** Return the free seats. */
export const openSeats = (info: GameInfo): SeatInfo[] => info.seats.filter((seat) => seat.kind === "open");

/** Return the players of a game in words: people by name, bots by number. */
export function namesOf(info: GameInfo): string {
  const people = info.seats.filter((seat) => seat.kind === "person" || seat.kind === "program");
  const bots = info.seats.filter((seat) => seat.kind === "bot").length;
  const ownPeople = people.filter((seat) => seat.you);
  const first = ownPeople.length === 1 ? [t("lobby.game_you")] : ownPeople.map(seatPerson);
  const names = [...first, ...people.filter((seat) => !seat.you).map(seatPerson)];
  if (bots) names.push(t("lobby.game_bots", { n: bots }));
  return listing(names);
}

/** Return the name of a seat's person, bot or program. */
function seatPerson(seat: SeatInfo): string {
  if (seat.you && !seat.name) return t("play.you");
  return personName(seat) || seat.bot_title || seat.seat;
}

const listNames = (info: GameInfo, seats: Seat[]) =>
  listing(
    seats.map((name) => info.seats.find((seat) => seat.seat === name)).map((seat) => (seat ? seatPerson(seat) : "?")),
  );

/** Return the standing of a game: "waits for 2 more", "your turn", "Ida won". */
export function standing(info: GameInfo): string {
  if (info.status === "lobby") return t("lobby.game_lobby", { n: openSeats(info).length });
  if (info.status === "over") {
    const outcome = info.outcome;
    if (!outcome) return t("lobby.game_over");
    if (outcome.winners.length && outcome.winners.every((seat) => info.you.includes(seat)))
      return t("lobby.game_you_won");
    if (outcome.winners.length) return t("lobby.game_won", { names: listNames(info, outcome.winners) });
    return outcome.loser ? t("lobby.game_lost", { name: listNames(info, [outcome.loser]) }) : t("lobby.game_over");
  }
  if (info.to_move === null || info.to_move === "chance") return inRound(info);
  if (info.you.includes(info.to_move)) return t("lobby.game_your_turn");
  return t("lobby.game_turn", { name: listNames(info, [info.to_move]) });
}

/** Return a game's round in words, or that the game is under way if it has no rounds. */
export function inRound(info: GameInfo): string {
  return info.round === null ? t("lobby.game_under_way") : t("lobby.game_round", { round: info.round });
}

/** Return the label of a link to a game. */
export function invitation(info: GameInfo): string {
  if (info.status === "over") return t("lobby.game_review");
  if (info.you.length) return t("lobby.game_go_on");
  return info.status === "lobby" ? t("lobby.game_join") : t("lobby.game_watch");
}
