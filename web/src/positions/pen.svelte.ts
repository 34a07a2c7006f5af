/** What draws on the board of an analysis: the shapes of the move shown, and the colour of the next. */

import { shapeKey, type Colour, type Drawing, type Drawn } from "../board/drawing";
import type { Group } from "../board/targets";
import type { BoardRunner } from "./runner.svelte";
import { edit } from "./tree";

export class Pen implements Drawing {
  active = $state(false);
  colour = $state<Colour>("green");
  /** The targets of the board; none for a game that is shown in words. */
  sites = $state.raw<readonly Group[]>([]);
  readonly #runner: () => BoardRunner | null;

  constructor(runner: () => BoardRunner | null) {
    this.#runner = runner;
  }

  get shapes(): readonly Drawn[] {
    return this.#runner()?.node.marks.filter((mark) => typeof mark !== "string") ?? [];
  }

  offer(groups: readonly Group[]): void {
    this.sites = groups;
  }

  nameOf(key: string): string {
    return this.sites.flatMap(({ targets }) => targets).find((target) => target.key === key)?.name ?? key;
  }

  /** Draw a shape; the same one again erases it. */
  draw(from: string, to: string): void {
    const shape: Drawn = from === to ? { at: from, colour: this.colour } : { from, to, colour: this.colour };
    if (this.shapes.some((drawn) => shapeKey(drawn) === shapeKey(shape))) this.erase(shape);
    else this.#mark((marks) => [...marks, shape]);
  }

  erase(shape: Drawn): void {
    this.#mark((marks) => marks.filter((mark) => typeof mark === "string" || shapeKey(mark) !== shapeKey(shape)));
  }

  #mark(change: (marks: BoardRunner["node"]["marks"]) => BoardRunner["node"]["marks"]): void {
    const runner = this.#runner();
    if (runner) runner.change(edit(runner.tree, runner.at, { marks: change(runner.node.marks) }));
  }
}
