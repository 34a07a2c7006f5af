/** The chances of the position shown, searched quickly and then deeper while the visitor looks at it. */

import { searched, type Spot } from "../api/positions";
import type { Analysis, Strength } from "../api/types";
import { Searching } from "../play/study/searching.svelte";

const STRENGTHS: readonly Strength[] = ["quick", "thorough"];
/** The time in milliseconds that a visitor looks at a position before it is searched. */
const SETTLED = 250;

export class Looking {
  /** Whether positions are searched. */
  on = $state(false);
  readonly searching = new Searching();
  /** The latest analysis of each position, and how many of its searches are done. */
  readonly #analyses = new Map<string, { analysis: Analysis; done: number }>();
  readonly #search: typeof searched;

  constructor(search = searched) {
    this.#search = search;
  }

  /** Show what is known of a position, and search it further. Return a function that stops it. */
  look(spot: Spot): () => void {
    const text = JSON.stringify(spot);
    const cached = this.#analyses.get(text);
    this.searching.clear();
    this.searching.analysis = cached?.analysis ?? null;
    let stopped = false;
    const begin = async () => {
      for (const strength of STRENGTHS.slice(cached?.done ?? 0)) {
        await this.searching.ask(strength, (signal) => this.#results(text, spot, strength, signal));
        if (stopped || this.searching.fault) return;
        const { analysis } = this.searching;
        if (analysis) this.#analyses.set(text, { analysis, done: STRENGTHS.indexOf(strength) + 1 });
      }
    };
    const timer = setTimeout(() => void begin(), SETTLED);
    return () => {
      stopped = true;
      clearTimeout(timer);
      this.searching.stop();
    };
  }

  /** Yield the results of a search that go beyond the analysis shown. */
  async *#results(text: string, spot: Spot, strength: Strength, signal: AbortSignal): AsyncGenerator<Analysis> {
    for await (const result of this.#search(spot, strength, signal)) {
      const shown = this.searching.analysis;
      if (shown && shown.visits > result.visits) continue;
      this.#analyses.set(text, { analysis: result, done: this.#analyses.get(text)?.done ?? 0 });
      yield result;
    }
  }
}
