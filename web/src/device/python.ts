/** Python in a worker: fetches Pyodide, its standard library and the package, and starts it. */

import type { Part, Parts } from "./messages";

/** The parts of Pyodide's interface in use. */
export interface Python {
  unpackArchive(archive: ArrayBuffer, format: string, options: { extractDir: string }): void;
  runPython(code: string): unknown;
  pyimport(name: string): PyModule;
}
export type PyModule = Record<string, (...values: unknown[]) => unknown>;

type Progress = (bytes: number) => void;

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

/** Put the files of a part, an archive, where Python finds them. */
export const unpack = (python: Python, archive: ArrayBuffer): void =>
  python.unpackArchive(archive, "zip", { extractDir: "/kingdoms" });

/** Start Python with the package. */
export async function startPython(parts: Parts, base: string, progress: Progress = () => {}): Promise<Python> {
  const folder = new URL(parts.pyodide, base).href;
  void import(/* @vite-ignore */ `${folder}pyodide.asm.mjs`).catch(() => null); // what the first script asks for next
  const wasm = opened(parts.wasm, base, progress);
  const standard = contentsOf(parts.standard, base, progress);
  const kingdoms = contentsOf(parts.kingdoms, base, progress);
  kingdoms.catch(() => null); // reported below
  // Pyodide fetches its files by their names; these two are compressed, on hosts that compress nothing, too.
  const originally = self.fetch;
  self.fetch = async (target, options) => {
    if (String(target) === `${folder}pyodide.asm.wasm`)
      return new Response(await wasm, { headers: { "Content-Type": "application/wasm" } });
    if (String(target) === `${folder}standard.zip`) return new Response(await standard);
    return originally(target, options);
  };
  try {
    const { loadPyodide } = (await import(/* @vite-ignore */ `${folder}pyodide.mjs`)) as {
      loadPyodide: (options: object) => Promise<Python>;
    };
    const python = await loadPyodide({
      indexURL: folder,
      stdLibURL: `${folder}standard.zip`,
      lockFileContents: { info: parts.lock, packages: {} },
      packageBaseUrl: folder,
      convertNullToNone: true,
    });
    unpack(python, await kingdoms);
    python.runPython("import sys; sys.path.insert(0, '/kingdoms')");
    return python;
  } finally {
    self.fetch = originally;
  }
}
