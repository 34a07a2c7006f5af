/** Values kept as JSON in the browser's storage, which may be disabled or hold invalid data. */

export interface Kept<T> {
  load(): T;
  /** Save a value, if possible, and return it. */
  save(value: T): T;
}

/**
 * Return access to the value under a key. `read` turns the stored value, null if there is none, into a valid one. A text that is
 * not JSON is passed to it unparsed.
 */
export function storageOf<T>(key: string, read: (stored: unknown) => T, storage = () => localStorage): Kept<T> {
  return {
    load() {
      let text: string | null = null;
      try {
        text = storage().getItem(key);
        return read(JSON.parse(text ?? "null"));
      } catch {
        return read(text);
      }
    },
    save(value) {
      const text = JSON.stringify(value);
      try {
        // A write would fire a storage event in other windows.
        if (storage().getItem(key) !== text) storage().setItem(key, text);
      } catch {
        // The value lasts as long as the page.
      }
      return value;
    },
  };
}

interface NumberPerGame {
  /** Return the number of a game, or null. */
  get(game: string): number | null;
  set(game: string, number: number): void;
}

const MOST_GAMES = 60;

/** Return access to numbers by game. Only the latest games are kept. */
export function numberPerGame(key: string): NumberPerGame {
  const isPair = (item: unknown): item is [string, number] => Array.isArray(item) && typeof item[1] === "number";
  const numbers = storageOf(key, (stored) => (Array.isArray(stored) ? stored.filter(isPair) : []));
  return {
    get: (game) => numbers.load().find(([id]) => id === game)?.[1] ?? null,
    set(game, number) {
      const otherPairs = numbers.load().filter(([id]) => id !== game);
      numbers.save([[game, number] as [string, number], ...otherPairs].slice(0, MOST_GAMES));
    },
  };
}

/** Return a value as an object with unknown fields, or an empty object if it is none. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** Return a value if it is a string, otherwise null. */
export function stringOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** Return the distinct strings in a list, or none if the value is no list. */
export function stringsIn(value: unknown): string[] {
  return Array.isArray(value) ? [...new Set(value.filter((item): item is string => typeof item === "string"))] : [];
}
