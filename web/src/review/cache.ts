/** A cache of a game's moments, so that going back and forth needs no requests. */

export class MomentCache<T> {
  readonly #fetch: (number: number) => Promise<T>;
  readonly #most: number;
  /** Least recently used first. */
  readonly #kept = new Map<number, T>();
  readonly #coming = new Map<number, Promise<T>>();

  /**
   * @param fetch Fetches a moment from the server.
   * @param most The capacity; the least recently used moment is evicted first.
   */
  constructor(fetch: (number: number) => Promise<T>, most = 200) {
    this.#fetch = fetch;
    this.#most = most;
  }

  /** Return a moment if it is cached. */
  peek(number: number): T | undefined {
    return this.#kept.get(number);
  }

  /** Add a moment, or mark it as the most recently used. */
  keep(number: number, moment: T): void {
    this.#kept.delete(number);
    this.#kept.set(number, moment);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#most) break;
      this.#kept.delete(oldest);
    }
  }

  /** Clear the cache; requests still running are not added to it. */
  clear(): void {
    this.#kept.clear();
    this.#coming.clear();
  }

  /** Return a moment from the cache or the server. Concurrent calls share a request, and failures are not cached. */
  get(number: number): Promise<T> {
    const value = this.#kept.get(number);
    if (value !== undefined) {
      this.keep(number, value);
      return Promise.resolve(value);
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

  /** Fetch moments in advance, ignoring failures. */
  prefetch(numbers: Iterable<number>): void {
    for (const number of numbers) {
      if (!this.#kept.has(number) && !this.#coming.has(number)) void this.get(number).catch(() => undefined);
    }
  }
}

/** Return the numbers likely to be requested next, the likeliest first. */
export function neighbours(number: number, last: number, ahead = 3): number[] {
  const neighbours = [number + 1, number - 1];
  for (let step = 2; step <= ahead; step += 1) neighbours.push(number + step);
  return neighbours.filter((neighbour) => neighbour >= 0 && neighbour <= last);
}
