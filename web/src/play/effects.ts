/** What a choice does, told as differences between the table now and then. */

import type { Facts, GameEvent, Seat, Site } from "../api/types";
import type { Option } from "./choices";
import type { Outlook } from "./composer.svelte";

/** A number before and after. */
export interface Shift {
  name: "goods" | "gold" | "unrest" | "score";
  before: number;
  after: number;
}

export interface Effects {
  shifts: Shift[];
  lost: Site[];
  gained: Site[];
}

/** What changes for a seat: by the server's outlook when it is there, until then by the choice's own forecast. */
export function effectsOf(facts: Facts, option: Option, outlook: Outlook | null, seat: Seat): Effects {
  const now = facts.kingdoms[seat];
  if (!now) return { shifts: [], lost: [], gained: [] };
  const { forecast } = option.choice;
  if (outlook === null) {
    const names = ["goods", "gold", "unrest"] as const;
    const shifts = names.map((name) => ({ name, before: now[name], after: now[name] + (forecast[name] ?? 0) }));
    return { shifts: shifts.filter(({ before, after }) => before !== after), lost: forecast.loses ?? [], gained: [] };
  }
  const then = outlook.view.kingdoms[seat] ?? now;
  const names = ["goods", "gold", "unrest", "score"] as const;
  const shifts = names.map((name) => ({ name, before: now[name], after: then[name] }));
  const lost = now.cities.filter((site) => !then.cities.includes(site));
  return {
    shifts: shifts.filter(({ before, after }) => before !== after),
    lost: [...new Set([...lost, ...(forecast.loses ?? [])])],
    gained: then.cities.filter((site) => !now.cities.includes(site)),
  };
}

const QUIET = new Set(["turn", "end"]);

/** The sentences of events that are worth reading, at most so many. */
export function sentences(events: readonly GameEvent[], most = 5): string[] {
  const told = events.filter((event) => !QUIET.has(event.kind)).map((event) => event.text);
  return told.length > most ? [...told.slice(0, most - 1), "…"] : told;
}

/** What an entry told, in at most so many sentences: what concerns these seats or is striking stays. */
export function told(events: readonly GameEvent[], mine: readonly Seat[], most = 3): string[] {
  const loud = events.filter((event) => !QUIET.has(event.kind));
  if (loud.length <= most) return loud.map((event) => event.text);
  const rank = (event: GameEvent) => (event.seat !== null && mine.includes(event.seat) ? 0 : event.kind === "game_over" ? -1 : 1);
  const kept = [...loud].sort((one, other) => rank(one) - rank(other)).slice(0, most);
  return loud.filter((event) => kept.includes(event)).map((event) => event.text);
}
