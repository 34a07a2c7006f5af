/** Python in a worker: fetches Pyodide, its standard library and the package, and starts it. */

import type { Part, Parts } from "./messages";

/** The parts of Pyodide's interface in use. */
export interface Python {
  FS: Files;
  pyimport(name: string): PyModule;
  makeMemorySnapshot(): Uint8Array<ArrayBuffer>;
}
export type PyModule = Record<string, (...values: unknown[]) => unknown>;
interface Files {
  mkdirTree(path: string): void;
  writeFile(path: string, content: Uint8Array, options: { canOwn: boolean }): void;
}

/**
 * What Python starts with: its compiled program, its modules, and the memory of a Python that has imported them, if this device
 * has kept it. One worker fetches it and gives it to the other.
 */
export interface Start {
  program: WebAssembly.Module;
  standard: ArrayBuffer;
  kingdoms: ArrayBuffer;
  memory: ArrayBuffer | null;
}

type Progress = (bytes: number) => void;

/** The folders in which Python looks for modules. */
const [STANDARD, PACKAGE] = ["/lib/python3.14", "/kingdoms"] as const;
/** An archive without files, in place of the one that Pyodide fetches. */
const NO_FILES = Uint8Array.of(80, 75, 5, 6, ...new Array<number>(18).fill(0));
/** The size of a header in an archive, to which its files are padded. */
const BLOCK = 512;
/** The most characters of a name in an archive. */
const NAME = 100;
/** The size of a page of memory. */
const PAGE = 65_536;

/** Return the contents of a compressed part as a stream. `progress` hears of the bytes as they arrive. */
async function openPart(
  part: Part,
  base: string,
  progress: Progress,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const answer = await fetch(new URL(part.path, base));
  if (!answer.ok || !answer.body) throw new Error(`${part.path}: ${answer.status}`);
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      progress(chunk.byteLength);
      controller.enqueue(chunk);
    },
  });
  return answer.body.pipeThrough(counter).pipeThrough(new DecompressionStream("gzip"));
}

/** Return the contents of a compressed part. */
export async function contentsOf(part: Part, base: string, progress: Progress = () => {}): Promise<ArrayBuffer> {
  return new Response(await openPart(part, base, progress)).arrayBuffer();
}

/** Put the files of an archive in the format of tar where Python finds them. */
export function unpack(files: Files, archive: ArrayBuffer, folder: string = PACKAGE): void {
  const decoder = new TextDecoder();
  const text = (from: number, length: number) =>
    decoder.decode(new Uint8Array(archive, from, length)).split("\0")[0] ?? "";
  const folders = new Set<string>();
  for (let at = 0, name = text(at, NAME); name; name = text(at, NAME)) {
    const path = `${folder}/${name}`;
    const parent = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(parent)) files.mkdirTree(parent);
    folders.add(parent);
    const size = parseInt(text(at + 124, 12), 8);
    files.writeFile(path, new Uint8Array(archive, at + BLOCK, size), { canOwn: true });
    at += BLOCK * (1 + Math.ceil(size / BLOCK));
  }
}

/** Fetch what Python starts with; its program is compiled while it arrives. */
export async function fetchStart(parts: Parts, base: string, progress: Progress = () => {}): Promise<Start> {
  const folder = new URL(parts.pyodide, base).href;
  void import(/* @vite-ignore */ `${folder}pyodide.asm.mjs`).catch(() => null); // what Pyodide asks for next
  const wasm = openPart(parts.wasm, base, progress).then(
    (stream) => new Response(stream, { headers: { "Content-Type": "application/wasm" } }),
  );
  const [program, standard, kingdoms, memory] = await Promise.all([
    WebAssembly.compileStreaming(wasm),
    contentsOf(parts.standard, base, progress),
    contentsOf(parts.kingdoms, base, progress),
    keptMemory(parts, base),
  ]);
  return { program, standard, kingdoms, memory };
}

/** Start Python with the package. */
export async function startPython(parts: Parts, base: string, start: Start): Promise<Python> {
  const python = await load(parts, base, start).catch(async (error: unknown) => {
    if (!start.memory) throw error;
    await forgetMemory(base);
    return load(parts, base, { ...start, memory: null });
  });
  python.pyimport("random")["seed"]?.(); // else a kept memory would draw the same each time
  return python;
}

/** Load Python; `keeps`: so that its memory can be kept. */
async function load({ pyodide, lock }: Parts, base: string, start: Start, keeps = false): Promise<Python> {
  const folder = new URL(pyodide, base).href;
  const { program, memory } = start;
  // Pyodide fetches its program and an archive of the standard library by their names: both are here already.
  const { fetch: originalFetch } = self;
  const { instantiateStreaming } = WebAssembly;
  self.fetch = async (target, options) =>
    String(target).startsWith(folder) ? new Response(NO_FILES) : originalFetch(target, options);
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const instance = await WebAssembly.instantiate(program, imports);
    const room = instance.exports["memory"] as WebAssembly.Memory;
    const shortage = (memory?.byteLength ?? 0) - room.buffer.byteLength;
    if (shortage > 0) room.grow(Math.ceil(shortage / PAGE));
    return { module: program, instance };
  };
  try {
    const { loadPyodide } = (await import(/* @vite-ignore */ `${folder}pyodide.mjs`)) as {
      loadPyodide: (options: object) => Promise<Python>;
    };
    return await loadPyodide({
      indexURL: folder,
      stdLibURL: `${folder}none.zip`,
      lockFileContents: { info: lock, packages: {} },
      packageBaseUrl: folder,
      convertNullToNone: true,
      env: { PYTHONPATH: `${STANDARD}:${PACKAGE}` },
      fsInit: (files: Files) => {
        unpack(files, start.standard, STANDARD);
        unpack(files, start.kingdoms);
        return Promise.resolve();
      },
      ...(keeps && { _makeSnapshot: true }),
      ...(memory && { _loadSnapshot: memory }),
    });
  } finally {
    self.fetch = originalFetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  }
}

/** The cache of a page's kept memory. Its name is not among those of the page's versions. */
const cacheOf = (base: string) => `kingdoms-memory ${base}`;
const memoryOf = ({ version }: Parts, base: string) => new URL(`memory?${version}`, base).href;

/** Return the memory that was kept for these parts, or null. */
async function keptMemory(parts: Parts, base: string): Promise<ArrayBuffer | null> {
  try {
    const answer = await caches.match(memoryOf(parts, base), { cacheName: cacheOf(base) });
    const content = answer?.body?.pipeThrough(new DecompressionStream("gzip"));
    return content ? await new Response(content).arrayBuffer() : null;
  } catch {
    return null; // no caches here
  }
}

const forgetMemory = (base: string) => caches.delete(cacheOf(base));

/** Keep the memory of a Python that has imported what a first game needs, unless it is kept already. */
export async function keepMemory(parts: Parts, base: string): Promise<void> {
  if (typeof caches === "undefined" || (await caches.match(memoryOf(parts, base), { cacheName: cacheOf(base) })))
    return;
  const python = await load(parts, base, { ...(await fetchStart(parts, base)), memory: null }, true);
  python.pyimport("kingdoms.device.browser")["prepare"]?.();
  const content = new Blob([python.makeMemorySnapshot()]).stream().pipeThrough(new CompressionStream("gzip"));
  const file = await new Response(content).blob();
  await forgetMemory(base);
  await (await caches.open(cacheOf(base))).put(memoryOf(parts, base), new Response(file));
}
