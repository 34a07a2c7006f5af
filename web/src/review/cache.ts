/** Moments of a game that have been fetched, so that going back and forth costs nothing. */

export class MomentCache<T> {
  readonly #fetch: (number: number) => Promise<T>;
  readonly #most: number;
  /** In the order in which they were last wanted. */
  readonly #kept = new Map<number, T>();
  readonly #coming = new Map<number, Promise<T>>();

  /**
   * @param fetch Gets a moment from the server.
   * @param most How many are kept; the one that was wanted longest ago goes first.
   */
  constructor(fetch: (number: number) => Promise<T>, most = 200) {
    this.#fetch = fetch;
    this.#most = most;
  }

  /** A moment if it is here. */
  peek(number: number): T | undefined {
    return this.#kept.get(number);
  }

  /** Put in what is known from elsewhere. */
  keep(number: number, moment: T): void {
    this.#kept.delete(number);
    this.#kept.set(number, moment);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#most) break;
      this.#kept.delete(oldest);
    }
  }

  /** Forget all of it: from now on moments are told differently. */
  clear(): void {
    this.#kept.clear();
    this.#coming.clear();
  }

  /** Get a moment, from here or from the server; asked for twice it is fetched once, and a failure is not kept. */
  get(number: number): Promise<T> {
    const kept = this.#kept.get(number);
    if (kept !== undefined) {
      this.keep(number, kept);
      return Promise.resolve(kept);
    }
    const coming = this.#coming.get(number);
    if (coming) return coming;
    const fetched = this.#fetch(number).then(
      (moment) => {
        if (this.#coming.get(number) === fetched) {
          this.#coming.delete(number);
          this.keep(number, moment);
        }
        return moment;
      },
      (error: unknown) => {
        if (this.#coming.get(number) === fetched) this.#coming.delete(number);
        throw error;
      },
    );
    this.#coming.set(number, fetched);
    return fetched;
  }

  /** Get some moments ahead of need; failures do not matter. */
  prefetch(numbers: Iterable<number>): void {
    for (const number of numbers) {
      if (!this.#kept.has(number) && !this.#coming.has(number)) void this.get(number).catch(() => undefined);
    }
  }
}

/** The numbers that will likely be wanted next, the likeliest first. */
export function neighbours(number: number, last: number, ahead = 3): number[] {
  const wanted = [number + 1, number - 1];
  for (let step = 2; step <= ahead; step += 1) wanted.push(number + step);
  return wanted.filter((one) => one >= 0 && one <= last);
}
