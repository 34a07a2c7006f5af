/** The standing of the dynasties, as far as the visitor can know it, and how near the end is. */

import type { Outcome, Seat } from "../../../api/types";
import { listing, sentence } from "../../../said/words";
import { leading, type Racer, type Warning } from "../../../play/race";
import { t } from "../texts";
import { colourName, seatName } from "../board/names";
import { COLOURS, type RiversFacts } from "../types";
import { SPEECH } from "../said";
import { scoresOf } from "./scores";
import { BAG_SEEN, knownOf, standing, weakest, type Tally } from "./tally";

/** The most tiles drawn in a turn: with fewer in the bag, the turn may be the last. */
const DRAWN_AT_MOST = 6;

/** Return all dynasties in the race, in seat order. `own`: the seat to address as "you". */
export function racersOf(facts: RiversFacts, tally: Tally | null, own: Seat | null = null): Racer[] {
  const all = facts.seats.map((seat) => ({ seat, known: knownOf(facts, tally, seat) }));
  const rated = all.flatMap(({ seat, known }) => (known ? [{ seat, score: standing(known) }] : []));
  // The weakest colour comes first; ties are broken by the next one.
  const ahead = leading(rated, ({ score }) => score.reduce((sum, n) => 1000 * sum + n, 0));
  const leaders = new Set(rated.length === all.length ? [...ahead].map(({ seat }) => seat) : []);
  return all.map(({ seat, known }) => {
    const name = seat === own ? sentence(t("play.you")) : seatName(facts, seat);
    if (!known) return { seat, name, counts: [], score: { name: "", figure: "?" }, leads: false, tone: null, spoken: t("rivers.race_unknown", { name }) };
    const [least = 0] = standing(known);
    const [weakestOne] = weakest(known);
    const weak = listing(weakest(known).map(colourName));
    const counts = COLOURS.map((colour) => ({
      key: colour,
      name: colourName(colour),
      have: known.points[colour],
      need: null,
      first: colour === weakestOne,
    }));
    return {
      seat,
      name,
      counts: [...counts, { key: "treasures", name: t("rivers.treasures"), have: known.treasures, need: null, first: true }],
      score: { name: t("board.weakest"), figure: String(least) },
      leads: leaders.has(seat),
      tone: null,
      spoken: t("rivers.race_spoken", { name, n: least, weak, treasures: known.treasures }),
    };
  });
}

/** Return warnings about how the game may soon end. */
export function warningsOf(facts: RiversFacts, tally: Tally | null, mine: readonly Seat[] = []): Warning[] {
  const told: Warning[] = facts.alerts.map((alert) => ({ key: alert.kind, text: SPEECH.warning(alert, mine.length === 1 ? mine[0] : null), near: alert.near, seat: alert.seat }));
  if (facts.outcome !== null) return [];
  if (tally && tally.bag <= BAG_SEEN) {
    const near = tally.bag < DRAWN_AT_MOST;
    told.push({ key: "bag", text: t(near ? "rivers.bag_last" : "rivers.bag_low", { n: Math.max(0, tally.bag) }), near, seat: null });
  }
  const [own] = mine;
  const racers = racersOf(facts, tally).filter((one) => one.leads);
  if (told.length && own !== undefined && racers.length && !racers.some(({ seat }) => seat === own)) {
    const [best] = racers;
    const theirs = best ? knownOf(facts, tally, best.seat) : null;
    const ours = knownOf(facts, tally, own);
    if (best && theirs && ours) {
      const params = { name: best.name, n: standing(theirs)[0] ?? 0, own: standing(ours)[0] ?? 0, weak: listing(weakest(ours).map(colourName)) };
      told.push({ key: "behind", text: t("rivers.race_behind", params), near: false, seat: best.seat });
    }
  }
  return told.sort((one, other) => Number(other.near) - Number(one.near));
}

/** Return what decided a finished game for the visitor: their weakest colour against the winner's, or against the best of the others. */
export function decidedBy(facts: RiversFacts, outcome: Outcome, mine: readonly Seat[]): string | null {
  const [own] = mine;
  if (own === undefined) return null;
  const won = outcome.winners.includes(own);
  if (won && outcome.winners.length > 1) return null;
  const other = won ? scoresOf(facts, outcome).find(({ seat }) => seat !== own)?.seat : outcome.winners[0];
  if (other === undefined) return null;
  const [theirs, ours] = [knownOf(facts, null, other), knownOf(facts, null, own)];
  if (!theirs || !ours) return null;
  const [least = 0, best = 0] = [standing(ours)[0], standing(theirs)[0]];
  const params = { own: least, name: seatName(facts, other), theirs: best };
  if (least === best) return t(won ? "rivers.won_tie" : "rivers.decided_tie", params);
  if (won) return t("rivers.won_by", params);
  const weak = weakest(ours);
  return t("rivers.decided", { n: weak.length, weak: listing(weak.map(colourName)), ...params });
}
