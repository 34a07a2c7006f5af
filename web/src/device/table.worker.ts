/** The worker in which the tables are: it answers requests as a server does, with `kingdoms.device`. */

import type { FromTable, FromThinker, Parts, Sent, ToTable, ToThinker } from "./messages";
import { LIBRARY } from "./messages";
import { contentsOf, fetchStart, startPython, unpack, type Python } from "./python";
import { scopeOf } from "./scope";
import { openStore, type Fault } from "./store";

interface Answer extends Iterable<number | string> {
  toJs(): [number, string];
  destroy(): void;
}
interface Device {
  start(): Promise<void>;
  refresh(game: string): Promise<void>;
  request(method: string, path: string, body: string | null): Promise<Answer>;
  stream(method: string, path: string, body: string | null): AsyncIterable<number | string>;
  follow(path: string, send: (text: string) => void): Promise<{ receive?(text: string): void; close(): void }>;
}

const scope = scopeOf<ToTable, FromTable>();
const tell = (message: FromTable) => scope.postMessage(message);

/** Requests that read puzzles or openings, which come after everything else. */
const READS_LIBRARY = /^\/api\/(puzzles|explorer|me\/(study|path))/;
/** The ends of a connection that nobody has closed for a reason, and of one that has failed. */
const [ENDED, BROKEN] = [1000, 1011];
/** The tabs with these games, which tell each other what has changed. */
const tabs = new BroadcastChannel("kingdoms");

let device: Promise<Device>;
let library: () => Promise<void>;
/** What is under way for the page, by number: how to end it. */
const running = new Map<number, () => void>();
const followers = new Map<number, { receive?(text: string): void }>();

/** Return a thinker that asks the other worker; its answers come in the order of the questions. */
function thinkerOf(port: MessagePort): { ask(call: string): Promise<string> } {
  const questions = new Map<number, { resolve(answer: string): void; reject(error: Error): void }>();
  let last = 0;
  port.onmessage = ({ data }: MessageEvent<FromThinker>) => {
    const question = questions.get(data.id);
    questions.delete(data.id);
    if ("fault" in data) question?.reject(new Error(data.fault));
    else question?.resolve(data.answer);
  };
  const ask = (call: string) =>
    new Promise<string>((resolve, reject) => {
      last += 1;
      questions.set(last, { resolve, reject });
      port.postMessage({ id: last, call } satisfies ToThinker);
    });
  return { ask };
}

async function begin({ parts, base, thinker }: Extract<ToTable, { do: "begin" }>): Promise<Device> {
  const of = [parts.wasm, parts.standard, parts.kingdoms, parts.schemas].reduce((sum, { bytes }) => sum + bytes, 0);
  let bytesLoaded = 0;
  const progress = (bytes: number) => tell({ is: "progress", loaded: (bytesLoaded += bytes), of });
  const schemas = contentsOf(parts.schemas, base, progress);
  const [{ store, memory }, start] = await Promise.all([openStore(listener), fetchStart(parts, base, progress)]);
  const python = await startPython(parts, base, start);
  thinker.postMessage(start); // before any question
  const browser = python.pyimport("kingdoms.device.browser");
  const tables = (await browser["start"]?.(
    store,
    thinkerOf(thinker),
    new TextDecoder().decode(await schemas),
  )) as Device;
  tabs.onmessage = ({ data }: MessageEvent<string>) =>
    void Promise.resolve(tables.refresh(data)).catch((error: unknown) => console.error(error));
  library = once(() => unpackLibrary(python, parts, base));
  tell({ is: "ready", memory });
  return tables;
}

const listener = {
  onfault: (fault: Fault | null) => tell({ is: "kept", fault }),
  onchange: (game: string) => tabs.postMessage(game),
};

const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let value: Promise<T> | null = null;
  return () => {
    value ??= make();
    value.catch(() => (value = null));
    return value;
  };
};

async function unpackLibrary(python: Python, parts: Parts, base: string): Promise<void> {
  const archive = await contentsOf(parts.library, base).catch((error: unknown) => {
    throw new Error(`${LIBRARY}: ${String(error)}`);
  });
  unpack(python.FS, archive);
}

async function request({ id, method, path, body }: Sent): Promise<void> {
  const answer = await (await device).request(method, path, body);
  const [status, text] = answer.toJs();
  answer.destroy();
  tell({ is: "status", id, status, text });
}

async function stream({ id, method, path, body }: Sent): Promise<void> {
  const lines = (await device).stream(method, path, body);
  const iterator = lines[Symbol.asyncIterator]();
  let [begun, stopped] = [false, false];
  running.set(id, () => void (stopped = true)); // Python cannot end a generator between two lines
  try {
    while (!stopped) {
      const { done, value } = await iterator.next();
      if (done) break;
      if (!begun) tell({ is: "status", id, status: Number(value), text: "" });
      else tell({ is: "line", id, text: String(value) });
      begun = true;
    }
    await iterator.return?.();
  } finally {
    running.delete(id);
    tell({ is: "end", id, code: ENDED });
  }
}

async function follow({ id, path }: Extract<ToTable, { do: "follow" }>): Promise<void> {
  try {
    const follower = await (await device).follow(path, (text) => tell({ is: "line", id, text }));
    followers.set(id, follower);
    running.set(id, () => follower.close());
  } catch (error) {
    const code = /CloseCode\D*(\d{4})/.exec(String(error))?.[1];
    tell({ is: "end", id, code: Number(code ?? BROKEN) });
    if (code === undefined) throw error;
  }
}

scope.onmessage = ({ data }) => {
  if (data.do === "begin") {
    device = begin(data);
    device.catch((error: unknown) => tell({ is: "failed", reason: String(error) }));
  } else if (data.do === "stop") {
    running.get(data.id)?.();
    running.delete(data.id);
    followers.delete(data.id);
  } else if (data.do === "send") followers.get(data.id)?.receive?.(data.text);
  else
    void work(data).catch((error: unknown) => {
      console.error(error);
      tell({ is: "fault", id: data.id, reason: String(error) });
    });
};

async function work(message: Sent | Extract<ToTable, { do: "follow" }>): Promise<void> {
  await device;
  if (READS_LIBRARY.test(message.path)) await library();
  if (message.do === "follow") await follow(message);
  else if (message.do === "stream") await stream(message);
  else await request(message);
}
