/** All that this browser keeps of the games, as one file: saved, added from a file, deleted. */

import { fieldsOf } from "../storage";
import { DOCUMENTS, ENTRIES, GAMES, openDatabase, result } from "./store";

/** The prefix of the settings and the progress in the browser's storage. */
const PREFIX = "kingdoms.";
const FORMAT = 1;
/** Values that belong to a version or to a session. */
const PASSING = ["kingdoms.answers", "kingdoms.reloaded"];

interface Data {
  kingdoms: number;
  games: Record<string, { head: string; entries: string[] }>;
  documents: Record<string, string>;
  settings: Record<string, string>;
}

const all = (transaction: IDBTransaction, name: string) =>
  Promise.all([
    result(transaction.objectStore(name).getAllKeys()),
    result<string[]>(transaction.objectStore(name).getAll()),
  ]);

/** Return all data as a file. */
export async function ownData(): Promise<Blob> {
  const transaction = (await openDatabase()).transaction([GAMES, ENTRIES, DOCUMENTS]);
  const [[ids, heads], [keys, entries], [names, texts]] = await Promise.all([
    all(transaction, GAMES),
    all(transaction, ENTRIES),
    all(transaction, DOCUMENTS),
  ]);
  const data: Data = { kingdoms: FORMAT, games: {}, documents: {}, settings: {} };
  ids.forEach((id, at) => (data.games[String(id)] = { head: heads[at] ?? "", entries: [] }));
  keys.forEach((key, at) => data.games[String((key as IDBValidKey[])[0])]?.entries.push(entries[at] ?? ""));
  names.forEach((name, at) => (data.documents[String(name)] = texts[at] ?? ""));
  for (const name of Object.keys(localStorage))
    if (name.startsWith(PREFIX) && !PASSING.includes(name)) data.settings[name] = localStorage.getItem(name) ?? "";
  return new Blob([JSON.stringify(data)], { type: "application/json" });
}

/** Return the data in the text of a file, or null if it has none. */
export function readData(text: string): Data | null {
  try {
    const data = fieldsOf(JSON.parse(text));
    const { games, documents, settings } = data;
    const isText = (value: unknown) => typeof value === "string";
    const isGame = (value: unknown) => {
      const { head, entries } = fieldsOf(value);
      return isText(head) && Array.isArray(entries) && entries.every(isText) && isHead(String(head));
    };
    const isWhole =
      data["kingdoms"] === FORMAT &&
      Object.values(fieldsOf(games)).every(isGame) &&
      [documents, settings].every((texts) => Object.values(fieldsOf(texts)).every(isText));
    return isWhole ? (data as unknown as Data) : null;
  } catch {
    return null;
  }
}

const isHead = (head: string) => typeof fieldsOf(fieldsOf(JSON.parse(head))["header"])["id"] === "string";

/** Add data: games that are new, or further than here; documents and settings that are missing. Return the number of games. */
export async function addData(data: Data): Promise<number> {
  const transaction = (await openDatabase()).transaction([GAMES, ENTRIES, DOCUMENTS], "readwrite");
  const [games, entries, documents] = [GAMES, ENTRIES, DOCUMENTS].map((name) => transaction.objectStore(name)) as [
    IDBObjectStore,
    IDBObjectStore,
    IDBObjectStore,
  ];
  let added = 0;
  for (const [id, game] of Object.entries(data.games)) {
    const count = await result(entries.count(IDBKeyRange.bound([id, 0], [id, Infinity])));
    if ((await result(games.getKey(id))) !== undefined && count >= game.entries.length) continue;
    games.put(game.head, id);
    game.entries.forEach((entry, at) => entries.put(entry, [id, at + 1]));
    added += 1;
  }
  for (const [name, text] of Object.entries(data.documents))
    if ((await result(documents.getKey(name))) === undefined) documents.put(text, name);
  for (const [name, text] of Object.entries(data.settings))
    if (name.startsWith(PREFIX) && localStorage.getItem(name) === null) localStorage.setItem(name, text);
  return added;
}

/** Delete everything. */
export async function deleteData(): Promise<void> {
  const transaction = (await openDatabase()).transaction([GAMES, ENTRIES, DOCUMENTS], "readwrite");
  await Promise.all([GAMES, ENTRIES, DOCUMENTS].map((name) => result(transaction.objectStore(name).clear())));
  for (const name of Object.keys(localStorage)) if (name.startsWith(PREFIX)) localStorage.removeItem(name);
}
