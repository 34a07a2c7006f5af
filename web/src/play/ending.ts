/** The warnings that preceded the end of a game, and the player's last turn to prevent it. */

import type { Entry, Outcome, Seat } from "../api/types";

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
 * Return the warning of a game's end at the turns of these seats, or null if there was none.
 * @param look Fetches the warnings at a number.
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
