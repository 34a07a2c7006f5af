/** Why an action is refused, by the server's code and the intended action. */

import type { Seat } from "../../../api/types";
import type { Refused } from "../../../play/idiom";
import { sentence } from "../../../play/words";
import { t, tryText } from "../texts/refused";
import type { SeaFacts, Site } from "../types";
import { parseAction, type Parsed } from "./choices";
import { money } from "./names";
import { seatName } from "../board/names";
import { lyingNow } from "./places";

/** Explain in words why an action is refused in the current position; null for an unknown code. */
export function refusalWords({ code, action }: Refused, facts: SeaFacts, own: Seat | null): string | null {
  return code && tryText(`refused.${code}`) && told(code, action ? parseAction(action) : null, facts, own);
}

function told(code: string, parsed: Parsed | null, facts: SeaFacts, own: Seat | null): string | null {
  const seat = own ?? facts.to_move ?? "";
  const kingdom = facts.kingdoms[seat];
  const { leader = null, sites = [], kind = "" } = parsed ?? {};
  const at = (site: Site | undefined) => (site === undefined || !site.includes(".") ? t("refused.this_place") : lyingNow({ facts, own, its: null }, site));
  const what = sites[sites.length - 1];
  const base = kingdom?.leaders.find((one) => one.value === leader)?.place;
  const has = money(kingdom?.goods ?? 0, kingdom?.gold ?? 0);
  const name = (one: Seat | null | undefined) => (one ? seatName(facts, one) : t("refused.the_kingdom"));
  const price = parsed && priceOf(parsed, facts, seat);
  const value = facts.cities[what ?? ""]?.value;
  const total = (leader ?? 0) + (facts.cities[base ?? ""]?.value ?? 0) + (parsed?.amount ?? 0);
  const text = tryText(`refused.${variant(code, kind, price, value)}`, {
    leader: leader === null ? t("refused.this_leader") : t("refused.the_leader", { leader }),
    what: at(what),
    base: at(base),
    start: at(sites[0]),
    target: at(facts.attack?.[1]),
    whose: name(parsed?.seat ?? what?.split(".")[0]),
    holder: name(facts.cities[what ?? ""]?.holder ?? what?.split(".")[0]),
    has,
    price: money(price ?? 0, price ?? 0),
    excess: Math.max(0, (kingdom?.cities.length ?? 0) - Math.max(0, kingdom?.control_value ?? 0)),
    total,
    value: value ?? 0,
  });
  return text && sentence(text);
}

const BUILDING = ["explore", "road", "port", "exchange"];
const LEADING = ["king", "activate", "move", "attack"];

/** Return the name of the text for a code that fits the known details of the action. */
function variant(code: string, kind: string, price: number | null, value: number | undefined): string {
  if (code === "not_asked" && BUILDING.includes(kind)) return "not_asked_build";
  if (code === "not_asked" && LEADING.includes(kind)) return "not_asked_leader";
  if (code === "money" && price === null) return "money_short";
  return code === "suppress_weak" && value === undefined ? "suppress_weaker" : code;
}

/** Return an action's cost in goods, which is also its cost in gold, or null if unknown. */
function priceOf({ kind, amount, leader, sites }: Parsed, { cities, kingdoms }: SeaFacts, seat: Seat): number | null {
  if (kind === "explore") return 1;
  if (kind === "road") return cities[sites[1] ?? ""]?.value ?? null;
  if (kind === "king") return Math.abs((leader ?? 0) - (kingdoms[seat]?.king ?? 0));
  return amount;
}
