/** A tree of variations: pure functions. A node is an action; a deleted node stays, hidden with all below it, and can come back. */

import type { SentNode, SentTree } from "../api/positions";
import type { Drawn } from "../board/drawing";

/** A sign such as "!", or something drawn on the board. */
export type Mark = string | Drawn;

export interface TreeNode {
  id: string;
  /** The node before it; null for the root. */
  parent: string | null;
  by: string;
  action: string;
  comment: string;
  marks: readonly Mark[];
  /** The place among the children of one parent; the first continues the main line. */
  order: number;
  deleted?: boolean;
  /** The version in which the server last changed it; 0 for one that the server does not know. */
  version?: number;
}

export type Tree = ReadonlyMap<string, TreeNode>;

/** The id of the initial position, whose node has a comment and marks alone. */
export const ROOT = "root";

const nodeOf = (fields: Pick<TreeNode, "id" | "parent"> & Partial<TreeNode>): TreeNode => ({
  by: "",
  action: "",
  comment: "",
  marks: [],
  order: 0,
  ...fields,
});

export const emptyTree = (): Tree => put(new Map(), [nodeOf({ id: ROOT, parent: null })]);

/** Return the tree with some nodes added or replaced. */
export function put(tree: Tree, nodes: readonly TreeNode[]): Tree {
  const all = new Map(tree);
  for (const node of nodes) all.set(node.id, node);
  return all;
}

const families = new WeakMap<Tree, Map<string, TreeNode[]>>();

/** Return the visible children of a node in order. */
export function childrenOf(tree: Tree, id: string): readonly TreeNode[] {
  let family = families.get(tree);
  if (!family) {
    family = new Map<string, TreeNode[]>();
    for (const node of tree.values()) {
      if (node.parent === null || node.deleted) continue;
      const siblings = family.get(node.parent);
      if (siblings) siblings.push(node);
      else family.set(node.parent, [node]);
    }
    for (const siblings of family.values())
      siblings.sort((left, right) => left.order - right.order || (left.id < right.id ? -1 : 1));
    families.set(tree, family);
  }
  return family.get(id) ?? [];
}

/** Return the nodes that lead to a node, the node included; null if it is hidden or unknown. */
export function pathTo(tree: Tree, id: string): TreeNode[] | null {
  const path: TreeNode[] = [];
  for (let at = id; at !== ROOT;) {
    const node = tree.get(at);
    // No path is longer than the tree: nodes from elsewhere could form a circle.
    if (!node || node.deleted || node.parent === null || path.length > tree.size) return null;
    path.unshift(node);
    at = node.parent;
  }
  return path;
}

/** Return the visible nodes, each before those below it. */
export function visibleNodes(tree: Tree, from = ROOT): TreeNode[] {
  const nodes: TreeNode[] = [];
  const open = [...childrenOf(tree, from)].reverse();
  for (let node = open.pop(); node; node = open.pop()) {
    nodes.push(node);
    open.push(...[...childrenOf(tree, node.id)].reverse());
  }
  return nodes;
}

/** Return the nearest node whose position can be shown: chance has played after it what the tree says. */
export function settled(tree: Tree, id: string): string {
  let at = id;
  for (let next = childrenOf(tree, at)[0]; at !== ROOT && next?.by === "chance"; next = childrenOf(tree, at)[0])
    at = next.id;
  return at;
}

/** Return the node that a step back leads to. */
export function before(tree: Tree, id: string): string {
  let at = tree.get(id)?.parent ?? ROOT;
  while (at !== ROOT && settled(tree, at) !== at) at = tree.get(at)?.parent ?? ROOT;
  return at;
}

/** Return the node that a step forward leads to; the same node at the end of a line. */
export function after(tree: Tree, id: string): string {
  const next = childrenOf(tree, id)[0];
  return next ? settled(tree, next.id) : id;
}

/** Return the last node of the line through a node. */
export function endOf(tree: Tree, id: string): string {
  let at = id;
  for (let next = after(tree, at); next !== at; next = after(tree, at)) at = next;
  return at;
}

/** Return the action that a node stands for: what chance gave belongs to the action before it, unless it has alternatives. */
export function moveOf(tree: Tree, id: string): TreeNode | null {
  const path = pathTo(tree, id) ?? [];
  return path.findLast(({ by, parent }) => by !== "chance" || childrenOf(tree, parent ?? ROOT).length > 1) ?? null;
}

/** Return the node that replaces a node `step` places among the alternatives to it. */
export function sibling(tree: Tree, id: string, step: number): string {
  const move = moveOf(tree, id);
  const alternatives = move ? childrenOf(tree, move.parent ?? ROOT) : [];
  const next = move && alternatives[alternatives.indexOf(move) + step];
  return next ? settled(tree, next.id) : id;
}

