/** Documents of what a person studies: merging them, and what they come to. The server merges by the same rules. */

import type { Study } from "../api/practice";

export type { Attempt, Mistake, SolverRating, Study } from "../api/practice";

export const EMPTY: Study = { puzzles: {}, days: [], best: 0, mistakes: {}, rating: null };

const MOST_DAYS = 1000;
/**
 * How two entries of a part are merged: the `first` fields are those of the entry whose values are less, of the `growing` fields
 * the greater value counts, and at most `most` entries are kept, the newest.
 */
const PARTS = {
  puzzles: { first: ["at", "right", "game", "theme", "points"], growing: ["tries", "solved"], most: 1500 },
  mistakes: { first: ["at", "game", "seats", "loss"], growing: ["tries", "solved", "gone"], most: 500 },
} as const;

type Value = string | number | boolean;
type Entry = Record<string, Value>;
type Entries = Record<string, Entry>;

/** Return whether a list of values comes before another of the same length. */
function precedes(one: readonly Value[], other: readonly Value[]): boolean {
  const at = one.findIndex((value, at) => value !== other[at]);
  return at >= 0 && (one[at] as Value) < (other[at] as Value);
}

const greater = (one: Value, other: Value): Value => (precedes([one], [other]) ? other : one);

const valuesOf = (entry: Entry, names: readonly string[]): Value[] => names.map((name) => entry[name] ?? 0);

function mergeEntries(part: (typeof PARTS)[keyof typeof PARTS], one: Entries, other: Entries): Entries {
  const merged: Entries = { ...one };
  for (const [key, entry] of Object.entries(other)) {
    const before = one[key] ?? entry;
    const first = precedes(valuesOf(entry, part.first), valuesOf(before, part.first)) ? entry : before;
    merged[key] = { ...first };
    for (const name of part.growing) merged[key][name] = greater(before[name] ?? 0, entry[name] ?? 0);
  }
  const byTime = Object.entries(merged).sort(([a, left], [b, right]) =>
    precedes([left["at"] ?? 0, a], [right["at"] ?? 0, b]) ? -1 : 1,
  );
  return Object.fromEntries(byTime.slice(-part.most));
}

/** Return two documents merged, with the rating of the one with more attempts behind it. The order makes no difference. */
export function merge(one: Study, other: Study): Study {
  const rank = ({ rating }: Study): Value[] => (rating ? [rating.attempts, rating.rating, rating.spread] : [-1, 0, 0]);
  return {
    puzzles: mergeEntries(PARTS.puzzles, one.puzzles, other.puzzles) as Study["puzzles"],
    mistakes: mergeEntries(PARTS.mistakes, one.mistakes, other.mistakes) as Study["mistakes"],
    days: [...new Set([...one.days, ...other.days])].sort().slice(-MOST_DAYS),
    best: Math.max(one.best, other.best),
    rating: (precedes(rank(one), rank(other)) ? other : one).rating,
  };
}

const DAY = 24 * 3600 * 1000;

/** Return the number of days in a row that end today, or yesterday while today's puzzle is still to be solved. */
export function streakOf(days: readonly string[], today: string): number {
  const solved = new Set(days);
  const before = (day: string) => new Date(Date.parse(day) - DAY).toISOString().slice(0, 10);
  let day = solved.has(today) ? today : before(today);
  let streak = 0;
  for (; solved.has(day); day = before(day)) streak += 1;
  return streak;
}

/** Something to try again: a puzzle that was failed at first, or a mistake of one's own. */
export type Trial =
  | { kind: "puzzle"; name: string; game: string; theme: string; points: number; solved: boolean }
  | { kind: "mistake"; name: string; game: string; seats: number; loss: number; solved: boolean };

/** Return a person's mistakes and then their failed puzzles, each the easiest first. */
export function collectionOf({ puzzles, mistakes }: Study): Trial[] {
  const missteps = Object.entries(mistakes)
    .filter(([, { gone }]) => !gone)
    .sort(([, left], [, right]) => left.loss - right.loss)
    .map(([name, { game, seats, loss, solved }]): Trial => ({ kind: "mistake", name, game, seats, loss, solved }));
  const failed = Object.entries(puzzles)
    .filter(([, { right }]) => !right)
    .sort(([, left], [, right]) => left.points - right.points)
    .map(([name, { game, theme, points, solved }]): Trial => ({ kind: "puzzle", name, game, theme, points, solved }));
  return [...missteps, ...failed];
}

/** Return what comes after one of the collection: the next that is still to be solved, from the first again after the last. */
export function followingIn(collection: readonly Trial[], name: string): Trial | null {
  const at = collection.findIndex((trial) => trial.name === name) + 1;
  const rest = [...collection.slice(at), ...collection.slice(0, at)].filter((trial) => trial.name !== name);
  return rest.find(({ solved }) => !solved) ?? null;
}
