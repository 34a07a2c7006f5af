/** The explorer of openings: what was played in a position, by whom, how often, and how well it went. */

import { api, gamePath, query, SILENT } from "./client";
import type { Applying } from "./made";
import type * as made from "./schema.gen";
import type { Said } from "./types";

/** What is known of an action; a client with the game's catalogue puts it into words. */
export type OpeningRow = Omit<made.ExplorerRow, "words" | "said"> & { words?: string; said?: Said | null };
export type Openings = Omit<made.ExplorerAnswer, "rows"> & { rows: OpeningRow[] };
/** The same for a decision of a finished game, with what was played there. */
export type GameOpenings = Omit<made.GameExplorerAnswer, "rows"> & { rows: OpeningRow[] };

/** Where a board begins: exactly one of the text of a position, a new game, and a position. */
export type Root = Applying<Pick<made.BoardRequest, "text" | "new" | "position">>;

export const openings = (root: Root, actions: readonly string[]) =>
  api.post<Openings>(`/api/explorer${query(SILENT)}`, { ...root, actions }, true);

/** Return what is known of the first decision of a finished game at or after a moment. */
export const openingsOf = (id: string, number: number) =>
  api.get<GameOpenings>(`${gamePath(id)}/explorer${query({ number, ...SILENT })}`);
