/** Something done at the server at somebody's wish: one at a time, and what went wrong is said. */

import { errorText } from "./errors";

export class Errand {
  /** Whether one is under way. */
  busy = $state(false);
  /** What went wrong the last time. */
  fault = $state<string | null>(null);

  /** Do something unless something else is being done. */
  run = async (what: () => Promise<unknown>): Promise<void> => {
    if (this.busy) return;
    this.busy = true;
    this.fault = null;
    try {
      await what();
    } catch (error) {
      this.fault = errorText(error);
    } finally {
      this.busy = false;
    }
  };
}
