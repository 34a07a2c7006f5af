/** Boards saved in the browser's storage, each under its own key. */

import { freshId } from "../api/client";
import type { Root } from "../api/positions";
import { ownName } from "../home";
import { fieldsOf, storageOf, stringOf, stringsIn } from "../storage";
import { ROOT, type TreeNode } from "./tree";

/** What this device knows of a board on the server, and what it has still to send. */
export interface Shared {
  /** The key of the link by which the visitor has come; null for the owner. */
  key: string | null;
  canEdit: boolean;
  isOwner: boolean;
  version: number;
  /** The ids of nodes that the server has not acknowledged. */
  waiting: string[];
}

export interface SavedBoard {
  id: string;
  title: string;
  game: string;
  /** When it was changed last, as an ISO date. */
  changed: string;
  root: Root;
  nodes: TreeNode[];
  /** The node that was shown last. */
  at: string;
  /** Null for a board on this device alone. */
  shared: Shared | null;
}

const PREFIX = ownName("board.");

const isNode = (value: unknown): value is TreeNode => {
  const { id, parent, action, marks } = fieldsOf(value);
  return (
    typeof id === "string" &&
    (parent === null || typeof parent === "string") &&
    typeof action === "string" &&
    Array.isArray(marks)
  );
};

function sharedOf(value: unknown): Shared | null {
  const { key, canEdit, isOwner, version, waiting } = fieldsOf(value);
  if (typeof version !== "number") return null;
  return {
    key: stringOf(key),
    canEdit: canEdit === true,
    isOwner: isOwner === true,
    version,
    waiting: stringsIn(waiting),
  };
}

/** Return a stored value as a board, or null if it is none. */
function boardOf(stored: unknown): SavedBoard | null {
  const { id, title, game, changed, root, nodes, at, shared } = fieldsOf(stored);
  if (typeof id !== "string" || typeof game !== "string" || !Array.isArray(nodes) || !nodes.every(isNode)) return null;
  const hasRoot = ["text", "new", "position"].some((kind) => kind in fieldsOf(root));
  if (!hasRoot) return null;
  return {
    id,
    title: stringOf(title) ?? "",
    game,
    changed: stringOf(changed) ?? "",
    root: root as Root,
    nodes,
    at: stringOf(at) ?? ROOT,
    shared: sharedOf(shared),
  };
}

const storage = (id: string) => storageOf(PREFIX + id, boardOf);

export const loadBoard = (id: string): SavedBoard | null => storage(id).load();

/** Save a board; return whether the device had room for it. */
export function saveBoard(board: SavedBoard): boolean {
  storage(board.id).save(board);
  return loadBoard(board.id)?.changed === board.changed;
}

/** Return a new board for this device, not yet saved. */
export const newBoard = (title: string, game: string, root: Root, nodes: TreeNode[] = [], at = ROOT): SavedBoard => ({
  id: freshId().slice(0, 12),
  title,
  game,
  changed: new Date().toISOString(),
  root,
  nodes,
  at,
  shared: null,
});

export function forgetBoard(id: string): void {
  try {
    localStorage.removeItem(PREFIX + id);
  } catch {
    // Without storage there is nothing to forget.
  }
}

/** Return all boards, the one changed last first. */
export function savedBoards(): SavedBoard[] {
  let keys: string[] = [];
  try {
    keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  } catch {
    // Storage is disabled.
  }
  const boards = keys.map((key) => loadBoard(key.slice(PREFIX.length))).filter((board) => board !== null);
  return boards.sort((left, right) => (left.changed < right.changed ? 1 : -1));
}
