/** The table of something to be solved. */

import { untrack } from "svelte";
import type { CatalogueGame } from "../api/types";
import type { Place, Stage } from "../play/desk/place";
import type { PuzzleRunner } from "./runner.svelte";

/** Return the properties of a game's table for an attempt; `above` is shown above the question. */
export function placeOf(game: CatalogueGame, runner: PuzzleRunner, title: () => string, above: Stage["above"]): Place {
  const stage: Stage = {
    feed: runner.feed,
    server: runner.server,
    title: untrack(title),
    above,
    get silent() {
      return runner.verdict !== null;
    },
  };
  return { id: runner.challenge.name, game, seat: runner.challenge.seat, passed: false, onsit: () => undefined, stage };
}
