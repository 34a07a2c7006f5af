/** How a game came to its end, and when it could still have been stopped: by what stood on the screen at one's own turns. */

import type { Entry, Outcome, Seat } from "../api/types";

/** The parts of a warning that tell what it warned of. */
export interface Foretold {
  kind: string;
  seat: Seat | null;
  text: string;
}

/** A moment at which one could have acted. */
export interface Chance {
  number: number;
  round: number | null;
}

export interface Ending {
  /** What stood on the screen. */
  text: string;
  /** From when on, and the last turn of one's own at which it did. */
  first: Chance;
  last: Chance;
}

/** At most so many turns are looked back. */
const MOST = 8;

/** The beginnings of the turns of these seats, last first: the numbers at which the table stood so. */
export function turnsOf(entries: readonly Entry[], mine: readonly Seat[]): Chance[] {
  const found: Chance[] = [];
  let within = false;
  for (const [at, entry] of entries.entries()) {
    const own = entry.by !== null && mine.includes(entry.by);
    const before = entries[at - 1];
    if (own && (!within || before?.round !== entry.round)) found.push({ number: entry.number - 1, round: before?.round ?? entry.round });
    within = own;
  }
  return found.reverse();
}

/**
 * What had been foretold of how a game ended, at one's own turns; null where nothing had.
 * @param look What was warned of at a number.
 */
export async function endingOf(
  entries: readonly Entry[],
  mine: readonly Seat[],
  outcome: Outcome,
  look: (number: number) => Promise<readonly Foretold[]>,
): Promise<Ending | null> {
  const about = outcome.loser === null ? outcome.winners : [outcome.loser];
  const fits = ({ kind, seat }: Foretold) => kind === outcome.reason && (seat === null || about.includes(seat));
  let found = null as Ending | null;
  for (const turn of turnsOf(entries, mine).slice(0, MOST)) {
    const told = (await look(turn.number)).find(fits);
    if (!told) break;
    found = { text: found?.text ?? told.text, first: turn, last: found?.last ?? turn };
  }
  return found;
}
