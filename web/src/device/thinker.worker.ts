/** The worker in which bots and searches think, so that the tables always answer. */

import type { FromThinker, Parts, ToThinker } from "./messages";
import { startPython, type Start } from "./python";
import { scopeOf } from "./scope";

interface Begin {
  parts: Parts;
  base: string;
  table: MessagePort;
}

/** Answer the questions of the table, each a short step, in their order. Before them, it sends what Python starts with. */
function serve({ parts, base, table }: Begin): void {
  const thinking = new Promise<Start>((resolve) => {
    table.onmessage = ({ data }: MessageEvent<Start>) => {
      table.onmessage = answer;
      resolve(data);
    };
  })
    .then((start) => startPython(parts, base, start))
    .then((python) => python.pyimport("kingdoms.device.thinking"));
  const answer = async ({ data: { id, call } }: MessageEvent<ToThinker>) => {
    try {
      const answer = String((await thinking)["answer"]?.(call));
      table.postMessage({ id, answer } satisfies FromThinker);
    } catch (error) {
      table.postMessage({ id, fault: String(error) } satisfies FromThinker);
    }
  };
}

scopeOf<Begin, never>().onmessage = ({ data }) => serve(data);
