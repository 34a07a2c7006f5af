/** The games of this device in IndexedDB: heads of games, their entries, and small documents, all as JSON. */

const NAME = "kingdoms";
const VERSION = 1;
export const [GAMES, ENTRIES, DOCUMENTS] = ["games", "entries", "documents"] as const;

/** Why a change was not made: another tab was faster, there is no room, or the browser has closed the store. */
const [COLLISION, FULL, CLOSED] = ["collision", "full", "closed"] as const;
export type Fault = typeof FULL | typeof CLOSED | "failed";

/** Hears whether the last change was kept, and which games have changed. */
export interface StoreListener {
  onfault(fault: Fault | null): void;
  onchange(game: string): void;
}

/** Return the reason for an error of the browser, as the words that Python looks for. */
function reasonOf(error: unknown): typeof COLLISION | Fault {
  const { name, message } = error as Error;
  if (name === "ConstraintError" || message === COLLISION) return COLLISION;
  if (name === "QuotaExceededError") return FULL;
  return name === "InvalidStateError" ? CLOSED : "failed";
}

/** The store that Python calls; see `Store` in `kingdoms.device`. */
export interface Store {
  games(): Promise<string[]>;
  entries(game: string): Promise<string[]>;
  save(game: string, before: string | null, head: string, number: number, entries: string): Promise<void>;
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
export async function openStore(listener: StoreListener): Promise<{ store: Store; memory: boolean }> {
  try {
    return { store: new DatabaseStore(await openDatabase(), listener), memory: false };
  } catch {
    return { store: new MemoryStore(), memory: true };
  }
}

class DatabaseStore implements Store {
  #fault: Fault | null = null;

  constructor(
    readonly database: IDBDatabase,
    readonly listener: StoreListener,
  ) {
    database.onclose = () => this.#say(CLOSED);
    database.onversionchange = () => {
      database.close(); // for a newer version of this page, or for the person who deletes it
      this.#say(CLOSED);
    };
  }

  games = () => this.#read<string[]>(GAMES, (games) => games.getAll());
  entries = (game: string) => this.#read<string[]>(ENTRIES, (entries) => entries.getAll(entriesOf(game)));
  document = async (name: string) =>
    (await this.#read<string | undefined>(DOCUMENTS, (documents) => documents.get(name))) ?? null;

  async save(game: string, before: string | null, head: string, number: number, entries: string): Promise<void> {
    await this.#write([GAMES, ENTRIES], (transaction) => {
      const games = transaction.objectStore(GAMES);
      const request: IDBRequest<string | undefined> = games.get(game);
      request.onsuccess = () => {
        if ((request.result ?? null) === (before ?? null)) games.put(head, game);
        else transaction.abort(); // another tab has changed the game
      };
      const lines = entries === "" ? [] : entries.split("\n");
      lines.forEach((line, at) => transaction.objectStore(ENTRIES).add(line, [game, number + at]));
    });
    this.listener.onchange(game);
  }

  put(name: string, text: string): Promise<void> {
    return this.#write([DOCUMENTS], (transaction) => transaction.objectStore(DOCUMENTS).put(text, name));
  }

  async delete(game: string): Promise<void> {
    await this.#write([GAMES, ENTRIES], (transaction) => {
      transaction.objectStore(GAMES).delete(game);
      transaction.objectStore(ENTRIES).delete(entriesOf(game));
    });
    this.listener.onchange(game);
  }

  async #read<T>(name: string, request: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    try {
      return await result(request(this.database.transaction(name).objectStore(name)));
    } catch (error) {
      throw new Error(reasonOf(error));
    }
  }

  /** Change the store in one transaction, which is on the disk when this returns. */
  async #write(names: string[], change: (transaction: IDBTransaction) => void): Promise<void> {
    try {
      const transaction = this.database.transaction(names, "readwrite", { durability: "strict" });
      await new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error ?? new Error(COLLISION));
        try {
          change(transaction);
        } catch (error) {
          transaction.abort();
          reject(error as Error);
        }
      });
      this.#say(null);
    } catch (error) {
      const reason = reasonOf(error);
      if (reason !== COLLISION) this.#say(reason);
      throw new Error(reason);
    }
  }

  #say(fault: Fault | null): void {
    if (fault !== this.#fault) this.listener.onfault(fault);
    this.#fault = fault;
  }
}

class MemoryStore implements Store {
  #games = new Map<string, { head: string; entries: string[] }>();
  #documents = new Map<string, string>();

  games = () => Promise.resolve([...this.#games.values()].map(({ head }) => head));
  entries = (game: string) => Promise.resolve(this.#games.get(game)?.entries ?? []);
  document = (name: string) => Promise.resolve(this.#documents.get(name) ?? null);

  save(game: string, _before: string | null, head: string, _number: number, entries: string): Promise<void> {
    const previous = this.#games.get(game)?.entries ?? [];
    this.#games.set(game, { head, entries: [...previous, ...(entries === "" ? [] : entries.split("\n"))] });
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
