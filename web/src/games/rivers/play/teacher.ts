/** How Two Rivers is taught at its table: over the first turns, then at each new kind of decision. */

import type { Teacher } from "../../../play/coach";
import { t } from "../texts";
import type { RiversFacts } from "../types";

const TAUGHT = ["action", "war", "commit", "raise", "build", "take", "income"] as const;
/** A first turn and a second one, of two actions each: with that, leaders stand and tiles have scored. */
const FIRST_TURNS = 4;

export const TEACHER: Teacher<RiversFacts> = {
  game: "rivers",
  aim: `${t("rivers.race_aim")} ${t("rivers.race_aim_more")}`,
  kind: (ask) => ask.decision,
  lesson: (ask, facts) => {
    const known = TAUGHT.find((kind) => kind === ask.decision);
    if (known !== "action") return known ? { title: t(`rivers.table_${known}_title`), text: t(`rivers.table_${known}`) } : null;
    const own = facts.dynasties[ask.seat];
    const standing = Object.values(own?.leaders ?? {}).some((leader) => leader.cell !== null);
    return standing
      ? { title: t("rivers.table_action_title"), text: t("rivers.table_action") }
      : { title: t("rivers.table_leader_title"), text: t("rivers.table_leader") };
  },
  beginning: (_, decided) => decided < FIRST_TURNS,
  // Good moves hang on the map as a whole: search looks for them.
  advise: () => null,
};
