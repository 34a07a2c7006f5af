/** Warnings of an approaching end of the game, as sentences from the catalogue. */

import type { Alert, Seat } from "../../../api/types";
import { listing } from "../../../play/names";
import { t } from "../texts";
import type { SeaFacts } from "../types";
import { seatName } from "../board/names";

/** The details of a warning. */
interface Details {
  certain?: boolean;
  home?: number;
  awake?: number;
  lacking?: number;
  attack?: number;
  defence?: number;
  defence_most?: number;
  by?: Seat[];
  unrest?: number;
  rebels?: number;
  left?: number;
  ahead?: Seat[];
  score?: number;
}

/** Return a warning in words, with the server's text as the fallback. */
export function warningWords(alert: Alert, facts: SeaFacts): string {
  return warned(alert, facts) ?? alert.text;
}

function warned({ kind, seat, near, details: told }: Alert, facts: SeaFacts): string | null {
  const details = told as Details;
  const nameOf = (one: Seat) => seatName(facts, one);
  const name = seat === null ? "" : nameOf(seat);
  switch (kind) {
    case "trade": {
      const { home = 0, awake = 0 } = details;
      if (details.certain) return t("said.warn_trade_certain", { name });
      return home === 5 && awake === 6 ? t("said.warn_trade_all", { name }) : t("said.warn_trade", { name, home, awake });
    }
    case "conquest":
      if (details.certain) return t("said.warn_conquest_certain", { name });
      return details.lacking ? t("said.warn_conquest", { name, n: details.lacking }) : t("said.warn_conquest_all", { name });
    case "capital":
    case "king": {
      const { attack = 0, defence = 0, defence_most: most = 0, by = [] } = details;
      const others = listing(by.map(nameOf));
      return near ? t(`said.warn_${kind}`, { name, others, attack, defence, most }) : t(`said.warn_${kind}_held`, { name, others });
    }
    case "unrest":
      if (details.rebels) return t("said.warn_unpaid", { name, n: Math.min(details.rebels, facts.kingdoms[seat ?? ""]?.cities.length ?? details.rebels) });
      return t(near ? "said.warn_unrest_near" : "said.warn_unrest", { name, unrest: details.unrest ?? 0 });
    case "time":
    case "rounds": {
      const { left = 0, ahead = [], score = 0 } = details;
      const when = left ? t("said.warn_rounds", { n: left }) : t("said.warn_last");
      return `${when} ${t("said.warn_ahead", { n: ahead.length, names: listing(ahead.map(nameOf)), score })}`;
    }
    default:
      return null;
  }
}
