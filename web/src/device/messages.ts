/** What the page and its workers say to each other. */

import type { Fault } from "./store";

/** How the reason of a fault begins where puzzles and openings are missing. */
export const LIBRARY = "library";

/** A file that the device needs: its address from the page, its size as it is sent, and whether it is compressed there. */
export interface Part {
  path: string;
  bytes: number;
}

/** The list of the parts, as `kingdoms site` writes it. */
export interface Parts {
  version: string;
  /** The folder of Pyodide's own scripts. */
  pyodide: string;
  /** What Pyodide checks about a list of packages; the list itself is empty. */
  lock: object;
  /** Compressed files by purpose. */
  wasm: Part;
  standard: Part;
  kingdoms: Part;
  schemas: Part;
  /** Whether modules are compiled: Python's memory cannot be kept then. */
  compiled: boolean;
  /** Puzzles and openings, which are fetched after everything else. */
  library: Part;
  /** Answers that are the same for every device until it is ready, by path. */
  answers: Record<string, unknown>;
  /** The files with these answers in other languages, by tag. */
  translated?: Record<string, string>;
}

export interface Sent {
  do: "request" | "stream";
  id: number;
  method: string;
  path: string;
  body: string | null;
}
export type ToTable =
  | { do: "begin"; parts: Parts; base: string; thinker: MessagePort }
  | Sent
  | { do: "follow"; id: number; path: string }
  | { do: "send"; id: number; text: string }
  | { do: "stop"; id: number };

export type FromTable =
  | { is: "progress"; loaded: number; of: number }
  | { is: "ready"; memory: boolean }
  | { is: "failed"; reason: string }
  | { is: "kept"; fault: Fault | null }
  | { is: "fault"; id: number; reason: string }
  | { is: "status"; id: number; status: number; text: string }
  | { is: "line"; id: number; text: string }
  | { is: "end"; id: number; code: number };

/** What a worker that thinks is told, and what it answers. */
export type ToThinker = { id: number; call: string };
export type FromThinker = { id: number; answer: string } | { id: number; fault: string };
