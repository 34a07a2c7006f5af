/** Where a board is saved: on this device, and if it is shared, on the server, where others work on it at the same time. */

import * as requests from "../api/boards";
import type { KeptBoard } from "../api/boards";
import { ApiError } from "../api/client";
import { errorText } from "../ui/errors";
import { forgetBoard, newBoard, saveBoard, type SavedBoard, type Shared } from "./device";
import type { BoardRunner } from "./runner.svelte";
import { merge, readNode, ROOT, sentNode, sentTree, type TreeNode } from "./tree";

type Requests = Pick<typeof requests, "createBoard" | "changeBoard" | "deleteBoard" | "writeNodes" | "followBoard">;

/** How many nodes the server takes at once. */
const AT_ONCE = 200;
/** The shortest and the longest wait before another try, in milliseconds. */
const [FIRST_RETRY, LAST_RETRY] = [500, 15_000];

/** Milliseconds before a departure counts, since clients reopen the streams that the server ends after ten minutes. */
const GONE_AFTER = 3000;

/** Return what a board is about from an answer of the server. */
export const savedOf = (board: KeptBoard, game: string, key: string | null): SavedBoard => ({
  ...newBoard(board.title, game, board.root, [rootNode(board), ...board.nodes.map(readNode)]),
  id: board.id,
  shared: sharedOf(board, key),
});

const sharedOf = (board: KeptBoard, key: string | null): Shared => ({
  key,
  canEdit: board.can_edit,
  isOwner: board.is_owner,
  version: board.version,
  waiting: [],
});

const rootNode = ({ comment, marks, version }: KeptBoard): TreeNode =>
  readNode({ id: ROOT, parent: null, by: null, action: "", order: 0, comment, marks, version });

export class Keeper {
  saved = $state.raw<SavedBoard | null>(null);
  /** Whether the device had room for the last change. */
  hasRoom = $state(true);
  /** How many people have the board open; 0 if that is unknown. */
  people = $state(0);
  /** Whether changes of others arrive, and one's own are sent. */
  connected = $state(true);
  /** Why the board on the server cannot be reached any more, or a change was refused. */
  fault = $state<string | null>(null);
  readonly #runner: BoardRunner;
  readonly #requests: Requests;
  #stopping: AbortController | null = null;
  #sending = false;
  #leaving: ReturnType<typeof setTimeout> | undefined;
  #wake: () => void = () => undefined;

  constructor(runner: BoardRunner, saved: SavedBoard | null, with_: Requests = requests) {
    this.#runner = runner;
    this.#requests = with_;
    this.saved = saved;
    runner.onchange = (nodes) => this.#note(nodes);
    if (saved?.shared) void this.#follow();
  }

  /** Save a copy of the board on this device. */
  keep(title: string): SavedBoard {
    this.close();
    const { root, board } = this.#runner;
    this.saved = newBoard(title, board.game, root);
    this.store();
    return this.saved;
  }

  /** Save the board on the server, for an account; return its id there. */
  async share(title: string): Promise<string> {
    const { root, board, tree } = this.#runner;
    const { id } = await this.#requests.createBoard(root, sentTree(tree), title);
    if (this.saved) forgetBoard(this.saved.id);
    const shared = { key: null, canEdit: true, isOwner: true, version: 0, waiting: [] };
    this.saved = { ...newBoard(title, board.game, root), id, shared };
    this.store();
    void this.#follow();
    return id;
  }

  /** Delete the board on the server; it stays on this device. */
  async unshare(): Promise<SavedBoard | null> {
    if (!this.saved?.shared) return null;
    const { id, title } = this.saved;
    await this.#requests.deleteBoard(id);
    const copy = this.keep(title);
    forgetBoard(id);
    return copy;
  }

  async rename(title: string): Promise<void> {
    if (!this.saved || !title.trim()) return;
    this.store({ title: title.trim() });
    if (this.saved.shared?.isOwner) await this.#requests.changeBoard(this.saved.id, { title: title.trim() });
  }

  /** Save the board as it is now. */
  store(fields: Partial<SavedBoard> = {}): void {
    if (!this.saved) return;
    const { tree, at } = this.#runner;
    this.saved = { ...this.saved, nodes: [...tree.values()], at, changed: new Date().toISOString(), ...fields };
    this.hasRoom = saveBoard(this.saved);
  }

