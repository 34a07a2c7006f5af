/** Win chances at several moments, worked out one after the other; can be interrupted and gone on with. */

import type { Chances, Seat } from "../api/types";

export class ChanceRun {
  known = $state.raw<ReadonlyMap<number, Record<Seat, number>>>(new Map());
  running = $state(false);
  failure = $state.raw<unknown>(null);

  readonly #ask: (number: number) => Promise<Chances>;
  #run = 0;

  constructor(ask: (number: number) => Promise<Chances>) {
    this.#ask = ask;
  }

  /** How many of these moments are known. */
  done(numbers: readonly number[]): number {
    return numbers.filter((number) => this.known.has(number)).length;
  }

  /** Work out what is not known yet; what is being worked out when it is stopped is still kept. */
  async start(numbers: readonly number[]): Promise<void> {
    const run = (this.#run += 1);
    this.running = true;
    this.failure = null;
    for (const number of coarseToFine(numbers)) {
      if (run !== this.#run) return;
      if (this.known.has(number)) continue;
      try {
        const { chances } = await this.#ask(number);
        this.known = new Map([...this.known, [number, chances]]);
      } catch (error) {
        if (run !== this.#run) return;
        this.failure = error;
        break;
      }
    }
    if (run === this.#run) this.running = false;
  }

  stop(): void {
    this.#run += 1;
    this.running = false;
  }
}

/** First the ends, then the middle, then the middles of what is left: the whole shape is seen soon. */
export function coarseToFine(numbers: readonly number[]): number[] {
  const order: number[] = [];
  const taken = new Set<number>();
  const take = (at: number) => {
    const number = numbers[at];
    if (number !== undefined && !taken.has(at)) {
      taken.add(at);
      order.push(number);
    }
  };
  take(0);
  take(numbers.length - 1);
  let spans: [number, number][] = [[0, numbers.length - 1]];
  while (spans.length) {
    const next: [number, number][] = [];
    for (const [low, high] of spans) {
      if (high - low < 2) continue;
      const middle = (low + high) >> 1;
      take(middle);
      next.push([low, middle], [middle, high]);
    }
    spans = next;
  }
  return order;
}
