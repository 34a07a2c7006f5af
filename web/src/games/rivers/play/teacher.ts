/** The teacher of Two Rivers at the table: the first two turns, then each kind of decision until it has come up in two turns. */

import type { Ask } from "../../../api/types";
import { tick } from "../../../learn/progress";
import type { Notice, Teacher } from "../../../play/coach/coach";
import { SPEECH } from "../said";
import { t } from "../texts/coach";
import { forecastOf, type RiversFacts } from "../types";
import { aimMore } from "./race";

const TAUGHT = ["action", "war", "commit", "raise", "build", "take", "income"] as const;
/** The actions of a turn. */
const ACTIONS = 2;
/** Two turns: by then leaders are on the map and tiles have scored. */
const FIRST_TURNS = 2 * ACTIONS;

/** Return the notices about kingdoms that the seat's tiles can join: treasures for its trader, and what joining means. */
function joins({ choices }: Ask): Notice[] {
  const joining = choices.map(forecastOf).filter(({ wars }) => wars !== undefined);
  if (joining.length === 0) return [];
  const rich = joining.some(({ takes }) => takes !== undefined);
  return [
    ...(rich ? [{ kind: "treasure", title: t("coach.notice_treasure_title"), text: t("coach.notice_treasure") }] : []),
    { kind: "joining", title: t("coach.notice_joining_title"), text: t("coach.notice_joining") },
  ];
}

/** Return the notice that the game may soon end. Beside a conflict there is no room for it. */
function ending(facts: RiversFacts, seat: string): Notice[] {
  const alert = facts.conflict ? undefined : facts.alerts.find((alert) => alert.near);
  return alert
    ? [
        {
          kind: "end",
          title: t("coach.notice_end_title"),
          text: `${SPEECH.warning(alert, seat)} ${t("coach.notice_end")}`,
        },
      ]
    : [];
}

export const TEACHER: Teacher<RiversFacts> = {
  game: "rivers",
  get aim() {
    return `${t("rivers.race_aim")} ${aimMore({})}`;
  },
  kind: (ask) => ask.decision,
  tip: (ask, facts) => {
    const decision = TAUGHT.find((kind) => kind === ask.decision);
    if (decision !== "action")
      return decision ? { title: t(`coach.table_${decision}_title`), text: t(`coach.table_${decision}`) } : null;
    const dynasty = facts.dynasties[ask.seat];
    const standing = Object.values(dynasty?.leaders ?? {}).some((leader) => leader.cell !== null);
    return standing
      ? { title: t("coach.table_action_title"), text: t("coach.table_action") }
      : { title: t("coach.table_leader_title"), text: t("coach.table_leader") };
  },
  notices: (ask, facts) => [...ending(facts, ask.seat), ...joins(ask)],
  turn: (_, decided) => 1 + Math.floor(decided / ACTIONS),
  beginning: (_, decided) => decided < FIRST_TURNS,
  summary: (facts, _, seat) => {
    const points = facts.dynasties[seat ?? ""]?.points;
    return {
      title: t("coach.summary_title"),
      text: points ? `${t("coach.summary_score", points)} ${t("coach.summary")}` : t("coach.summary"),
    };
  },
  finish: tick,
};
