/** The standing of the dynasties, as far as the visitor can know it, and how near the end is: as the server tells it, in words. */

import type { Outcome, Seat } from "../../../api/types";
import { listing, sentence } from "../../../said/words";
import type { Racer, Warning } from "../../../play/seats/race";
import { t } from "../texts";
import { colourName, seatName } from "../board/names";
import { COLOURS, type RiversFacts } from "../types";
import { SPEECH } from "../said";
import { scoresOf } from "./scores";

/** Return how many treasures on the map end the game at a table with these options (J-1, VA-1). */
export const lastTreasures = (rulings: Readonly<Record<string, unknown>>): number =>
  rulings["short"] === true ? 5 : 2;

/** Return what else there is to know about winning at such a table, in words. */
export const aimMore = (rulings: Readonly<Record<string, unknown>>): string =>
  t("rivers.race_aim_more", { n: lastTreasures(rulings) });

/** Return all dynasties in the race, in seat order. `own`: the seat to address as "you". */
export function racersOf(facts: RiversFacts, ownSeat: Seat | null = null): Racer[] {
  return facts.seats.map((seat) => {
    const gains = facts.dynasties[seat]?.gains;
    const name = seat === ownSeat ? sentence(t("play.you")) : seatName(facts, seat);
    if (!gains)
      return {
        seat,
        name,
        counts: [],
        score: { name: "", figure: "?" },
        leads: false,
        tone: null,
        description: t("rivers.race_unknown", { name }),
      };
    const { points, treasures, weakest, leads } = gains;
    const [least = 0] = gains.score;
    const counts = COLOURS.map((colour) => ({
      key: colour,
      name: colourName(colour),
      have: points[colour],
      need: null,
      first: colour === weakest[0],
    }));
    return {
      seat,
      name,
      counts: [...counts, { key: "treasures", name: t("rivers.treasures"), have: treasures, need: null, first: true }],
      score: { name: t("board.weakest"), figure: String(least) },
      leads,
      tone: null,
      description: t("rivers.race_spoken", { name, n: least, weak: listing(weakest.map(colourName)), treasures }),
    };
  });
}

/** Return warnings about how the game may soon end. */
export function warningsOf(facts: RiversFacts, ownSeat: Seat | null = null): Warning[] {
  return facts.alerts.map((alert) => ({
    key: `${alert.kind} ${alert.seat}`,
    text: SPEECH.warning(alert, ownSeat),
    near: alert.near,
    seat: alert.seat,
  }));
}

/** Return what decided a finished game for the visitor: their weakest colour against the winner's, or against the best of the others. */
export function decidedBy(facts: RiversFacts, outcome: Outcome, ownSeats: readonly Seat[]): string | null {
  const [ownSeat] = ownSeats;
  if (ownSeat === undefined) return null;
  const won = outcome.winners.includes(ownSeat);
  if (won && outcome.winners.length > 1) return null;
  const opponent = won ? scoresOf(facts, outcome).find(({ seat }) => seat !== ownSeat)?.seat : outcome.winners[0];
  if (opponent === undefined) return null;
  const [theirs, ours] = [facts.dynasties[opponent]?.gains, facts.dynasties[ownSeat]?.gains];
  if (!theirs || !ours) return null;
  const [least = 0, best = 0] = [ours.score[0], theirs.score[0]];
  const params = { own: least, name: seatName(facts, opponent), theirs: best };
  if (least === best) return t(won ? "rivers.won_tie" : "rivers.decided_tie", params);
  if (won) return t("rivers.won_by", params);
  return t("rivers.decided", { n: ours.weakest.length, weak: listing(ours.weakest.map(colourName)), ...params });
}
