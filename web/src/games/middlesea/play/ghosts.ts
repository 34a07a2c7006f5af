/** The changes that an action would make to the board. */

import type { Choice, Seat } from "../../../api/types";
import { forecastOf, type SeaFacts } from "../types";
import type { Ghost } from "../board/types";
import { t } from "../texts";
import type { Option } from "./choices";

/** Return the two totals of an attack or a suppression: "7 against 3, at most 6"; of any other choice, nothing. */
export function totals(choice: Pick<Choice, "forecast">): string {
  const { attack, attack_most, defence, defence_most } = forecastOf(choice);
  if (attack === undefined) return "";
  const strength =
    attack_most !== undefined && attack_most > attack
      ? t("play.up_to", { total: attack, most: attack_most })
      : `${attack}`;
  if (defence === undefined) return strength;
  if (defence_most !== undefined && defence_most > defence) {
    return t("play.against_most", { attack: strength, defence, most: defence_most });
  }
  return t("play.against", { attack: strength, defence });
}

/** Return the changes that an option's text implies. */
export function ghostsOf(option: Option | null, facts: SeaFacts, seat: Seat): Ghost[] {
  if (option === null) return [];
  const { kind, sites, leader, suit, amount, place } = option.parsed;
  const [first, second] = sites;
  if (kind === "road" && first && second) return [{ kind: "road", from: first, to: second, seat }];
  if (kind === "port" && first) return [{ kind: "piers", site: first, count: amount ?? 1, seat }];
  if (kind === "explore" && first && suit) {
    const tile = facts.stacks[suit][0];
    return tile === undefined ? [] : [{ kind: "tile", site: first, tile }];
  }
  if (leader === null) return [];
  if (kind === "king") {
    const old = facts.kingdoms[seat]?.king;
    const out: Ghost[] = old === undefined ? [] : [{ kind: "leader", seat, value: old, to: "reserve" }];
    return [{ kind: "leader", seat, value: leader, to: "king" }, ...out];
  }
  if (kind === "move")
    return [{ kind: "leader", seat, value: leader, to: place === "reserve" ? "reserve" : (first ?? "reserve") }];
  const from = facts.kingdoms[seat]?.leaders.find((ownLeader) => ownLeader.value === leader)?.place;
  if ((kind === "attack" || kind === "suppress") && first && from?.includes(".")) {
    return [{ kind: "attack", from, to: first, label: totals(option.choice) }];
  }
  return [];
}
