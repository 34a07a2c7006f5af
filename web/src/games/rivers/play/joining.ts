/** What an action would join and gain, in words: from the choice's forecast, and from the resulting table. */

import type { Choice, Seat } from "../../../api/types";
import { listing } from "../../../said/words";
import { t } from "../texts";
import { buildingName, leaderName, seatName, tilesName } from "../board/names";
import { ownersToName, placeName, SAID } from "../said";
import { forecastOf, COLOURS, type Colour, type RiversFacts } from "../types";
import type { Outlook } from "../../../play/desk/composer.svelte";
import type { Option } from "./choices";

/** Return which kingdoms a tile or leader would join, or null for other actions. */
export function joined(facts: RiversFacts, option: Option): string | null {
  const { kind } = option.parsed;
  if (kind !== "place" && kind !== "leader") return null;
  const { joins = [] } = forecastOf(option.choice);
  const names = joins.map((owners) =>
    t("rivers.kingdom_of", { whose: SAID.name("owner*", ownersToName(owners, facts.seat), facts.seat) }),
  );
  if (names.length === 0) return t(kind === "leader" ? "rivers.alone_leader" : "rivers.alone");
  return t(names.length === 1 ? "rivers.goes_to" : "rivers.joins", { whose: listing(names) });
}

/** Return in a few words that a tile joins two kingdoms at war; the wars are listed beside them. */
export function joinsAtWar(facts: RiversFacts, option: Option): string | null {
  const { colour, cell } = option.parsed;
  if (colour === null || cell === null) return null;
  return t("rivers.place_war", { tile: SAID.name("tile", colour), cell: placeName(facts, cell) });
}

/** Return the points gained at once: "1 blue point for Bull", or "for you". */
export function gains(facts: RiversFacts, option: Option): { seat: Seat; colour: Colour; n: number; text: string }[] {
  return Object.entries(forecastOf(option.choice).points ?? {}).flatMap(([seat, points]) =>
    COLOURS.flatMap((colour) => {
      const n = points[colour];
      if (!n) return [];
      const name = seat === facts.seat ? t("play.you") : seatName(facts, seat);
      return [{ seat, colour, n, text: t("rivers.gain", { points: SAID.name("points", [n, colour]), name }) }];
    }),
  );
}

/** Return the line that a tile would complete. Its player could then put a civilization building on it. */
export function lineFor(option: Option): string | null {
  const { colour } = option.parsed;
  const { line } = forecastOf(option.choice);
  return colour === null || line === undefined
    ? null
    : t("rivers.line", { tiles: tilesName(colour, line), building: buildingName(colour) });
}

/** Return the leaders that would go home at once. */
export function sentHome(choice: Partial<Pick<Choice, "forecast">>, reader: Seat | null = null): string[] {
  return (forecastOf(choice).home ?? []).map(([seat, colour]) =>
    t("rivers.goes_home", { leader: leaderName(seat, colour, reader) }),
  );
}

/** Return the wars to be resolved at a table, with the current strengths of both sides. */
export function warLines(facts: RiversFacts): { colour: Colour; text: string }[] {
  return facts.wars.map(({ colour, seats: [leftSeat, rightSeat], strengths: [first, second] }) => {
    const names = { one: leaderName(leftSeat, colour, facts.seat), other: leaderName(rightSeat, colour, facts.seat) };
    return { colour, text: t("rivers.war_line", { ...names, first, second }) };
  });
}

/** Return the wars that a chosen action would begin, once its preview shows them. */
export function warsAhead(option: Option, outlook: Outlook<RiversFacts> | null): ReturnType<typeof warLines> {
  return forecastOf(option.choice).wars?.length && outlook?.isComplete ? warLines(outlook.view) : [];
}

/** Return the strengths of a revolt that a leader would begin, with the most that each side could reach. */
export function revoltLine(option: Option): string | null {
  const { attack, attack_most: most, defence, defence_most } = forecastOf(option.choice);
  if (option.parsed.kind !== "leader" || attack === undefined || most === undefined || defence === undefined)
    return null;
  return t("rivers.revolt_line", { attack, most, defence, defence_most: defence_most ?? defence });
}

/** Return both strengths of a conflict after a commitment: "5 against 3, at most 7". */
export function fightLine(option: Option): string | null {
  const { attack, defence, defence_most } = forecastOf(option.choice);
  if (option.parsed.kind !== "commit" || attack === undefined || defence === undefined) return null;
  if (defence_most !== undefined && defence_most > defence)
    return t("play.against_most", { attack, defence, most: defence_most });
  return t("play.against", { attack, defence });
}

/** Return what the other side of the conflict has committed, or how many tiles it holds. */
export function otherSide(facts: RiversFacts, seat: Seat): string | null {
  const { conflict } = facts;
  if (!conflict) return null;
  const opponent = conflict.attacker.seat === seat ? conflict.defender : conflict.attacker;
  const name = seatName(facts, opponent.seat);
  if (opponent.committed === null)
    return t("rivers.hand_of", { name, n: facts.dynasties[opponent.seat]?.hand_count ?? 0 });
  return opponent.committed === 0
    ? t("rivers.committed_none", { name })
    : t("rivers.committed_by", { name, n: opponent.committed });
}
