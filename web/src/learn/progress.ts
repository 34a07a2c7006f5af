/** Lesson progress, stored in this browser. */

import { fieldsOf, storageOf, stringsIn } from "../storage";

export interface Progress {
  /** The ids of finished lessons. */
  done: string[];
  /** The step at which each lesson was left, by lesson id. */
  at: Record<string, number>;
}

export const lessonProgress = storageOf("kingdoms.lessons", (stored): Progress => {
  const { done, at } = fieldsOf(stored);
  const steps = Object.entries(fieldsOf(at)).filter(
    (pair): pair is [string, number] => Number.isInteger(pair[1]) && (pair[1] as number) >= 0,
  );
  return { done: stringsIn(done), at: Object.fromEntries(steps) };
});

/** Record the step reached in a lesson. */
export function reached(progress: Progress, id: string, step: number): Progress {
  return lessonProgress.save({ done: progress.done, at: { ...progress.at, [id]: step } });
}

/** Record that a lesson was finished; it starts from the beginning next time. */
export function finished(progress: Progress, id: string): Progress {
  const { [id]: _, ...at } = progress.at;
  return lessonProgress.save({ done: progress.done.includes(id) ? progress.done : [...progress.done, id], at });
}

/** Record that a lesson was finished, for pages that have not loaded the progress. */
export function tick(id: string): void {
  finished(lessonProgress.load(), id);
}

export function forget(): Progress {
  return lessonProgress.save({ done: [], at: {} });
}

/** Return the first unfinished lesson, or null. */
export function nextUp(progress: Progress, order: readonly string[]): string | null {
  return order.find((id) => !progress.done.includes(id)) ?? null;
}
