/** How things are called in sentences. */

import type { Facts, GameInfo, Seat, Site } from "../api/types";
import { t } from "../texts";

/** A seat's own name, such as "North". */
export function seatName(facts: Facts | null, seat: Seat): string {
  return facts?.kingdoms[seat]?.name ?? seat;
}

/** A seat with whoever sits there: "North (Ida)". */
export function personName(info: GameInfo | null, facts: Facts | null, seat: Seat): string {
  return withPerson(info, seatName(facts, seat), seat);
}

/** A seat's name with whoever sits there. */
export function withPerson(info: GameInfo | null, name: string, seat: Seat): string {
  const person = whoSits(info, seat);
  return isNamed(person) && person !== name ? t("play.seat_person", { seat: name, person }) : name;
}

/** Whether a person has given a name, rather than got the server's word for somebody without one. */
export function isNamed(person: string): boolean {
  return person !== "" && person !== "You";
}

/** Who plays a seat, in a word: a person's name or a bot's. */
export function whoSits(info: GameInfo | null, seat: Seat): string {
  const found = info?.seats.find((one) => one.seat === seat);
  if (!found) return "";
  if (found.stand_in) return t("play.stand_in", { bot: found.stand_in, name: found.name });
  return found.name || found.bot || "";
}

/** What lies at a site: "3-market at N.FL", "North's Capital", "N.FL". */
export function placeName(facts: Facts, site: Site): string {
  if (site.endsWith(".C")) return t("play.capital_of", { seat: seatName(facts, site.slice(0, -2)) });
  const city = facts.cities[site];
  return city ? t("play.city_at", { city: `${city.value}-${city.kind}`, site }) : t("play.empty_site", { site });
}

/** What a key of the board stands for. */
export function thingName(facts: Facts, key: string): string {
  const [kind, first = "", second = ""] = key.split(" ");
  if (kind === "site") return placeName(facts, first);
  if (kind === "stack") return t("play.stack_of", { suit: t(`play.suit_${first as "suns"}`) });
  if (kind === "leader") {
    const leader = facts.kingdoms[first]?.leaders.find((one) => String(one.value) === second);
    if (leader?.place === "king") return t("play.king_of", { seat: seatName(facts, first), value: second });
    return t("play.leader_named", { value: second, seat: seatName(facts, first) });
  }
  return t("play.sea");
}

/** Several things as one phrase: "1, 2 and 4". */
export function listing(parts: readonly (string | number)[]): string {
  if (parts.length < 2) return parts.join("");
  return t("play.and", { first: parts.slice(0, -1).join(", "), last: String(parts[parts.length - 1]) });
}

/** An amount of money: "2 goods and 3 gold". */
export function money(goods: number, gold: number): string {
  const parts = [
    ...(goods ? [t("play.goods", { n: goods })] : []),
    ...(gold ? [t("play.gold", { n: gold })] : []),
  ];
  return parts.length ? listing(parts) : t("play.nothing");
}
