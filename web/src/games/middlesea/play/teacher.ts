/** How Kingdoms of the Middle Sea is taught at its table: over the first round, then at each new kind of decision. */

import type { Teacher } from "../../../play/coach";
import { advise } from "../learn/coach";
import { t } from "../texts";
import type { SeaFacts } from "../types";

const TAUGHT = ["build", "leader", "pay", "rebel", "suppress", "rank", "produce", "hire", "defend"] as const;

export const TEACHER: Teacher<SeaFacts> = {
  game: "middlesea",
  aim: `${t("play.race_aim")} ${t("play.race_aim_more")}`,
  kind: (ask) => ask.decision,
  lesson: (ask) => {
    const known = TAUGHT.find((kind) => kind === ask.decision);
    return known ? { title: t(`coach.table_${known}_title`), text: t(`coach.table_${known}`) } : null;
  },
  beginning: (facts) => facts.round === 1,
  advise,
};
