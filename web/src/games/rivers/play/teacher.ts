/** The teacher of Two Rivers at the table: the first two turns, then each new kind of decision. */

import { tick } from "../../../learn/progress";
import type { Teacher } from "../../../play/coach";
import { t } from "../texts/coach";
import type { RiversFacts } from "../types";

const TAUGHT = ["action", "war", "commit", "raise", "build", "take", "income"] as const;
/** Two turns of two actions each: by then leaders are on the map and tiles have scored. */
const FIRST_TURNS = 4;

export const TEACHER: Teacher<RiversFacts> = {
  game: "rivers",
  aim: `${t("rivers.race_aim")} ${t("rivers.race_aim_more")}`,
  kind: (ask) => ask.decision,
  tip: (ask, facts) => {
    const known = TAUGHT.find((kind) => kind === ask.decision);
    if (known !== "action") return known ? { title: t(`coach.table_${known}_title`), text: t(`coach.table_${known}`) } : null;
    const own = facts.dynasties[ask.seat];
    const standing = Object.values(own?.leaders ?? {}).some((leader) => leader.cell !== null);
    return standing
      ? { title: t("coach.table_action_title"), text: t("coach.table_action") }
      : { title: t("coach.table_leader_title"), text: t("coach.table_leader") };
  },
  beginning: (_, decided) => decided < FIRST_TURNS,
  // Good moves depend on the whole map; only search finds them.
  advise: () => null,
  summary: (facts, _, seat) => {
    const points = facts.dynasties[seat ?? ""]?.points;
    return { title: t("coach.summary_title"), text: points ? `${t("coach.summary_score", points)} ${t("coach.summary")}` : t("coach.summary") };
  },
  finish: tick,
};
