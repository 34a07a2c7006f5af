/** Python in a worker: fetches Pyodide, its standard library and the package, and starts it. */

import type { Part, Parts } from "./messages";

/** The parts of Pyodide's interface in use. */
export interface Python {
  FS: Files;
  pyimport(name: string): PyModule;
}
export type PyModule = Record<string, (...values: unknown[]) => unknown>;
interface Files {
  mkdirTree(path: string): void;
  writeFile(path: string, content: Uint8Array, options: { canOwn: boolean }): void;
}

/** What Python starts with: its compiled program and its modules. One worker fetches it and gives it to the other. */
export interface Start {
  program: WebAssembly.Module;
  standard: ArrayBuffer;
  kingdoms: ArrayBuffer;
}

type Progress = (bytes: number) => void;

/** The folders in which Python looks for modules. */
const [STANDARD, PACKAGE] = ["/lib/python3.14", "/kingdoms"] as const;
/** An archive without files, in place of the one that Pyodide fetches. */
const NO_FILES = Uint8Array.of(80, 75, 5, 6, ...new Array<number>(18).fill(0));
/** The size of a header in an archive, to which its files are padded. */
const BLOCK = 512;

/** Return the contents of a compressed part as a stream. `progress` hears of the bytes as they arrive. */
async function opened(part: Part, base: string, progress: Progress): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const answer = await fetch(new URL(part.path, base));
  if (!answer.ok || !answer.body) throw new Error(`${part.path}: ${answer.status}`);
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      progress(chunk.byteLength);
      controller.enqueue(chunk);
    },
  });
  return answer.body.pipeThrough(counted).pipeThrough(new DecompressionStream("gzip"));
}

/** Return the contents of a compressed part. */
export async function contentsOf(part: Part, base: string, progress: Progress = () => {}): Promise<ArrayBuffer> {
  return new Response(await opened(part, base, progress)).arrayBuffer();
}

/** Put the files of an archive in the format of tar where Python finds them. */
export function unpack(files: Files, archive: ArrayBuffer, folder: string = PACKAGE): void {
  const decoder = new TextDecoder();
  const text = (from: number, length: number) => decoder.decode(new Uint8Array(archive, from, length)).split("\0")[0] ?? "";
  const folders = new Set<string>();
  for (let at = 0, name; (name = text(at, 100)); ) {
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
export async function fetchStart(parts: Parts, base: string, progress: Progress): Promise<Start> {
  const wasm = opened(parts.wasm, base, progress).then(
    (stream) => new Response(stream, { headers: { "Content-Type": "application/wasm" } }),
  );
  const [program, standard, kingdoms] = await Promise.all([
    WebAssembly.compileStreaming(wasm),
    contentsOf(parts.standard, base, progress),
    contentsOf(parts.kingdoms, base, progress),
  ]);
  return { program, standard, kingdoms };
}

/** Start Python with the package. Its scripts are fetched and read while what it starts with is still to come. */
export async function startPython({ pyodide, lock }: Parts, base: string, start: Promise<Start>): Promise<Python> {
  const folder = new URL(pyodide, base).href;
  void import(/* @vite-ignore */ `${folder}pyodide.asm.mjs`).catch(() => null); // what the first script asks for next
  // Pyodide fetches its program and an archive of the standard library by their names: both come from elsewhere.
  const { fetch: originalFetch } = self;
  const { instantiateStreaming } = WebAssembly;
  self.fetch = async (target, options) =>
    String(target).startsWith(folder) ? new Response(NO_FILES) : originalFetch(target, options);
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const { program } = await start;
    return { module: program, instance: await WebAssembly.instantiate(program, imports) };
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
      fsInit: async (files: Files) => {
        const { standard, kingdoms } = await start;
        unpack(files, standard, STANDARD);
        unpack(files, kingdoms);
      },
    });
  } finally {
    self.fetch = originalFetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  }
}
