/** The log of Two Rivers: its filters, headings, emphasis and pauses. */

import type { Entry, GameEvent, Seat } from "../../../api/types";
import { concerns, type Chronicle, type Tone } from "../../../play/log/log";
import { t } from "../texts";

const CONFLICTS = new Set([
  "revolt",
  "war",
  "war_chosen",
  "committed",
  "revolt_won",
  "war_won",
  "leader_returned",
  "catastrophe",
]);
const POINTS = new Set(["income", "treasure", "monument", "wonder", "revolt_won", "war_won"]);

const ofMine = (event: GameEvent, ownSeats: readonly Seat[]) => event.seat !== null && ownSeats.includes(event.seat);
const scores = (event: GameEvent) => POINTS.has(event.kind) || typeof event.details["scores"] === "string";

/** Return whether one of the seats has lost a conflict. */
function beaten(event: GameEvent, ownSeats: readonly Seat[]): boolean {
  return (event.kind === "war_won" || event.kind === "revolt_won") && ownSeats.includes(String(event.details["loser"]));
}

function touches(event: GameEvent, ownSeats: readonly Seat[]): boolean {
  return (
    concerns(event, ownSeats) || beaten(event, ownSeats) || ownSeats.includes(String(event.details["scores"] ?? ""))
  );
}

/** Return a function for the headings of the log. Turns are numbered to distinguish two turns of the same dynasty. */
function headings(say: (event: GameEvent) => string): (entry: Entry, event: GameEvent) => string {
  let turn = 0;
  let heading = t("rivers.log_start");
  return (_, event) => {
    if (event.kind === "turn") {
      turn += 1;
      heading = t("rivers.log_turn", { n: turn, whose: say(event).replace(/\.$/, "") });
    }
    return heading;
  };
}

function weight(event: GameEvent, ownSeats: readonly Seat[]): number {
  if (["game_over", "war_won", "revolt_won"].includes(event.kind)) return 2;
  if (["revolt", "war"].includes(event.kind)) return concerns(event, ownSeats) ? 2 : 1;
  if (event.kind === "leader_returned") return ofMine(event, ownSeats) ? 2 : 1;
  if (["monument", "wonder", "raised", "treasure", "catastrophe", "leader", "withdrawn"].includes(event.kind)) return 1;
  return event.kind === "place" && touches(event, ownSeats) ? 1 : 0;
}

function alarm(event: GameEvent, ownSeats: readonly Seat[]): Tone | null {
  if (event.kind === "game_over") return "victory";
  const attacked =
    (event.kind === "revolt" || event.kind === "war") && !ofMine(event, ownSeats) && concerns(event, ownSeats);
  const returned = event.kind === "leader_returned" && ofMine(event, ownSeats);
  return attacked || returned || beaten(event, ownSeats) ? "danger" : null;
}

/** Return whether an event is of no interest afterwards: a turn marker, or another player's draw, whose tile is hidden. */
const quiet = (event: GameEvent) =>
  ["turn", "goes_on", "first"].includes(event.kind) ||
  (event.kind === "drawn" && event.details["colour"] === undefined);

export const RIVERS_CHRONICLE: Chronicle = {
  filters: ["all", "mine", "conflicts", "points"],
  filterName: (filter) =>
    t(filter === "all" || filter === "mine" ? `play.filter_${filter}` : `rivers.filter_${filter as "points"}`),
  passes: (event, filter, ownSeats) => {
    if (filter === "conflicts") return CONFLICTS.has(event.kind);
    if (filter === "points") return scores(event);
    return filter !== "mine" || touches(event, ownSeats);
  },
  quiet,
  headings,
  breaks: (event) => event.kind === "war",
  yields: (event) => event.kind === "income" || event.kind === "drawn",
  alarm,
  pause: (entry, ownSeats) => {
    const events = entry.events.filter((event) => event.kind !== "drawn" && !quiet(event));
    if (events.length === 0) return 0;
    const most = Math.max(...events.map((event) => weight(event, ownSeats)));
    return most === 2 || events.some((event) => CONFLICTS.has(event.kind)) ? 1700 : 1000;
  },
};
