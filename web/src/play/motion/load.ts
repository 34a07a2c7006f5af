/** Loads what shows events on a board, after the page is painted. */

import type { GameEvent, TableFacts } from "../../api/types";
import type { Mover, Table } from "./mover";
import type { Moves } from "./moves";

/** The time that all other parts of a table get to load first, in milliseconds. */
const AFTER_PAINT = 1_200;

/** How a game's events are shown; without `moves`, its board only changes. */
export interface MotionParts<F extends TableFacts> {
  moves: (() => Promise<Moves<F>>) | null;
  spots(event: GameEvent): string[];
}

/** Load what shows events, or return null where the browser or the connection lacks it. */
export async function loadMover<F extends TableFacts>(
  { moves, spots }: MotionParts<F>,
  table: Omit<Table<F>, "moves" | "spots">,
): Promise<Mover<F> | null> {
  if (moves === null || typeof document.body.animate !== "function") return null;
  await new Promise((resolve) => setTimeout(resolve, AFTER_PAINT));
  try {
    const [module, gameMoves] = await Promise.all([import("./mover"), moves()]);
    return new module.Mover({ ...table, moves: gameMoves, spots });
  } catch {
    return null;
  }
}
