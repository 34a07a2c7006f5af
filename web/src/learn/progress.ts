/** How far somebody has come with the lessons, kept in this browser. */

const KEY = "kingdoms.lessons";

export interface Progress {
  /** Lessons that have been finished. */
  done: string[];
  /** The step at which a lesson was left. */
  at: Record<string, number>;
}

/** Read progress from a text; what is not understood is left out. */
export function parseProgress(text: string | null): Progress {
  const found: Progress = { done: [], at: {} };
  try {
    const kept: unknown = JSON.parse(text ?? "{}");
    if (typeof kept !== "object" || kept === null) return found;
    const { done, at } = kept as { done?: unknown; at?: unknown };
    if (Array.isArray(done)) found.done = [...new Set(done.filter((one): one is string => typeof one === "string"))];
    if (typeof at === "object" && at !== null) {
      for (const [id, step] of Object.entries(at)) if (Number.isInteger(step) && (step as number) >= 0) found.at[id] = step as number;
    }
  } catch {
    // Not ours: begin anew.
  }
  return found;
}

export function loadProgress(): Progress {
  try {
    return parseProgress(localStorage.getItem(KEY));
  } catch {
    return parseProgress(null);
  }
}

function save(progress: Progress): Progress {
  try {
    localStorage.setItem(KEY, JSON.stringify(progress));
  } catch {
    // Storage can be forbidden: progress then lasts as long as the page.
  }
  return progress;
}

/** A lesson was left at a step. */
export function reached(progress: Progress, id: string, step: number): Progress {
  return save({ done: progress.done, at: { ...progress.at, [id]: step } });
}

/** A lesson was finished: it begins anew next time. */
export function finished(progress: Progress, id: string): Progress {
  const { [id]: _, ...at } = progress.at;
  return save({ done: progress.done.includes(id) ? progress.done : [...progress.done, id], at });
}

export function forget(): Progress {
  return save({ done: [], at: {} });
}

/** The lesson to go on with: the first that is not done; null when all are. */
export function nextUp(progress: Progress, order: readonly string[]): string | null {
  return order.find((id) => !progress.done.includes(id)) ?? null;
}
