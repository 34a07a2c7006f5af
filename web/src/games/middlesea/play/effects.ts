/** The effects of a choice, as differences between the table before and after. */

import type { Seat } from "../../../api/types";
import { forecastOf, type SeaFacts, type Site } from "../types";
import type { Option } from "./choices";
import type { Outlook } from "../../../play/desk/composer.svelte";

/** A number before and after. */
interface Shift {
  name: "goods" | "gold" | "unrest" | "score";
  before: number;
  after: number;
}

interface Effects {
  shifts: Shift[];
  lost: Site[];
  gained: Site[];
}

/** Return the changes for a seat, from the server's outlook or, until it arrives, from the choice's forecast. */
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
