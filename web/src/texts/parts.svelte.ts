/**
 * The texts of the page in the language of its reader. They are in files of their own, one for each language and group of parts: the build
 * puts `part(...)` in the place of each import of English texts, and `withTexts(...)` around each import of code that needs some.
 */

import { language, observeLanguage, setLanguage } from "../language";
import { keepChoice } from "./choice";

type Part = Record<string, string>;

/** What a group holds: its parts, and the language that they are in, null until they are loaded. */
interface Group {
  parts: Part[];
  tag: string | null;
}

const groups = new Map<string, Group>();
const loads = new Map<string, Promise<readonly Part[]>>();
/** The files lie beside this one. */
const BASE = import.meta.env.DEV ? `${location.origin}/@texts/` : import.meta.url;

let changes = $state(0);
observeLanguage(() => void changes);

/** Load a group. A failure is told as that of a missing file of code is, and the next try begins anew. */
function load(name: string, tag: string): Promise<readonly Part[]> {
  const file = `${name}-${tag}.json`;
  const loading = loads.get(file) ?? fetched(file);
  loads.set(file, loading);
  loading.catch(() => loads.delete(file) && dispatchEvent(new Event("vite:preloadError")));
  return loading;
}

async function fetched(file: string): Promise<readonly Part[]> {
  const answer = await fetch(new URL(file, BASE));
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  return (await answer.json()) as readonly Part[];
}

function groupOf(name: string): Group {
  const known = groups.get(name);
  if (known) return known;
  const group: Group = { parts: [], tag: null };
  groups.set(name, group);
  void load(name, language()).catch(() => null);
  return group;
}

/** What is read again when the language changes. */
const READING: ProxyHandler<Part> = {
  get(texts, name: string) {
    language();
    return texts[name];
  },
};

/** Return the texts at a place in a group. There are none until the group is loaded, and then always those of the present language. */
export function part(name: string, at: number): Part {
  return (groupOf(name).parts[at] ??= new Proxy<Part>({}, READING));
}

function fill(name: string, tag: string, texts: readonly Part[]): void {
  texts.forEach((entries, at) => Object.assign(part(name, at), entries));
  groupOf(name).tag = tag;
}

/** Wait until groups are there in the present language, by default all that have been asked for. */
export async function ready(names: readonly string[] = [...groups.keys()]): Promise<void> {
  const tag = language();
  const missing = names.filter((name) => groupOf(name).tag !== tag);
  if (missing.length === 0) return;
  const texts = await Promise.all(missing.map((name) => load(name, tag)));
  if (tag === language()) missing.forEach((name, at) => fill(name, tag, texts[at] ?? []));
  return ready(names); // the language may have changed meanwhile
}

/** Wait for code and for the groups of texts that it needs, which load beside it. */
export async function withTexts<T>(code: Promise<T>, names?: string): Promise<T> {
  const needed = names?.split(" ").filter(Boolean);
  needed?.forEach(groupOf);
  const module = await code;
  await ready(needed);
  return module;
}

/** Load a part that is a group of its own, as if it were a module. */
export async function partLater(name: string, at: number): Promise<{ default: Part }> {
  groupOf(name);
  await ready([name]);
  return { default: part(name, at) };
}

let wanted = "";

/** Change the language of the page and keep the choice, once all texts that it has loaded are there: all of them at once. */
export async function speak(tag: string): Promise<void> {
  wanted = tag;
  let known: string[] = [];
  let texts: (readonly Part[])[] = [];
  while (known.length < groups.size) {
    known = [...groups.keys()];
    texts = await Promise.all(known.map((name) => load(name, tag)));
  }
  if (wanted !== tag) return;
  known.forEach((name, at) => fill(name, tag, texts[at] ?? []));
  keepChoice(tag); // first: what is fetched anew says the language by the cookie, too
  setLanguage(tag);
  changes += 1;
}
