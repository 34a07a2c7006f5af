/** An analysis by search that improves while it runs, at a table and on an analysis board. */

import type { Analysis, Strength } from "../../api/types";
import { errorText } from "../../ui/errors";

export class Searching {
  analysis = $state.raw<Analysis | null>(null);
  /** The strength of the search in progress, or null. */
  asking = $state<Strength | null>(null);
  fault = $state<string | null>(null);
  #stopping: AbortController | null = null;

  /** Stop the search; what it has found stays. */
  readonly stop = (): void => {
    this.#stopping?.abort();
    this.#stopping = null;
    this.asking = null;
  };

  /** Stop the search, and drop what it has found. */
  clear(): void {
    this.stop();
    this.analysis = null;
    this.fault = null;
  }

  /** Start a search in place of the one in progress. */
  async ask(strength: Strength, results: (signal: AbortSignal) => AsyncIterable<Analysis>): Promise<void> {
    this.stop();
    const controller = (this.#stopping = new AbortController());
    this.asking = strength;
    this.fault = null;
    try {
      for await (const result of results(controller.signal)) if (this.#stopping === controller) this.analysis = result;
    } catch (error) {
      if (this.#stopping === controller) this.fault = errorText(error);
    } finally {
      if (this.#stopping === controller) this.stop();
    }
  }
}
