/** The log of Two Rivers: its filters, headings, emphasis and pauses. */

import type { Entry, GameEvent, Seat } from "../../../api/types";
import { concerns, type Chronicle, type Tone } from "../../../play/log";
import { t } from "../texts";

const CONFLICTS = new Set(["revolt", "war", "war_chosen", "committed", "revolt_won", "war_won", "leader_returned", "catastrophe"]);
const POINTS = new Set(["income", "treasure", "monument", "wonder", "revolt_won", "war_won"]);

const ofMine = (event: GameEvent, mine: readonly Seat[]) => event.seat !== null && mine.includes(event.seat);
const scores = (event: GameEvent) => POINTS.has(event.kind) || typeof event.details["scores"] === "string";

/** Return whether one of the seats has lost a conflict. */
function beaten(event: GameEvent, mine: readonly Seat[]): boolean {
  return (event.kind === "war_won" || event.kind === "revolt_won") && mine.includes(String(event.details["loser"]));
}

function touches(event: GameEvent, mine: readonly Seat[]): boolean {
  return concerns(event, mine) || beaten(event, mine) || mine.includes(String(event.details["scores"] ?? ""));
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

function weight(event: GameEvent, mine: readonly Seat[]): number {
  if (["game_over", "war_won", "revolt_won"].includes(event.kind)) return 2;
  if (["revolt", "war"].includes(event.kind)) return concerns(event, mine) ? 2 : 1;
  if (event.kind === "leader_returned") return ofMine(event, mine) ? 2 : 1;
  if (["monument", "wonder", "raised", "treasure", "catastrophe", "leader", "withdrawn"].includes(event.kind)) return 1;
  return event.kind === "place" && touches(event, mine) ? 1 : 0;
}

function alarm(event: GameEvent, mine: readonly Seat[]): Tone | null {
  if (event.kind === "game_over") return "victory";
  const attacked = (event.kind === "revolt" || event.kind === "war") && !ofMine(event, mine) && concerns(event, mine);
  const returned = event.kind === "leader_returned" && ofMine(event, mine);
  return attacked || returned || beaten(event, mine) ? "danger" : null;
}

/** Return whether an event is of no interest afterwards: a turn marker, or another player's draw, whose tile is hidden. */
const quiet = (event: GameEvent) =>
  ["turn", "goes_on", "first"].includes(event.kind) || (event.kind === "drawn" && event.details["colour"] === undefined);

export const RIVERS_CHRONICLE: Chronicle = {
  filters: ["all", "mine", "conflicts", "points"],
  filterName: (filter) => t(filter === "all" || filter === "mine" ? `play.filter_${filter}` : `rivers.filter_${filter as "points"}`),
  passes: (event, filter, mine) => {
    if (filter === "conflicts") return CONFLICTS.has(event.kind);
    if (filter === "points") return scores(event);
    return filter !== "mine" || touches(event, mine);
  },
  quiet,
  headings,
  breaks: (event) => event.kind === "war",
  weight,
  alarm,
  pause: (entry, mine) => {
    const told = entry.events.filter((event) => event.kind !== "drawn" && !quiet(event));
    if (told.length === 0) return 0;
    const most = Math.max(...told.map((event) => weight(event, mine)));
    return most === 2 || told.some((event) => CONFLICTS.has(event.kind)) ? 1700 : 1000;
  },
};
