/** Requests by the visitor, one at a time. */

import { errorText } from "./errors";

export class Task {
  busy = $state(false);
  /** The error of the last run, or null. */
  error = $state.raw<unknown>(null);
  /** The error in words. */
  fault = $derived(this.error === null ? null : errorText(this.error));

  /** Run a request, unless another one is running. */
  run = async (request: () => Promise<unknown>): Promise<void> => {
    if (this.busy) return;
    this.busy = true;
    this.error = null;
    try {
      await request();
    } catch (error) {
      this.error = error;
    } finally {
      this.busy = false;
    }
  };
}
