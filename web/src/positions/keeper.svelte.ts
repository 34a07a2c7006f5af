/** Where a board is saved: on this device, and once it is shared, on the server. */

import { newBoard, saveBoard, type SavedBoard } from "./device";
import type { BoardRunner } from "./runner.svelte";
import type { TreeNode } from "./tree";

export class Keeper {
  saved = $state.raw<SavedBoard | null>(null);
  /** Whether the device had room for the last change. */
  hasRoom = $state(true);
  readonly #runner: BoardRunner;

  constructor(runner: BoardRunner, saved: SavedBoard | null) {
    this.#runner = runner;
    this.saved = saved;
    runner.onchange = (nodes) => this.#note(nodes);
  }

  /** Save the board on this device under a new id. */
  keep(title: string): SavedBoard {
    const { root, board } = this.#runner;
    this.saved = newBoard(title, board.game, root);
    this.store();
    return this.saved;
  }

  rename(title: string): void {
    if (this.saved && title.trim()) this.store({ title: title.trim() });
  }

  /** Save the board as it is now. */
  store(fields: Partial<SavedBoard> = {}): void {
    if (!this.saved) return;
    const { tree, at } = this.#runner;
    this.saved = { ...this.saved, nodes: [...tree.values()], at, changed: new Date().toISOString(), ...fields };
    this.hasRoom = saveBoard(this.saved);
  }

  #note(_nodes: readonly TreeNode[]): void {
    this.store();
  }
}
