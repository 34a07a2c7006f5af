import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Device } from "./device";
import { loading } from "./loading.svelte";
import type { FromTable, Parts, ToTable } from "./messages";
import { unpack } from "./python";

/** A worker whose answers a test gives. */
class FakeWorker {
  static all: FakeWorker[] = [];
  onmessage: ((event: { data: FromTable }) => void) | null = null;
  onerror: ((event: { message: string }) => void) | null = null;
  sent: ToTable[] = [];
  constructor(readonly url: URL) {
    FakeWorker.all.push(this);
  }
  postMessage(message: ToTable): void {
    this.sent.push(message);
  }
  says(...messages: FromTable[]): void {
    for (const data of messages) this.onmessage?.({ data });
  }
}

const parts = { answers: { "/api/catalogue": { games: [] } } } as unknown as Parts;
let device: Device;
let table: FakeWorker;
let readiness: boolean[];
let faults: (string | null)[];
let plays: number;
const last = () => table.sent.at(-1) as Extract<ToTable, { id: number }>;

beforeEach(() => {
  vi.stubGlobal("Worker", FakeWorker);
  FakeWorker.all = [];
  readiness = [];
  faults = [];
  plays = 0;
  device = new Device(parts, "https://host.example/play/", {
    onready: (memory) => void readiness.push(memory),
    onfailure: () => undefined,
    onkept: (fault) => void faults.push(fault),
    onplay: () => void (plays += 1),
    words: (reason, whole) => `${whole ? "All" : "It"} is ${reason}.`,
  });
  table = FakeWorker.all[0] as FakeWorker;
});
afterEach(() => vi.unstubAllGlobals());

it("answers what is prepared until it is ready, and passes on the rest", async () => {
  expect(await (await device.fetch("/api/catalogue")).json()).toEqual({ games: [] });
  expect(table.sent).toHaveLength(1);
  table.says({ is: "progress", loaded: 3, of: 6 }, { is: "ready", memory: true });
  expect([loading.loaded, loading.of, loading.state, readiness]).toEqual([3, 6, "ready", [true]]);
  expect(FakeWorker.all[1]?.sent).toHaveLength(1); // what thinks is started once the tables are there
  const answer = device.fetch("/api/catalogue");
  expect(last()).toMatchObject({ do: "request", method: "GET", path: "/api/catalogue", body: null });
  table.says({ is: "status", id: last().id, status: 200, text: '{"games": [1]}' });
  expect(await (await answer).json()).toEqual({ games: [1] });
});

it("streams lines, and stops the work when nobody listens any more", async () => {
  const stopping = new AbortController();
  const answer = device.stream("/api/x/analysis", { signal: stopping.signal });
  const { id } = last();
  table.says({ is: "status", id, status: 200, text: "" }, { is: "line", id, text: "1" }, { is: "line", id, text: "2" });
  const reader = (await answer).body?.pipeThrough(new TextDecoderStream()).getReader();
  expect([(await reader?.read())?.value, (await reader?.read())?.value]).toEqual(["1\n", "2\n"]);
  stopping.abort();
  expect(last()).toEqual({ do: "stop", id });
  expect((await reader?.read())?.done).toBe(true);
  table.says({ is: "line", id, text: "too late" }, { is: "end", id, code: 1000 });
});

it("tells why a stream is refused", async () => {
  const answer = device.stream("/api/x/analysis", {});
  const { id } = last();
  table.says(
    { is: "status", id, status: 404, text: "" },
    { is: "line", id, text: '{"error": {}}' },
    { is: "end", id, code: 1000 },
  );
  expect([(await answer).status, await (await answer).text()]).toEqual([404, '{"error": {}}']);
});

it("follows a game until either side ends it", () => {
  const messages: string[] = [];
  const codes: number[] = [];
  const connection = device.live("/api/games/x/live");
  connection.onmessage = ({ data }: MessageEvent<string>) => void messages.push(data);
  connection.onclose = ({ code }) => void codes.push(code);
  const { id } = last();
  table.says({ is: "line", id, text: "hello" });
  connection.send("seen");
  expect(last()).toEqual({ do: "send", id, text: "seen" });
  table.says({ is: "end", id, code: 4404 });
  expect([messages, codes, connection.readyState]).toEqual([["hello"], [4404], WebSocket.CLOSED]);
  const other = device.live("/api/games/y/live");
  other.close();
  expect(last()).toMatchObject({ do: "stop" });
});

it("tells why one request has failed, and whether things are kept", async () => {
  const answer = device.fetch("/api/puzzles");
  table.says(
    { is: "fault", id: last().id, reason: "broken" },
    { is: "kept", fault: "full" },
    { is: "kept", fault: null },
  );
  expect(await (await answer).json()).toMatchObject({ error: { message: "It is broken." } });
  expect(faults).toEqual(["full", null]);
  for (const status of [507, 200]) {
    const played = device.fetch("/api/games/x/actions", { method: "POST", body: "{}" });
    table.says({ is: "status", id: last().id, status, text: "{}" });
    await played;
  }
  expect(plays).toBe(1);
});

it("answers everything with the reason once it has failed", async () => {
  const before = device.fetch("/api/me");
  table.onerror?.({ message: "out of memory" });
  for (const answer of [await before, await device.fetch("/api/me")]) {
    expect(answer.status).toBe(500);
    expect(await answer.json()).toMatchObject({ error: { message: "All is out of memory." } });
  }
});

it("unpacks the files of an archive where Python finds them", () => {
  const archive = new Uint8Array(512 * 6);
  const write = (at: number, text: string) => archive.set(new TextEncoder().encode(text), at);
  write(0, "kingdoms/a.pyc");
  write(124, "00000001001"); // 513 bytes, in octal
  write(512, "x".repeat(513));
  write(1536, "b.json");
  write(1536 + 124, "00000000002");
  write(2048, "{}");
  const written: [string, string][] = [];
  const folders: string[] = [];
  const writeFile = (path: string, content: Uint8Array) => void written.push([path, new TextDecoder().decode(content)]);
  unpack({ mkdirTree: (path) => void folders.push(path), writeFile }, archive.buffer);
  expect(folders).toEqual(["/kingdoms/kingdoms", "/kingdoms"]);
  expect(written).toEqual([
    ["/kingdoms/kingdoms/a.pyc", "x".repeat(513)],
    ["/kingdoms/b.json", "{}"],
  ]);
});
