/** Teaches Kingdoms of the Middle Sea during play: the first round up to the second round's production, then each new kind of decision. */

import { tick } from "../../../learn/progress";
import type { Teacher } from "../../../play/coach";
import { t } from "../texts/coach";
import type { SeaFacts } from "../types";
import { advise } from "./neighbour";

const TAUGHT = ["build", "leader", "pay", "rebel", "suppress", "rank", "produce", "hire", "defend"] as const;
/** The phases before a round's build phase. */
const BEFORE_BUILDING = ["control", "dominance", "production"];

export const TEACHER: Teacher<SeaFacts> = {
  game: "middlesea",
  aim: `${t("play.race_aim")} ${t("play.race_aim_more")}`,
  kind: (ask) => ask.decision,
  tip: (ask) => {
    const known = TAUGHT.find((kind) => kind === ask.decision);
    return known ? { title: t(`coach.table_${known}_title`), text: t(`coach.table_${known}`) } : null;
  },
  beginning: ({ round, phase }) => round === 1 || (round === 2 && BEFORE_BUILDING.includes(phase)),
  advise,
  summary: (_, events, seat) => {
    const gain = events.findLast((event) => event.kind === "production" && event.seat === seat)?.details;
    const gained = gain && t("coach.summary_gain", { goods: Number(gain["goods"] ?? 0), gold: Number(gain["gold"] ?? 0) });
    return { title: t("coach.summary_title"), text: gained ? `${gained} ${t("coach.summary")}` : t("coach.summary") };
  },
  finish: tick,
};
