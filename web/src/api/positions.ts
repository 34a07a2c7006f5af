/** Shared positions: analysis boards, their search, and the texts of a game's positions. */

import { hrefOf } from "../home";
import { api, gamePath, query, SILENT } from "./client";
import { send, sending } from "./sending";
import type { Viewed } from "./made";
import type * as made from "./schema.gen";
import { lines } from "./study";
import type { Analysis, Ask, Choice, Explained, GameEvent, Previewed, Seat, Strength, TableFacts } from "./types";

/** An action on an analysis board, and its events; for one of chance, also its possible draws. */
export type BoardStep = Omit<made.BoardStep, "events" | "draws"> & { events: GameEvent[]; draws: Choice[] };

/** An analysis board: a seat's view, the question to it, and the steps since the position in the address. */
export type Board<F = TableFacts> = Viewed<
  Omit<made.BoardAnswer, "ask" | "steps" | "text"> & { ask: Ask | null; steps: BoardStep[]; text: string },
  F
>;

/** Return the link that opens a position. */
export const linkTo = (text: string) => new URL(hrefOf(`/p/${text}`), location.href).href;

/** What a board begins with: the text of a position, a new game, or a position of a file. */
export type Root = { text: string } | { new: NewTable } | { position: Record<string, unknown> };
export type NewTable = { game: string; seats: string[]; rulings: Record<string, unknown> };
export function gameOf(root: Root): string {
  if ("text" in root) return root.text.split("~")[1] ?? "";
  return "new" in root ? root.new.game : String(root.position["game"]);
}

/** Whose view of a table with secrets is shown: a seat's, that of the seat to move, or everything (null). */
export type Eyes = Seat | "to_move" | null;

/** A position on a board, reached from its root by actions. `on`: chance plays even if there are none. */
export interface Spot {
  root: Root;
  actions: readonly string[];
  on: boolean;
  eyes: Eyes;
}

const path = "/api/positions";
/** Every request holds the whole position: the server keeps none. */
const bodyOf = ({ root, actions, on, eyes }: Spot) => ({
  ...root,
  actions,
  on,
  ...("text" in root && eyes === "to_move" ? {} : { seat: eyes }),
});
/**
 * Fetch a position.
 * @param draw Whether chance plays by itself after the last action.
 * @param after How many actions are known, so that the steps of the answer leave them out.
 */
export const board = (spot: Spot, draw = false, after = 0) =>
  api.post<Board>(`${path}${query(SILENT)}`, { ...bodyOf(spot), draw, after }, true);
export const tryOut = <F extends TableFacts>(spot: Spot, trial: string[]) =>
  api.post<Previewed<F>>(`${path}/preview${query(SILENT)}`, { ...bodyOf(spot), trial }, true);
export const whyNot = (spot: Spot, action: string) =>
  api.post<Explained>(`${path}/explain`, { ...bodyOf(spot), action }, true);

/** Stream the analysis of a position; each result improves on the one before. */
export const searched = (spot: Spot, strength: Strength, signal: AbortSignal) =>
  lines<Analysis>(`${path}/analysis${query({ strength })}`, signal, sending(null, bodyOf(spot)));

/** Fetch the text of a game's position. */
export const textOf = async (id: string, number: number) =>
  (await api.get<made.TextAnswer>(`${gamePath(id)}/position${query({ number })}`)).text;

/** A tree of variations as the server takes and gives it; a node without a parent follows the root. */
export interface SentNode {
  id: string;
  parent: string | null;
  /** Null for what nobody has decided, such as the end of the time. */
  by: string | null;
  action: string;
  comment: string;
  marks: readonly unknown[];
  order: number;
}
export interface SentTree {
  nodes: SentNode[];
  comment: string;
  marks: readonly unknown[];
}

/** A record as a tree, and where it begins. */
export interface RecordTree {
  root: Root;
  tree: SentTree;
}

export type LevelAnswer = made.LevelLine;

/** Stream what each level would play, the lowest first. */
export const levelsOn = (spot: Spot, signal: AbortSignal) =>
  lines<LevelAnswer>(`${path}/levels`, signal, sending(null, bodyOf(spot)));

/** Return a tree of variations as the text of a record. */
export const recordOf = async (root: Root, tree: SentTree) =>
  (await send(`${path}/record`, sending(null, { root, tree }))).text();

/** Return a finished game as a tree, and the node of a moment. */
export const treeOfGame = (id: string, number: string | null) =>
  api.get<RecordTree & { at: string | null }>(`${gamePath(id)}/tree${query({ number })}`);

/** Read the text of a record as a tree of variations. */
export const treeOfRecord = (record: string) => api.post<RecordTree>("/api/records/tree", { record });