/** Return an id for an action at a node, so that people who play the same at once make one node. */
export function idOf(tree: Tree, parent: string, action: string): string {
  for (let turn = 0; ; turn += 1) {
    let [low, high] = [0x9e3779b9, 0x85ebca6b];
    for (const letter of `${parent} ${action} ${turn}`) {
      low = Math.imul(low ^ letter.charCodeAt(0), 0x5f356495);
      high = Math.imul(high ^ letter.charCodeAt(0), 0x27d4eb2f) ^ (low >>> 13);
    }
    const id = `m${(low >>> 0).toString(36)}${(high >>> 0).toString(36)}`;
    // The id of a deleted node is taken: it comes back only by undoing.
    if (!tree.has(id)) return id;
  }
}

/** Play actions after a node: known ones are followed, others are added behind all alternatives. Return the tree and the last node. */
export function play(
  tree: Tree,
  at: string,
  steps: readonly Pick<TreeNode, "by" | "action">[],
): { tree: Tree; at: string } {
  let now = { tree, at };
  for (const { by, action } of steps) {
    const siblings = childrenOf(now.tree, now.at);
    const existing = siblings.find((node) => node.action === action && node.by === by);
    const order = Math.max(-1, ...siblings.map((node) => node.order)) + 1;
    const node = existing ?? nodeOf({ id: idOf(now.tree, now.at, action), parent: now.at, by, action, order });
    now = { tree: existing ? now.tree : put(now.tree, [node]), at: node.id };
  }
  return now;
}

/** Change fields of a node. */
export function edit(tree: Tree, id: string, change: Partial<Pick<TreeNode, "comment" | "marks" | "deleted">>): Tree {
  const node = tree.get(id);
  return node ? put(tree, [{ ...node, ...change }]) : tree;
}

/** Return the last node on the way to a node that is not the first among its alternatives; null on the main line. */
export function branchOf(tree: Tree, id: string): TreeNode | null {
  const path = pathTo(tree, id) ?? [];
  return path.findLast((node) => childrenOf(tree, node.parent ?? ROOT)[0] !== node) ?? null;
}

/** Make the variation of a node the first of its alternatives. */
export function promote(tree: Tree, id: string): Tree {
  const branch = branchOf(tree, id);
  const first = branch && childrenOf(tree, branch.parent ?? ROOT)[0];
  return branch && first ? put(tree, [{ ...branch, order: first.order - 1 }]) : tree;
}

/** Hide a node with all below it. */
export const remove = (tree: Tree, id: string): Tree => (id === ROOT ? tree : edit(tree, id, { deleted: true }));

/** Return the nodes of a tree that differ from those of another. */
export const changes = (tree: Tree, other: Tree): TreeNode[] =>
  [...tree.values()].filter((node) => node !== other.get(node.id));

/** Return what undoes a change of a tree: the nodes as they were; those that it added are hidden. */
export const undoing = (earlier: Tree, later: Tree): TreeNode[] =>
  changes(later, earlier).map((node) => earlier.get(node.id) ?? { ...node, deleted: true });

/** Take over nodes from the server: of those with one id, the latest version stays. */
export const merge = (tree: Tree, nodes: readonly TreeNode[]): Tree =>
  put(
    tree,
    nodes
      .filter((node) => (node.version ?? 0) > (tree.get(node.id)?.version ?? -1))
      .sort((left, right) => (left.version ?? 0) - (right.version ?? 0)),
  );

/** Return a node from the server. */
export const readNode = ({
  by,
  parent,
  marks,
  ...fields
}: SentNode & { version?: number; deleted?: boolean }): TreeNode =>
  nodeOf({ ...fields, by: by ?? "", parent: fields.id === ROOT ? null : (parent ?? ROOT), marks: marks as Mark[] });

/** Return a node for the server. */
export const sentNode = ({ id, parent, by, action, comment, marks, order }: TreeNode): SentNode => ({
  id,
  parent: parent === ROOT ? null : parent,
  by: by || null,
  action,
  comment,
  marks,
  order,
});

/** Return a tree from the server. */
export function treeOf({ nodes, comment, marks }: SentTree): Tree {
  const read = nodes.map(readNode);
  return put(new Map(), [nodeOf({ id: ROOT, parent: null, comment, marks: marks as Mark[] }), ...read]);
}

/** Return the visible nodes of a tree for the server. */
export function sentTree(tree: Tree): SentTree {
  const { comment, marks } = tree.get(ROOT) ?? nodeOf({ id: ROOT, parent: null });
  return { nodes: visibleNodes(tree).map(sentNode), comment, marks };
}
