/** The state of an analysis board: its tree of variations, the position shown, and the table. */

import * as requests from "../api/positions";
import type { Board, Eyes, Root, Spot } from "../api/positions";
import { hintOf } from "../api/study";
import type { Choice, GameEvent, Hint } from "../api/types";
import type { Server } from "../play/desk/composer.svelte";
import { StageFeed } from "../play/desk/stage.svelte";
import * as trees from "./tree";
import { pathTo, ROOT, type Tree, type TreeNode } from "./tree";

type Requests = Pick<typeof requests, "board" | "tryOut" | "whyNot" | "searched">;

/** How many tables are kept for steps back and forth. */
const MOST_KEPT = 120;
/** How many lines of a tree from elsewhere get their words before they are visited. */
const MOST_LINES = 60;

export class BoardRunner {
  readonly feed: StageFeed;
  readonly server: Server;
  readonly root: Root;
  board = $state.raw<Board>() as Board;
  tree = $state.raw<Tree>(trees.emptyTree());
  /** The node whose position is shown. */
  at = $state(ROOT);
  /** The events of the actions that have been visited, by node. */
  events = $state.raw<ReadonlyMap<string, readonly GameEvent[]>>(new Map());
  /** All possible draws of chance, by node. */
  draws = $state.raw<ReadonlyMap<string, readonly Choice[]>>(new Map());
  eyes = $state.raw<Eyes>("to_move");
  /** Changes of the tree that can be undone, each as the nodes before it. */
  undoable = $state.raw<readonly TreeNode[][]>([]);
  /** Called with the nodes that this visitor has changed. */
  onchange: (nodes: readonly TreeNode[]) => void = () => undefined;

  readonly #requests: Requests;
  readonly #boards = new Map<string, Board>();
  #on = $state(false);
  /** The node whose position is on the table; another one may be on its way. */
  #shown = ROOT;

