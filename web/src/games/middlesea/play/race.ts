/** How close each kingdom is to winning, as the server tells it. */

import type { Seat } from "../../../api/types";
import type { Racer, Warning } from "../../../play/seats/race";
import { sentence } from "../../../said/words";
import { t } from "../texts";
import { nameOfSeat, SPEECH } from "../said";
import type { SeaFacts } from "../types";

/** The non-default rulings and variants of a table. */
export type Played = Readonly<Record<string, unknown>>;

/** Return all kingdoms in the race, in seat order. `own`: the seat to address as "you". */
export function racersOf(facts: SeaFacts, ownSeat: Seat | null = null): Racer[] {
  const { goals } = facts;
  return facts.seats
    .flatMap((seat) => facts.kingdoms[seat] ?? [])
    .map(({ seat, home, awake, abroad, score, unrest, leads }) => {
      const alerts = facts.alerts.filter((alert) => alert.seat === seat && alert.near);
      const name = seat === ownSeat ? sentence(t("play.you")) : nameOfSeat(seat);
      return {
        seat,
        name,
        counts: [
          { key: "home", name: t("play.race_home"), have: home, need: goals.home, first: true },
          { key: "awake", name: t("play.race_awake"), have: awake, need: goals.awake, first: true },
          { key: "abroad", name: t("play.race_abroad"), have: abroad, need: goals.abroad, first: false },
        ],
        score: { name: t("play.label_score"), figure: String(score) },
        leads,
        tone:
          unrest >= goals.unrest - 1 || alerts.some((alert) => !alert.wins)
            ? "danger"
            : alerts.length > 0
              ? "close"
              : null,
        description: t("play.race_spoken", { name, home, awake, abroad, score, unrest }),
      };
    });
}

/** Return what wins at this table, in words: the score after the last round if rounds are limited, else the victory by trade. */
export function aimOf(played: Played): string {
  if (typeof played.round_limit === "number") return t("play.race_aim_rounds", { n: played.round_limit });
  return t("play.race_aim", { abroad: String(played.trade_abroad ?? false), piers: Number(played.trade_piers ?? 0) });
}

/** Return the other ways to win at this table, in words. */
export const otherAimsOf = (played: Played): string =>
  typeof played.round_limit === "number"
    ? t("play.race_aim_sooner")
    : t("play.race_aim_more", { each: String(played.conquest_each ?? false) });

/** Return the server's warnings: near ones first, then opponents' victories and own dangers before the rest. */
export function warningsOf(facts: SeaFacts, ownSeats: readonly Seat[] = []): Warning[] {
  const isOwn = (seat: Seat | null) => seat !== null && ownSeats.includes(seat);
  const rank = ({ near, wins, seat }: SeaFacts["alerts"][number]) => (near ? 0 : 4) + (isOwn(seat) === wins ? 2 : 0);
  return [...facts.alerts]
    .sort((left, right) => rank(left) - rank(right))
    .map((alert) => ({
      key: `${alert.kind} ${alert.seat} ${alert.text}`,
      text: SPEECH.warning(alert, ownSeats.length === 1 ? ownSeats[0] : null),
      near: alert.near,
      seat: alert.seat,
    }));
}
