/** How the log of Kingdoms of the Middle Sea presents events. */

import type { Entry, GameEvent, Seat } from "../../../api/types";
import { t } from "../texts";
import { concerns, type Chronicle, type Tone } from "../../../play/log/log";

const FIGHTS = new Set([
  "attack",
  "hired",
  "defended",
  "attack_won",
  "attack_failed",
  "rebellion",
  "suppressed",
  "conceded",
  "city_lost",
  "unrest",
]);
const MONEY = new Set([
  "production",
  "exchange",
  "control_paid",
  "hired",
  "road",
  "port",
  "explored",
  "explored_under",
  "king",
]);
const QUIET = new Set(["turn", "end", "round"]);

/** Return the phase (and round) that an event starts or belongs to, or null if the event doesn't say. */
function standing(event: GameEvent): { phase: string; round?: number } | null {
  if (event.kind === "round") return { phase: "control", round: Number(event.details["round"]) };
  if (event.kind === "dominance" || event.kind === "ranked") return { phase: "dominance" };
  if (event.kind === "production") return { phase: "production" };
  if (event.kind === "control" || event.kind === "control_paid") return { phase: "control" };
  if (event.kind === "turn") return { phase: event.details["phase"] === "leader" ? "leader" : "build" };
  return null;
}

function headings(): (entry: Entry, event: GameEvent) => string {
  let round = 1;
  let phase = "start";
  let within: Entry | null = null;
  // An entry records the phase it leads to. Its events start in the phase that the previous entry led to.
  let reached: Entry | null = null;
  return (entry, event) => {
    if (entry !== within) {
      reached = within;
      within = entry;
      if (reached || event.kind !== "first") {
        phase = (reached ?? entry).phase;
        round = Math.max(round, (reached ?? entry).round ?? 0);
      }
    }
    const state = standing(event);
    round = state?.round ?? round;
    phase = state?.phase ?? phase;
    return t("play.log_heading", { n: round, phase: t(`play.phase_${phase as "build"}`) });
  };
}

function weight(event: GameEvent, ownSeats: readonly Seat[]): number {
  if (["game_over", "attack_won", "city_lost", "time_called"].includes(event.kind)) return 2;
  if (event.kind === "rebellion") return event.seat !== null && ownSeats.includes(event.seat) ? 2 : 1;
  if (event.kind === "attack") return concerns(event, ownSeats) ? 2 : 0;
  if (event.kind === "road") return event.details["gained"] === true ? 1 : 0;
  return ["attack_failed", "suppressed", "king", "dominance", "round"].includes(event.kind) ? 1 : 0;
}

function alarm(event: GameEvent, ownSeats: readonly Seat[]): Tone | null {
  if (event.kind === "game_over") return "victory";
  if (event.kind === "time_called") return "news";
  const isOwn = event.seat !== null && ownSeats.includes(event.seat);
  if (event.kind === "attack" && !isOwn && concerns(event, ownSeats)) return "danger";
  if (isOwn && (event.kind === "rebellion" || event.kind === "city_lost")) return "danger";
  if (isOwn && event.kind === "unrest" && Number(event.details["value"]) >= 4) return "danger";
  return null;
}

export const SEA_CHRONICLE: Chronicle = {
  filters: ["all", "mine", "fights", "money"],
  filterName: (filter) => t(`play.filter_${filter as "all"}`),
  passes: (event, filter, ownSeats) => {
    if (filter === "fights") return FIGHTS.has(event.kind);
    if (filter === "money") return MONEY.has(event.kind);
    return filter !== "mine" || concerns(event, ownSeats);
  },
  quiet: (event) => QUIET.has(event.kind),
  headings,
  yields: (event) => event.kind === "production",
  alarm,
  pause: (entry, ownSeats) => {
    const most = Math.max(0, ...entry.events.map((event) => weight(event, ownSeats)));
    const fight = entry.events.some((event) => FIGHTS.has(event.kind));
    return entry.events.length === 0 ? 0 : fight || most === 2 ? 1600 : most === 1 ? 1100 : 700;
  },
};
