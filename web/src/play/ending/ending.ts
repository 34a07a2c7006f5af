/** The warnings that preceded the end of a game, and the player's last turn to prevent it. */

import type { Entry, Outcome, Seat } from "../../api/types";
import { undone } from "../log/log";

/** The content of a warning. */
export interface Foretold {
  kind: string;
  seat: Seat | null;
  text: string;
}

/** A moment at which the player could have acted. */
export interface Chance {
  number: number;
  round: number | null;
}

export interface Ending {
  /** The warning on the screen. */
  text: string;
  /** The first and the last of the player's turns with the warning, without a break between them. */
  first: Chance;
  last: Chance;
}

/** The most turns to look back. */
const MOST = 8;

/** Return the starts of the turns of these seats, last first: the number of the table before each turn. */
export function turnsOf(entries: readonly Entry[], ownSeats: readonly Seat[]): Chance[] {
  const chances: Chance[] = [];
  let within = false;
  for (const [at, entry] of entries.entries()) {
    const isOwn = entry.by !== null && ownSeats.includes(entry.by);
    const before = entries[at - 1];
    if (isOwn && (!within || before?.round !== entry.round))
      chances.push({ number: entry.number - 1, round: before?.round ?? entry.round });
    within = isOwn;
  }
  return chances.reverse();
}

/** Return the last moment at which one of these seats was ahead of all winners, as far as the scores are known. */
export function lastAhead(
  entries: readonly Entry[],
  ownSeats: readonly Seat[],
  { winners }: Pick<Outcome, "winners">,
): Chance | null {
  const undoneNumbers = undone(entries);
  const isAhead = ({ number, scores }: Entry) =>
    !undoneNumbers.has(number) &&
    ownSeats.some((seat) => winners.every((winner) => (scores[seat] ?? -Infinity) > (scores[winner] ?? Infinity)));
  const entry = entries.findLast(isAhead);
  return entry ? { number: entry.number, round: entry.round } : null;
}

/**
 * Return the warning of a game's end at the turns of these seats, or null if there was none.
 * @param look Fetches the warnings at a number.
 */
export async function endingOf(
  entries: readonly Entry[],
  ownSeats: readonly Seat[],
  outcome: Outcome,
  look: (number: number) => Promise<readonly Foretold[]>,
): Promise<Ending | null> {
  const about = outcome.loser === null ? outcome.winners : [outcome.loser];
  const fits = ({ kind, seat }: Foretold) => kind === outcome.reason && (seat === null || about.includes(seat));
  let ending = null as Ending | null;
  for (const turn of turnsOf(entries, ownSeats).slice(0, MOST)) {
    const foretold = (await look(turn.number)).find(fits);
    if (!foretold) break;
    ending = { text: ending?.text ?? foretold.text, first: turn, last: ending?.last ?? turn };
  }
  return ending;
}
