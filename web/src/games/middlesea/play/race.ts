/** How close each kingdom is to winning, counted from the table; everything that needs the rules comes from the server. */

import type { Seat } from "../../../api/types";
import { leading, type Racer, type Warning } from "../../../play/race";
import { sentence } from "../../../said/words";
import { t } from "../texts";
import { SPEECH } from "../said";
import type { Kingdom, SeaFacts } from "../types";

const HOME = 5;
const LEADERS = 6;
const ABROAD = 3;
/** The unrest from which a kingdom is in danger. */
const UNREST = 4;

/** A kingdom's progress on each path to victory. */
interface Paths {
  home: number;
  awake: number;
  abroad: number;
}

/** Count a kingdom's home cities, its active leaders on the board (the king always counts), and its cities abroad. */
export function pathsOf(kingdom: Kingdom): Paths {
  const home = kingdom.cities.filter((site) => site.startsWith(`${kingdom.seat}.`)).length;
  const awake = kingdom.leaders.filter((leader) => leader.place === "king" || (leader.place !== "reserve" && leader.active)).length;
  return { home, awake, abroad: kingdom.cities.length - home };
}

/** The non-default rulings and variants of a table. */
export type Played = Readonly<Record<string, unknown>>;

/** The cities abroad needed for a conquest: one per opponent if one on each continent is enough. */
const abroadFor = (facts: SeaFacts, played: Played) => (played.conquest_each ? facts.seats.length - 1 : ABROAD);

/** Return the progress (0 to 1) towards victory by trade or by conquest, the larger of the two. */
function closeness({ home, awake, abroad }: Paths, needed: number): number {
  if (home === 0) return 0;
  return Math.max((home + awake) / (HOME + LEADERS), (home + Math.min(abroad, needed)) / (HOME + needed));
}

/** Return all kingdoms in the race, in seat order. `own`: the seat to address as "you". */
export function racersOf(facts: SeaFacts, played: Played = {}, own: Seat | null = null): Racer[] {
  const needed = abroadFor(facts, played);
  const kingdoms = facts.seats.flatMap((seat) => facts.kingdoms[seat] ?? []);
  const ahead = leading(kingdoms, (kingdom) => closeness(pathsOf(kingdom), needed));
  return kingdoms.map((kingdom) => {
    const { home, awake, abroad } = pathsOf(kingdom);
    const alerts = facts.alerts.filter((alert) => alert.seat === kingdom.seat && alert.near);
    const { score, unrest } = kingdom;
    const name = kingdom.seat === own ? sentence(t("play.you")) : kingdom.name;
    return {
      seat: kingdom.seat,
      name,
      counts: [
        { key: "home", name: t("play.race_home"), have: home, need: HOME, first: true },
        { key: "awake", name: t("play.race_awake"), have: awake, need: LEADERS, first: true },
        { key: "abroad", name: t("play.race_abroad"), have: abroad, need: needed, first: false },
      ],
      score: { name: t("play.label_score"), figure: String(score) },
      leads: ahead.has(kingdom),
      tone: unrest >= UNREST || alerts.some((alert) => !alert.wins) ? "danger" : alerts.length > 0 ? "close" : null,
      spoken: t("play.race_spoken", { name, home, awake, abroad, score, unrest }),
    };
  });
}

/** Return this table's conditions for a victory by trade, in words. */
export function aimOf(played: Played): string {
  return t("play.race_aim", { abroad: String(played.trade_abroad ?? false), piers: Number(played.trade_piers ?? 0) });
}

/** Return the other ways to win at this table, in words. */
export const otherAimsOf = (played: Played): string => t("play.race_aim_more", { each: String(played.conquest_each ?? false) });

/** Return the server's warnings: near ones first, then opponents' victories and own dangers before the rest. */
export function warningsOf(facts: SeaFacts, mine: readonly Seat[] = []): Warning[] {
  const own = (seat: Seat | null) => seat !== null && mine.includes(seat);
  const rank = ({ near, wins, seat }: SeaFacts["alerts"][number]) => (near ? 0 : 4) + (own(seat) === wins ? 2 : 0);
  return [...facts.alerts]
    .sort((one, other) => rank(one) - rank(other))
    .map((alert) => ({ key: `${alert.kind} ${alert.seat} ${alert.text}`, text: SPEECH.warning(alert, mine.length === 1 ? mine[0] : null), near: alert.near, seat: alert.seat }));
}