  /** Stop to follow others. */
  close(): void {
    this.#stopping?.abort();
    this.#stopping = null;
    clearTimeout(this.#leaving);
    removeEventListener("online", this.#wake);
    removeEventListener("offline", this.#drop);
  }

  #note(nodes: readonly TreeNode[]): void {
    const shared = this.saved?.shared;
    if (shared && !shared.canEdit) return; // what an onlooker tries stays on the screen
    if (!shared) {
      this.store();
      return;
    }
    this.store({ shared: { ...shared, waiting: [...new Set([...shared.waiting, ...nodes.map(({ id }) => id)])] } });
    void this.#send();
  }

  #drop = (): void => {
    this.connected = false;
    this.#stopping?.abort();
  };

  /** Follow the board until it is closed, over lost connections. What was changed meanwhile is sent first. */
  async #follow(): Promise<void> {
    addEventListener("offline", this.#drop);
    let wait = FIRST_RETRY;
    let stopping = (this.#stopping = new AbortController());
    while (this.#stopping === stopping && this.saved?.shared) {
      const { id, shared } = this.saved;
      const began = Date.now();
      try {
        for await (const board of this.#requests.followBoard(
          { id, key: shared.key },
          shared.version,
          stopping.signal,
        )) {
          if (this.#stopping !== stopping) return;
          wait = FIRST_RETRY;
          this.connected = true;
          await this.#take(board);
          void this.#send();
        }
      } catch (error) {
        if (error instanceof ApiError && [403, 404].includes(error.status)) {
          this.fault = errorText(error);
          return;
        }
        this.connected = false;
      }
      if (this.#stopping !== stopping) return;
      if (this.connected && Date.now() - began >= FIRST_RETRY) continue; // its time was over
      await new Promise<void>((over) => {
        this.#wake = over;
        addEventListener("online", this.#wake, { once: true });
        setTimeout(over, wait);
      });
      wait = Math.min(2 * wait, LAST_RETRY);
      if (this.#stopping === stopping) stopping = this.#stopping = new AbortController();
    }
  }

  #count(people: number): void {
    clearTimeout(this.#leaving);
    if (people >= this.people) this.people = people;
    else this.#leaving = setTimeout(() => (this.people = people), GONE_AFTER);
  }

  /** Take over what others have written; what waits to be sent will replace it. */
  async #take(board: KeptBoard): Promise<void> {
    const { saved } = this;
    if (!saved?.shared) return;
    const { waiting, key } = saved.shared;
    const nodes = [rootNode(board), ...board.nodes.map(readNode)].filter(({ id }) => !waiting.includes(id));
    this.#count(board.people);
    await this.#runner.receive(merge(this.#runner.tree, nodes));
    this.store({
      title: board.title,
      shared: { ...sharedOf(board, key), waiting: this.saved?.shared?.waiting ?? waiting },
    });
  }

  /** Send the nodes that wait, in the order in which they were made. */
  async #send(): Promise<void> {
    if (this.#sending) return;
    this.#sending = true;
    try {
      for (let saved = this.saved; saved?.shared?.waiting.length && this.connected; saved = this.saved) {
        const { waiting, key } = saved.shared;
        const all = [...this.#runner.tree.values()].filter(({ id }) => waiting.includes(id));
        const nodes = all.slice(0, AT_ONCE);
        const root = nodes.find(({ id }) => id === ROOT);
        const sent = nodes
          .filter((node) => node !== root)
          .map((node) => ({ ...sentNode(node), deleted: node.deleted ?? false }));
        const notes = root ? { comment: root.comment, marks: root.marks } : {};
        try {
          await this.#requests.writeNodes({ id: saved.id, key }, { nodes: sent, ...notes });
          // A node that has been changed again meanwhile still waits.
          this.#sent(nodes.filter((node) => this.#runner.tree.get(node.id) === node).map(({ id }) => id));
        } catch (error) {
          if (!(error instanceof ApiError) || error.status === 0 || error.status >= 429) throw error;
          this.fault = errorText(error);
          const refused = (error.body as { error?: { node?: unknown } } | null)?.error?.node;
          this.#sent(typeof refused === "string" ? [refused] : nodes.map(({ id }) => id));
        }
      }
    } catch {
      this.#drop();
    } finally {
      this.#sending = false;
    }
  }

  #sent(ids: readonly string[]): void {
    const shared = this.saved?.shared;
    if (shared) this.store({ shared: { ...shared, waiting: shared.waiting.filter((id) => !ids.includes(id)) } });
  }
}
