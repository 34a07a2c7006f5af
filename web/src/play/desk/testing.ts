/** A server for tests of composers. */

import { vi } from "vitest";
import type { Ask, TableFacts } from "../../api/types";
import type { Server } from "./composer.svelte";

/** Return a server that takes every action, and the lists of what it has been sent and asked to preview. */
export function fakeServer(
  { ask, view }: { ask: Ask | null; view: TableFacts },
  answers: Partial<Server> = {},
): Server & { sent: string[]; previewed: string[] } {
  const sent: string[] = [];
  const previewed: string[] = [];
  const server = {
    act: vi.fn(async (_id: string, _base: number, action: string) => {
      sent.push(action);
      return { number: 2 };
    }),
    preview: vi.fn(async (_id: string, _base: number, actions: string[]) => {
      previewed.push(...actions);
      return { view, events: [], known: true, ask };
    }),
    explain: vi.fn(async () => ({ legal: false, code: "x", clause: "BR-2", message: "that is not adjacent" })),
    undo: vi.fn(async () => ({ number: 1 })),
    hint: vi.fn(async () => ({
      action: "end",
      words: "",
      reason: "The server's words.",
      why: { id: "reason.end_build" },
    })),
    ...answers,
  };
  return { ...server, sent, previewed } as unknown as Server & { sent: string[]; previewed: string[] };
}
