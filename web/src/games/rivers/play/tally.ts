/**
 * The public gains of each dynasty, counted from the log. Points are announced when gained and hidden afterwards,
 * so any client that has the whole log can count them. The server can't: its views follow from the state alone, and that has only
 * the secret totals (B-1), with what a seat had before the log began.
 */

import type { Entry, GameEvent, Seat } from "../../../api/types";
import { undone } from "../../../play/log";
import { sitesOf } from "../board/geometry";
import { COLOURS, type BoardName, type Colour, type RiversFacts } from "../types";

/** The number of tiles; all but the ones that start on the board are in the bag (A-3, AB-5). */
const TILES = 153;
/** The bag is mentioned when it holds no more tiles than this. */
export const BAG_SEEN = 18;

/** The known gains of a dynasty. */
export interface Known {
  points: Record<Colour, number>;
  treasures: number;
}

export interface Tally {
  dynasties: Record<Seat, Known>;
  /** The number of tiles left in the bag. */
  bag: number;
}

const fresh = (): Known => ({ points: { red: 0, blue: 0, green: 0, black: 0 }, treasures: 0 });

/** Count public gains; null if the log does not begin with the start of the game. */
export function tallyOf(entries: readonly Entry[], seats: readonly Seat[], board: BoardName = "standard"): Tally | null {
  const gone = undone(entries);
  const events = entries.filter((entry) => !gone.has(entry.number)).flatMap((entry) => entry.events);
  if (!events.some((event) => event.kind === "first")) return null;
  const tally: Tally = { dynasties: Object.fromEntries(seats.map((seat) => [seat, fresh()])), bag: TILES - sitesOf(board).length };
  for (const event of events) note(tally, event);
  return tally;
}

function note(tally: Tally, { kind, seat, details }: GameEvent): void {
  const give = (to: unknown, colour: unknown, n: unknown) => {
    const known = typeof to === "string" ? tally.dynasties[to] : undefined;
    const found = COLOURS.find((one) => one === colour);
    if (known && found) known.points[found] += Number(n) || 0;
  };
  if (kind === "place" && details["scores"] !== undefined) give(details["scores"], details["colour"], details["points"] ?? 1);
  else if (kind === "revolt_won") give(seat, "red", details["points"]);
  else if (kind === "war_won" || kind === "income") give(seat, details["colour"], details["points"]);
  else if (kind === "drawn") tally.bag -= 1;
  else if (kind === "treasure" && seat !== null) {
    const known = tally.dynasties[seat];
    if (known) known.treasures += 1;
  }
}

/** Return a dynasty's gains from the table if it shows them, otherwise as counted. */
export function knownOf(facts: RiversFacts, tally: Tally | null, seat: Seat): Known | null {
  const dynasty = facts.dynasties[seat];
  if (dynasty?.points) return { points: dynasty.points, treasures: dynasty.treasures ?? 0 };
  return tally?.dynasties[seat] ?? null;
}

/** Return the four colours' points, weakest first, after each treasure is added where it helps most. */
export function standing({ points, treasures }: Known): number[] {
  const found = COLOURS.map((colour) => points[colour]).sort((one, other) => one - other);
  for (let n = 0; n < treasures; n += 1) {
    found[0] = (found[0] ?? 0) + 1;
    found.sort((one, other) => one - other);
  }
  return found;
}

/** Return the colours with the fewest points. */
export function weakest({ points }: Known): Colour[] {
  const least = Math.min(...COLOURS.map((colour) => points[colour]));
  return COLOURS.filter((colour) => points[colour] === least);
}
