/** Real questions and entries for tests, written by generate.py. */

import type { Ask, Entry } from "../../../../api/types";
import type { SeaFacts } from "../../types";
import asks from "./asks.json";
import entries from "./entries.json";

export const DECISIONS = ["pay", "rebel", "suppress", "rank", "produce", "build", "leader", "hire", "defend"] as const;

const all = asks as unknown as Record<string, { ask: Ask; view: SeaFacts }>;

/** Return a recorded question and its table. */
export function sampleAsk(decision: string): { ask: Ask; view: SeaFacts } {
  const sample = all[decision];
  if (!sample) throw new Error(`no question of the kind ${decision}: run generate.py`);
  return sample;
}

export const ENTRIES = entries as unknown as Entry[];
