/** The coach at one table: its component, loaded once, and the room that its cards have. */

import type { TableFacts } from "../../api/types";
import { isCoached, isGuided, type Teacher } from "./coach";

export class Coaching<F extends TableFacts> {
  /** Whether the question has more room, for the coach's cards. It keeps it between them, so that nothing moves. */
  guided = $state(false);
  /** Whether a touch of the board has folded the coach's card on a phone; it unfolds with the next question. */
  folded = $state(false);
  /** What identifies the coach's card that is shown, or null for none. */
  card = $state<string | null>(null);
  readonly #game: string;
  readonly #table: string;
  readonly #teacher: (() => Promise<Teacher<F>>) | undefined;
  #loaded: ReturnType<Coaching<F>["fetch"]> | null = null;

  /** `teacher` loads the game's teacher; undefined: the table has no coach. */
  constructor(game: string, table: string, teacher: (() => Promise<Teacher<F>>) | undefined) {
    this.#game = game;
    this.#table = table;
    this.#teacher = teacher;
    this.settle();
  }

  /** Load the coach once, if it is wanted; a failure leaves the table without it. */
  load(): ReturnType<Coaching<F>["fetch"]> {
    return (this.#loaded ??= this.fetch().catch(() => null));
  }

  private async fetch() {
    if (!this.#teacher || !isCoached(this.#game, this.#table)) return null;
    const [{ default: Coach }, teacher] = await Promise.all([import("./Coach.svelte"), this.#teacher()]);
    return { Coach, teacher };
  }

  /** Follow the player's answer to the coach's offer. */
  settle(): void {
    this.guided = this.#teacher !== undefined && isGuided(this.#game, this.#table);
  }

  /** Fold the coach's card if an event is on the board or on the player's own pieces. */
  fold(event: Event): void {
    this.folded ||= event.target instanceof Element && event.target.closest(".boardbox, .beneath") !== null;
  }
}
