/** The worker in which bots and searches think, so that the tables always answer. */

import type { FromThinker, Parts, ToThinker } from "./messages";
import { startPython, type PyModule } from "./python";
import { scopeOf } from "./scope";

interface Begin {
  parts: Parts;
  base: string;
  table: MessagePort;
}

/** Answer the questions of the table, each a short step, in their order. */
async function serve({ parts, base, table }: Begin): Promise<void> {
  const thinking = startPython(parts, base).then((python): PyModule => python.pyimport("kingdoms.device.thinking"));
  table.onmessage = async ({ data: { id, call } }: MessageEvent<ToThinker>) => {
    try {
      const answer = String((await thinking)["answer"]?.(call));
      table.postMessage({ id, answer } satisfies FromThinker);
    } catch (error) {
      table.postMessage({ id, fault: String(error) } satisfies FromThinker);
    }
  };
}

scopeOf<Begin, never>().onmessage = ({ data }) => void serve(data);