  /** @param board The board before any action. */
  constructor(root: Root, board: Board, tree: Tree = trees.emptyTree(), with_: Requests = requests) {
    this.root = root;
    this.tree = tree;
    this.#requests = with_;
    this.feed = new StageFeed(this.#about(board));
    this.server = {
      act: (_id, _base, action) => this.#play([action]),
      preview: (_id, _base, actions) => with_.tryOut(this.spot(), actions),
      explain: (_id, action) => with_.whyNot(this.spot(), action),
      undo: () => this.back(),
      hint: () => this.#hint(),
    };
    this.#show(board);
  }

  /** Return a position of the tree, by default the one shown. */
  spot(id: string = this.at): Spot {
    const actions = (pathTo(this.tree, id) ?? []).map((node) => node.action);
    return { root: this.root, actions, on: this.#on, eyes: this.eyes };
  }

  /** Show the position of a node. */
  go = async (id: string): Promise<void> => {
    this.at = trees.settled(this.tree, id);
    const key = this.#key;
    try {
      const board = this.#boards.get(key) ?? (await this.#ask(this.at));
      if (this.#key === key) this.#adopt(board); // otherwise the visitor has gone on
    } catch (error) {
      if (this.#key === key) this.at = this.#shown;
      throw error;
    }
  };

  /** Fetch the tables anew, in another language. */
  renew = (): Promise<void> => {
    this.#boards.clear();
    return this.go(this.at);
  };

  back = (): Promise<void> => this.go(trees.before(this.tree, this.at));
  forth = (): Promise<void> => this.go(trees.after(this.tree, this.at));
  toStart = (): Promise<void> => this.go(ROOT);
  toEnd = (): Promise<void> => this.go(trees.endOf(this.tree, this.at));
  aside = (step: number): Promise<void> => this.go(trees.sibling(this.tree, this.at, step));

  /** Look at the table as another seat, or at everything. */
  look = (eyes: Eyes): Promise<void> => {
    this.eyes = eyes;
    return this.go(this.at);
  };

  /** Play on from a position in which no seat is asked: chance decides, and what its seat cannot know is dealt. */
  playOn = async (): Promise<void> => {
    this.#on = true;
    await this.#play([]);
  };

  /** The last draws of chance before the position shown that had alternatives: each node with all possible draws. */
  get lastDraws(): [TreeNode, readonly Choice[]][] {
    const path = pathTo(this.tree, this.at) ?? [];
    const last = path.slice(path.findLastIndex(({ by }) => by !== "chance") + 1);
    const choices = last.map((node): [TreeNode, readonly Choice[]] => [node, this.draws.get(node.id) ?? []]);
    return choices.filter(([, draws]) => draws.length > 1);
  }

  /** Replace a draw of chance by another one; the draws after it are made again. */
  choose = (node: TreeNode, action: string): Promise<void> => this.#play([action], node.parent ?? ROOT);

  /** Whether there is a step back. */
  get moved(): boolean {
    return this.#on || this.at !== ROOT;
  }

  get node(): TreeNode {
    return this.tree.get(this.at) ?? (this.tree.get(ROOT) as TreeNode);
  }

  /** Change the tree so that it can be undone. */
  change(tree: Tree): void {
    this.undoable = [...this.undoable, trees.undoing(this.tree, tree)];
    this.#put(tree);
  }

  /** Undo the last change but played actions, which stay in the tree. */
  undo = async (): Promise<void> => {
    const nodes = this.undoable.at(-1);
    if (!nodes) return;
    this.undoable = this.undoable.slice(0, -1);
    this.#put(trees.put(this.tree, nodes));
    const [only] = nodes;
    if (only && only.id !== this.at) await this.go(only.id);
  };

  /** Delete the move shown with all that follows. */
  remove = async (): Promise<void> => {
    const move = trees.moveOf(this.tree, this.at);
    if (!move) return;
    const earlier = trees.before(this.tree, this.at);
    this.change(trees.remove(this.tree, move.id));
    await this.go(earlier);
  };

  /** Take over what others have changed. If the position shown is gone, the one before it is shown. */
  async receive(tree: Tree): Promise<void> {
    const path = pathTo(this.tree, this.at) ?? [];
    this.tree = tree;
    const last = path.findLast(({ id }) => pathTo(tree, id)) ?? null;
    if (!pathTo(tree, this.at)) await this.go(last?.id ?? ROOT);
    await this.tell();
  }

  /** Fetch the events of lines that have not been visited, so that the moves can be put into words. */
  async tell(): Promise<void> {
    for (let lines = 0; lines < MOST_LINES; lines += 1) {
      const wordless = trees.visibleNodes(this.tree).find((node) => !this.events.has(node.id));
      if (!wordless) return;
      const end = trees.endOf(this.tree, wordless.id);
      await this.#ask(end);
      if (!this.events.has(wordless.id)) return;
    }
  }

  #put(tree: Tree): void {
    const changed = trees.changes(tree, this.tree);
    this.tree = tree;
    if (changed.length) this.onchange(changed);
  }

  async #play(actions: string[], from: string = this.#shown): Promise<void> {
    const spot = this.spot(from);
    const after = spot.actions.length;
    const board = await this.#requests.board({ ...spot, actions: [...spot.actions, ...actions] }, true, after);
    const { tree, at } = trees.play(this.tree, from, board.steps);
    this.#put(tree);
    this.at = at;
    this.#hear(at, after, board);
    this.#adopt(board);
  }

  async #ask(id: string): Promise<Board> {
    const wordless = (pathTo(this.tree, id) ?? []).findIndex((node) => !this.events.has(node.id));
    const spot = this.spot(id);
    const after = wordless < 0 ? spot.actions.length : wordless;
    const board = await this.#requests.board(spot, false, after);
    this.#hear(id, after, board);
    return board;
  }

  /** Keep the events and draws on the way to a node, except those of the first `after` actions. */
  #hear(id: string, after: number, { steps }: Board): void {
    const path = (pathTo(this.tree, id) ?? []).slice(after);
    if (path.length === 0) return;
    this.events = new Map([...this.events, ...path.map((node, at) => [node.id, steps[at]?.events ?? []] as const)]);
    this.draws = new Map([...this.draws, ...path.map((node, at) => [node.id, steps[at]?.draws ?? []] as const)]);
  }

  get #key(): string {
    return `${this.at} ${this.eyes} ${this.#on}`;
  }

  /** Keep a table, and show it. */
  #adopt(board: Board): void {
    this.#boards.set(this.#key, board);
    const [oldest] = this.#boards.keys();
    if (oldest !== undefined && this.#boards.size > MOST_KEPT) this.#boards.delete(oldest);
    this.#show(board);
  }

  #show(board: Board): void {
    this.#shown = this.at;
    this.board = board;
    const last = (pathTo(this.tree, this.at) ?? []).findLast(({ by }) => by !== "chance");
    const events = [...(this.events.get(last?.id ?? "") ?? [])];
    this.feed.sit(this.#about(board));
    this.feed.show(board.view, board.ask && { ...board.ask, undo: this.moved }, last ? { ...last, events } : null);
  }

  #about({ game, seats, seat, ask }: Board) {
    return { id: "", game, seats, seat: ask?.seat ?? seat, advice: true };
  }

  async #hint(): Promise<Hint | null> {
    let last: Hint | null = null;
    for await (const update of this.#requests.searched(this.spot(this.#shown), "quick", new AbortController().signal))
      last = hintOf(update);
    return last;
  }
}
