/** Boards on the server, which several people can work on. A link's key is a header, so that no log has it. */

import { api, unfolded } from "./client";
import { send, sending } from "./sending";
import type { Root, SentNode, SentTree } from "./positions";
import type * as made from "./schema.gen";
import { lines } from "./study";

export type OwnBoard = made.OwnBoard;
export type BoardKeys = made.BoardKeysAnswer;
/** A board, or what has changed since a version of it. */
export type KeptBoard = Omit<made.KeptBoardAnswer, "root"> & { root: Root };
/** What is written: nodes, and the comment and the marks of the root if they change. */
export type Written = { nodes: (SentNode & { deleted: boolean })[] } & Partial<Pick<SentTree, "comment" | "marks">>;

/** The visitor's way to a board: its id, and the key of a link, which its owner doesn't need. */
export interface Access {
  id: string;
  key: string | null;
}

const path = (id: string) => `/api/boards/${encodeURIComponent(id)}`;

export const createBoard = (root: Root, tree: SentTree, title: string) =>
  api.post<BoardKeys>("/api/boards", { root, tree, title });
export const ownBoards = async () => (await api.get<{ boards: OwnBoard[] }>("/api/boards")).boards;
export const changeBoard = (id: string, change: { title?: string; look?: boolean; edit?: boolean }) =>
  api.put<BoardKeys>(path(id), change);
export const deleteBoard = (id: string) => api.delete<unknown>(path(id));
export const readBoard = async ({ id, key }: Access): Promise<KeptBoard> =>
  unfolded(await (await send(path(id), sending(key))).json());
/** Write nodes; the last writer of each wins. */
export const writeNodes = async ({ id, key }: Access, body: Written): Promise<void> =>
  void (await send(`${path(id)}/nodes`, sending(key, body)));
/** Stream all changes since a version. */
export const followBoard = ({ id, key }: Access, since: number, signal: AbortSignal) =>
  lines<KeptBoard>(`${path(id)}/live?since=${since}`, signal, sending(key));
