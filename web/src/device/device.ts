/** The device as the home of the games: a transport to two workers with Python, instead of to a server. */

import { spoken, type Live, type Transport } from "../api/transport";
import { language } from "../language";
import { loading } from "./loading.svelte";
import type { FromTable, Parts, ToTable } from "./messages";
import type { Fault } from "./store";

/** Milliseconds between two signs of life on a connection; the page takes a silent one for lost. */
const PINGS = 10_000;
const FAILED = 500;

type Heard = Extract<FromTable, { id: number }>;

/** What the page does about the state of the device. */
interface Owner {
  /** The tables answer. `memory`: whether nothing is kept. */
  onready(memory: boolean): void;
  /** The games cannot be loaded, for a reason in words. */
  onfailure(words: string): void;
  /** Something cannot be kept, or can be kept again. */
  onkept(fault: Fault | null): void;
  /** A game was begun or went on. */
  onplay(): void;
  /** Return a reason in words: of a whole failure, or of one request's. */
  words(reason: string, whole: boolean): string;
}

/** Return a path with the language of the page, unless that is English, in which the device answers by itself. */
export const told = (path: string): string => (language() === "en" || path.includes("lang=") ? path : spoken(path));

/** A failure as the server would tell it. */
const refusal = (message: string) => JSON.stringify({ error: { code: "device", clause: null, message } });

/** The workers, and what they have been asked. */
export class Device implements Transport {
  readonly #table: Worker;
  readonly #thinker: Worker;
  readonly #listeners = new Map<number, (message: Heard) => void>();
  #last = 0;
  /** Why the games cannot be loaded, or null. */
  #fault: string | null = null;

  /**
   * Start the workers.
   *
   * @param parts What they load, relative to `base`.
   */
  constructor(
    readonly parts: Parts,
    readonly base: string,
    readonly owner: Owner,
  ) {
    loading.state = "loading";
    this.#table = new Worker(new URL("./table.worker.ts", import.meta.url), { type: "module" });
    this.#thinker = new Worker(new URL("./thinker.worker.ts", import.meta.url), { type: "module" });
    const { port1, port2 } = new MessageChannel();
    this.#table.onmessage = ({ data }: MessageEvent<FromTable>) => this.#hear(data, port2);
    this.#table.onerror = (event) => this.#fail(event.message);
    this.#table.postMessage({ do: "begin", parts, base, thinker: port1 } satisfies ToTable, [port1]);
  }

  async fetch(asked: string, { method = "GET", body = null }: RequestInit = {}): Promise<Response> {
    const path = told(asked);
    const answer = method === "GET" && loading.state !== "ready" ? this.parts.answers[path] : undefined;
    if (answer !== undefined) return Response.json(answer);
    const { status, text } = await this.#ask({ do: "request", method, path, body: body as string | null });
    if (status < 300 && method === "POST" && asked.endsWith("/actions")) this.owner.onplay();
    return new Response(text, { status });
  }

  stream(path: string, { method = "GET", body = null, signal = null }: RequestInit): Promise<Response> {
    return new Promise((resolve) => {
      const encoder = new TextEncoder();
      let isOver = false;
      let controller: ReadableStreamDefaultController<Uint8Array>;
      const stop = () => {
        if (!isOver) this.#post({ do: "stop", id });
        finish();
      };
      const finish = () => {
        if (!isOver) controller.close();
        isOver = true;
        this.#listeners.delete(id);
      };
      const lines = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given), cancel: stop });
      signal?.addEventListener("abort", stop);
      const id = this.#listen((message) => {
        if (message.is === "end") finish();
        else if (message.is === "fault")
          resolve(new Response(refusal(this.owner.words(message.reason, false)), { status: FAILED }));
        else if (message.is === "line") controller.enqueue(encoder.encode(`${message.text}\n`));
        else if (message.status === 200) resolve(new Response(lines));
        else void this.#firstLine(id).then((text) => resolve(new Response(text, { status: message.status })));
      });
      this.#post({ do: "stream", id, method, path: told(path), body: body as string | null });
    });
  }

  live(path: string): Live {
    const connection = new Connection((message) => this.#post({ ...message, id }));
    const id = this.#listen((message) => {
      if (message.is === "line") connection.hear(message.text);
      else if (message.is === "end") connection.end(message.code);
    });
    this.#post({ do: "follow", id, path: told(path) });
    return connection;
  }

  /** Return the text of a refusal, which follows its status. */
  #firstLine(id: number): Promise<string> {
    return new Promise((resolve) => {
      this.#listeners.set(id, (message) => {
        if (message.is === "line") resolve(message.text);
        else this.#listeners.delete(id);
        if (message.is === "end") resolve("");
      });
    });
  }

  #ask(message: { do: "request"; method: string; path: string; body: string | null }) {
    return new Promise<{ status: number; text: string }>((resolve) => {
      if (this.#fault !== null) return resolve({ status: FAILED, text: refusal(this.#fault) });
      const id = this.#listen((answer) => {
        this.#listeners.delete(id);
        if (answer.is === "status") resolve(answer);
        else if (answer.is === "fault")
          resolve({ status: FAILED, text: refusal(this.owner.words(answer.reason, false)) });
      });
      this.#post({ ...message, id });
    });
  }

  #listen(listener: (message: Heard) => void): number {
    this.#last += 1;
    this.#listeners.set(this.#last, listener);
    return this.#last;
  }

  #post(message: ToTable): void {
    this.#table.postMessage(message);
  }

  #hear(message: FromTable, table: MessagePort): void {
    if (message.is === "progress") Object.assign(loading, { loaded: message.loaded, of: message.of });
    else if (message.is === "ready") {
      loading.state = "ready";
      this.#thinker.postMessage({ parts: this.parts, base: this.base, table }, [table]);
      this.owner.onready(message.memory);
    } else if (message.is === "failed") this.#fail(message.reason);
    else if (message.is === "kept") this.owner.onkept(message.fault);
    else this.#listeners.get(message.id)?.(message);
  }

  /** Answer everything that was asked, and whatever will be, with the reason. */
  #fail(reason: string): void {
    loading.state = "ready";
    this.#fault = this.owner.words(reason, true);
    this.owner.onfailure(this.#fault);
    const text = refusal(this.#fault);
    for (const [id, listener] of this.#listeners) listener({ is: "status", id, status: FAILED, text });
  }
}

/** A connection to a table in the worker, with the interface of a socket. */
class Connection implements Live {
  readyState: Live["readyState"] = WebSocket.OPEN;
  onopen: Live["onopen"] = null;
  onmessage: Live["onmessage"] = null;
  onclose: Live["onclose"] = null;
  readonly #post: (message: { do: "send"; text: string } | { do: "stop" }) => void;
  readonly #pings = setInterval(() => this.hear('{"type": "ping"}'), PINGS);

  constructor(post: (message: { do: "send"; text: string } | { do: "stop" }) => void) {
    this.#post = post;
  }

  hear(data: string): void {
    this.onmessage?.call(null as never, new MessageEvent("message", { data }));
  }

  send(text: string): void {
    this.#post({ do: "send", text });
  }

  close(): void {
    if (this.readyState !== WebSocket.OPEN) return;
    this.#post({ do: "stop" });
    this.#over();
  }

  end(code: number): void {
    this.#over();
    this.onclose?.call(null as never, new CloseEvent("close", { code }));
  }

  #over(): void {
    clearInterval(this.#pings);
    this.readyState = WebSocket.CLOSED;
  }
}
