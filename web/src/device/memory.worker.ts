/** The worker that keeps Python's memory for the next visit, which starts sooner with it. It does nothing else. */

import type { Parts } from "./messages";
import { keepMemory } from "./python";
import { scopeOf } from "./scope";

scopeOf<{ parts: Parts; base: string }, never>().onmessage = ({ data: { parts, base } }) =>
  void keepMemory(parts, base)
    .catch(() => null) // the next visit starts as this one did
    .then(() => self.close());
