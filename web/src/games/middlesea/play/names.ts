/** Names of targets in sentences. */

import type { Seat } from "../../../api/types";
import { t } from "../texts";
import type { SeaFacts } from "../types";
import { seatName } from "../board/names";
import { placeName, tileName } from "../said";

/** Name the target with a key. */
export function thingName(facts: SeaFacts, key: string, ownSeat: Seat | null = null): string {
  const [kind, first = "", second = ""] = key.split(" ");
  if (kind === "site") return placeName(facts, first, ownSeat);
  if (kind === "stack") {
    const suit = t(`play.suit_${first as "suns"}`);
    const top = facts.stacks[first as "suns"]?.[0];
    return top === undefined ? t("play.stack_of", { suit }) : t("play.stack_top", { suit, city: tileName(top) });
  }
  if (kind === "leader") {
    const leader = facts.kingdoms[first]?.leaders.find((leader) => String(leader.value) === second);
    const seat = seatName(facts, first);
    if (leader?.place === "king")
      return first === ownSeat ? t("play.king_own", { value: second }) : t("play.king_of", { seat, value: second });
    return first === ownSeat
      ? t("play.leader_own", { value: second })
      : t("play.leader_named", { value: second, seat });
  }
  return t("play.sea");
}
