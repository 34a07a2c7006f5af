/** Teaches Kingdoms of the Middle Sea during play: the first round up to the second round's production, then each kind of decision until it has come up in two turns. */

import type { Ask } from "../../../api/types";
import { tick } from "../../../learn/progress";
import type { Notice, Teacher } from "../../../play/coach/coach";
import { SPEECH } from "../said";
import { t } from "../texts/coach";
import { forecastOf, type SeaFacts } from "../types";
import { parseAction } from "./choices";
import { aimOf, otherAimsOf } from "./race";

const TAUGHT = ["build", "leader", "pay", "rebel", "suppress", "rank", "produce", "hire", "defend"] as const;
/** The phases before a round's build phase. */
const BEFORE_BUILDING = ["control", "dominance", "production"];
/** The decisions with which a seat can win. */
const TURNS = ["build", "leader"];
/** The kinds of victory that are announced while they can still be reached or stopped. */
const VICTORIES = ["trade", "conquest"];

/** Return the notice that a seat can win this round: first an opponent, then the seat itself. */
function victories({ seat, decision }: Ask, facts: SeaFacts): Notice[] {
  const near = facts.alerts.filter((alert) => alert.near && VICTORIES.includes(alert.kind));
  const about = (isOwn: boolean) =>
    near.filter((alert) => (alert.seat === seat) === isOwn).map((alert) => SPEECH.warning(alert, seat));
  const [theirs, ownAlerts] = [about(false), TURNS.includes(decision) ? about(true) : []];
  return [
    ...(theirs.length
      ? [
          {
            kind: "their victory",
            title: t("coach.notice_loses_title"),
            text: `${theirs.join(" ")} ${t("coach.notice_loses")}`,
          },
        ]
      : []),
    ...(ownAlerts.length
      ? [
          {
            kind: "own victory",
            title: t("coach.notice_wins_title"),
            text: `${ownAlerts.join(" ")} ${t("coach.notice_wins")}`,
          },
        ]
      : []),
  ];
}

/** Return the notice that the king holds too few cities, with the price of the cheapest stronger one. */
function tooWeak(ask: Ask, facts: SeaFacts): Notice[] {
  const kingdom = facts.kingdoms[ask.seat];
  if (!kingdom?.excess) return [];
  const kings = ask.choices
    .map((choice) => ({ leader: parseAction(choice.action).leader ?? 0, ...forecastOf(choice) }))
    .flatMap(({ leader, goods = 0, holds = 0 }) =>
      holds > kingdom.control_value ? [{ leader, price: -goods, holds }] : [],
    )
    .sort((left, right) => left.holds - right.holds);
  const next = kings.find(({ holds }) => holds >= kingdom.cities.length) ?? kings[kings.length - 1];
  if (!next) return [];
  const params = { held: kingdom.control_value, cities: kingdom.cities.length, leader: next.leader, price: next.price };
  return [{ kind: "weak king", title: t("coach.table_pay_title"), text: t("coach.notice_king", params) }];
}

/** Return the notice that cities will rebel. */
function unpaid(facts: SeaFacts, seat: string): Notice[] {
  const alert = facts.alerts.find((alert) => alert.seat === seat && "rebels" in alert.details);
  return alert
    ? [
        {
          kind: "unpaid",
          title: t("coach.notice_unpaid_title"),
          text: `${SPEECH.warning(alert, seat)} ${t("coach.notice_unpaid")}`,
        },
      ]
    : [];
}

export const TEACHER: Teacher<SeaFacts> = {
  game: "middlesea",
  aim: `${aimOf({})} ${otherAimsOf({})}`,
  kind: (ask) => ask.decision,
  tip: (ask) => {
    const decision = TAUGHT.find((kind) => kind === ask.decision);
    return decision ? { title: t(`coach.table_${decision}_title`), text: t(`coach.table_${decision}`) } : null;
  },
  notices: (ask, facts) => [...unpaid(facts, ask.seat), ...victories(ask, facts), ...tooWeak(ask, facts)],
  turn: ({ round }) => round,
  beginning: ({ round, phase }) => round === 1 || (round === 2 && BEFORE_BUILDING.includes(phase)),
  summary: (_, events, seat) => {
    const gain = events.findLast((event) => event.kind === "production" && event.seat === seat)?.details;
    const gained =
      gain && t("coach.summary_gain", { goods: Number(gain["goods"] ?? 0), gold: Number(gain["gold"] ?? 0) });
    return { title: t("coach.summary_title"), text: gained ? `${gained} ${t("coach.summary")}` : t("coach.summary") };
  },
  finish: tick,
};
