/** How one goes from puzzle to puzzle: by what fits, within a game or a theme, or through one's own collection. */

import { nextPuzzle } from "../api/practice";
import { paths } from "../router.svelte";
import { ownStudy } from "../study/own.svelte";
import { collectionOf, followingIn, type Trial } from "../study/study";

export interface Mode {
  game: string | null;
  theme: string | null;
  collection: boolean;
}

/** Return the mode in the query of an address. */
export const modeOf = (query: URLSearchParams): Mode => ({
  game: query.get("game"),
  theme: query.get("theme"),
  collection: query.has("collection"),
});

/** Return the query for a mode, "" for the usual one. */
export function queryOf({ game = null, theme = null, collection = false }: Partial<Mode>): string {
  const fields = { ...(game ? { game } : {}), ...(theme ? { theme } : {}), ...(collection ? { collection: "" } : {}) };
  const query = new URLSearchParams(fields).toString();
  return query && `?${query}`;
}

/** Return the address of one of the collection. */
export function trialPath({ kind, name }: Trial): string {
  const query = queryOf({ collection: true });
  const [game = "", number = ""] = name.split("/");
  return kind === "puzzle" ? paths.puzzle(name, query) : paths.mistake(game, number, query);
}

/** Return the address of what comes next in a mode, after a puzzle or mistake; null if there is nothing left. */
export async function nextPath(mode: Mode, after: string | null = null): Promise<string | null> {
  const { study } = ownStudy;
  if (mode.collection) {
    const next = followingIn(collectionOf(study), after ?? "");
    return next && trialPath(next);
  }
  const { rating, puzzles } = study;
  const attempted = [...new Set([...Object.keys(puzzles), ...(after === null ? [] : [after])])];
  const { game, theme } = mode;
  const seed = Math.floor(Math.random() * 2 ** 31);
  const solver = rating && { rating: rating.rating, spread: rating.spread };
  const next = await nextPuzzle(solver, attempted, { game, theme, seed });
  return next && paths.puzzle(next.name, queryOf(mode));
}
