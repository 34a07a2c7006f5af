/** What a choice does, told as differences between the table now and then. */

import type { Seat } from "../../../api/types";
import { forecastOf, type SeaFacts, type Site } from "../types";
import type { Option } from "./choices";
import type { Outlook } from "../../../play/composer.svelte";

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
export function effectsOf(facts: SeaFacts, option: Option, outlook: Outlook<SeaFacts> | null, seat: Seat): Effects {
  const now = facts.kingdoms[seat];
  if (!now) return { shifts: [], lost: [], gained: [] };
  const forecast = forecastOf(option.choice);
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
