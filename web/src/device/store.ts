/** The games of this device in IndexedDB: heads of games, their entries, and small documents, all as JSON. */

const NAME = "kingdoms";
const VERSION = 1;
export const [GAMES, ENTRIES, DOCUMENTS] = ["games", "entries", "documents"] as const;

/** Errors of a change, which has not been made then: another page has written this entry, or there is no room. */
export const [COLLISION, FULL] = ["collision", "full"] as const;

/** The store that Python calls; see `Store` in `kingdoms.device`. */
export interface Store {
  games(): Promise<string[]>;
  entries(game: string): Promise<string[]>;
  save(game: string, head: string, number: number, entry?: string | null): Promise<void>;
  delete(game: string): Promise<void>;
  document(name: string): Promise<string | null>;
  put(name: string, text: string): Promise<void>;
}

export const result = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("no storage"));
  });

/** Return the keys of a game's entries. */
const entriesOf = (game: string) => IDBKeyRange.bound([game, 0], [game, Infinity]);

/** Open the database. */
export async function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, VERSION);
  request.onupgradeneeded = () => {
    for (const name of [GAMES, ENTRIES, DOCUMENTS]) request.result.createObjectStore(name);
  };
  const database = await result(request);
  database.onversionchange = () => database.close();
  return database;
}

/** Open the store. Where the browser keeps nothing, the store is in memory, as long as the page. */
export async function openStore(): Promise<{ store: Store; memory: boolean }> {
  try {
    return { store: new DatabaseStore(await openDatabase()), memory: false };
  } catch {
    return { store: new MemoryStore(), memory: true };
  }
}

class DatabaseStore implements Store {
  constructor(readonly database: IDBDatabase) {}

  games = () => this.#read<string[]>(GAMES, (games) => games.getAll());
  entries = (game: string) => this.#read<string[]>(ENTRIES, (entries) => entries.getAll(entriesOf(game)));
  document = async (name: string) =>
    (await this.#read<string | undefined>(DOCUMENTS, (documents) => documents.get(name))) ?? null;

  save(game: string, head: string, number: number, entry: string | null = null): Promise<void> {
    return this.#write([GAMES, ENTRIES], (transaction) => {
      transaction.objectStore(GAMES).put(head, game);
      if (entry !== null) transaction.objectStore(ENTRIES).add(entry, [game, number]);
    });
  }

  put(name: string, text: string): Promise<void> {
    return this.#write([DOCUMENTS], (transaction) => transaction.objectStore(DOCUMENTS).put(text, name));
  }

  delete(game: string): Promise<void> {
    return this.#write([GAMES, ENTRIES], (transaction) => {
      transaction.objectStore(GAMES).delete(game);
      transaction.objectStore(ENTRIES).delete(entriesOf(game));
    });
  }

  #read<T>(name: string, request: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    return result(request(this.database.transaction(name).objectStore(name)));
  }

  /** Change the store in one transaction, which is on the disk when this returns. */
  #write(names: string[], change: (transaction: IDBTransaction) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const transaction = this.database.transaction(names, "readwrite", { durability: "strict" });
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => {
        const { name } = transaction.error ?? {};
        const reason =
          name === "ConstraintError" ? COLLISION : name === "QuotaExceededError" ? FULL : `no storage: ${name}`;
        reject(new Error(reason));
      };
      change(transaction);
    });
  }
}

class MemoryStore implements Store {
  #games = new Map<string, { head: string; entries: Map<number, string> }>();
  #documents = new Map<string, string>();

  games = () => Promise.resolve([...this.#games.values()].map(({ head }) => head));
  entries = (game: string) => Promise.resolve([...(this.#games.get(game)?.entries.values() ?? [])]);
  document = (name: string) => Promise.resolve(this.#documents.get(name) ?? null);

  save(game: string, head: string, number: number, entry: string | null = null): Promise<void> {
    const kept = this.#games.get(game) ?? { head, entries: new Map<number, string>() };
    if (entry !== null) kept.entries.set(number, entry);
    this.#games.set(game, { ...kept, head });
    return Promise.resolve();
  }

  put(name: string, text: string): Promise<void> {
    this.#documents.set(name, text);
    return Promise.resolve();
  }

  delete(game: string): Promise<void> {
    this.#games.delete(game);
    return Promise.resolve();
  }
}
