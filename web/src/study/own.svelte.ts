/**
 * The visitor's own study, kept in this browser, and by the server for people with an account.
 *
 * Signing out deletes the copy in this browser once the account has all of it. If the session was ended elsewhere, the copy stays;
 * what is studied after that is sent to whoever signs in next, and the copy is then replaced by theirs.
 */

import * as requests from "../api/practice";
import type { Mistake, PuzzleSummary, Study } from "../api/practice";
import { ownName } from "../home";
import { fieldsOf, storageOf, stringsIn } from "../storage";
import { EMPTY, merge } from "./study";

interface Copy {
  study: Study;
  /** What the server has not been sent yet. */
  unsent: Study;
  /** Whether the server keeps the study, as far as this browser knows. */
  kept: boolean;
}

const MOST_TRIES = 10_000;

/** The puzzles that an earlier version of this client has noted as solved. */
const formerly = storageOf("kingdoms.puzzles", stringsIn);

function readStudy(stored: unknown): Study {
  const { puzzles, mistakes, days, best, rating } = fieldsOf(stored);
  const whole = (entry: unknown, ...numbers: string[]) =>
    numbers.every((name) => typeof fieldsOf(entry)[name] === "number");
  const entries = (value: unknown, ...numbers: string[]) =>
    Object.fromEntries(Object.entries(fieldsOf(value)).filter(([, entry]) => whole(entry, "at", "tries", ...numbers)));
  return {
    puzzles: entries(puzzles, "points") as Study["puzzles"],
    mistakes: entries(mistakes, "loss") as Study["mistakes"],
    days: stringsIn(days),
    best: typeof best === "number" ? best : 0,
    rating: whole(rating, "rating", "spread", "attempts") ? (rating as Study["rating"]) : null,
  };
}

function readCopy(stored: unknown): Copy {
  const { study, unsent, kept } = fieldsOf(stored);
  return { study: readStudy(study), unsent: readStudy(unsent), kept: kept === true };
}

const copy = storageOf(ownName("study"), readCopy);

const isEmpty = (study: Study) => JSON.stringify(merge(study, EMPTY)) === JSON.stringify(EMPTY);
const now = () => Math.floor(Date.now() / 1000);

class OwnStudy {
  #copy = $state.raw(copy.load());

  constructor() {
    const solved = formerly.load();
    if (solved.length === 0) return;
    const entry = { at: 0, right: true, theme: "-", points: 1000, tries: 1, solved: true };
    this.#add({
      puzzles: Object.fromEntries(solved.map((name) => [name, { ...entry, game: name.split("-")[0] || "-" }])),
    });
    formerly.save([]);
  }

  get study(): Study {
    return this.#copy.study;
  }

  /** Whether the server keeps the study, as far as this browser knows. */
  get kept(): boolean {
    return this.#copy.kept;
  }

  /** Read the copy again, and exchange what is new with the server, if it keeps a study for this visitor. */
  sync = async (): Promise<void> => {
    this.#copy = copy.load();
    let { unsent } = this.#copy;
    let answer = this.#copy.kept && !isEmpty(unsent) ? await requests.sendStudy(unsent) : await requests.ownStudy();
    if (answer.kept && !this.#copy.kept && !isEmpty(unsent))
      answer = await requests.sendStudy((unsent = this.#copy.unsent));
    if (!answer.kept) return this.#save({ ...this.#copy, kept: false });
    // More may have come in the meantime.
    const rest = JSON.stringify(this.#copy.unsent) === JSON.stringify(unsent) ? EMPTY : this.#copy.unsent;
    this.#save({ study: merge(answer.study, rest), unsent: rest, kept: true });
  };

  /** Note the result of an attempt at a puzzle. Return the rating after a first attempt and before it, in points; else null. */
  async noteAttempt(puzzle: PuzzleSummary, solved: boolean): Promise<{ points: number; change: number } | null> {
    const { name, game, theme, rating: points } = puzzle;
    const before = this.study.puzzles[name];
    const entry = before ?? { at: now(), right: solved, game, theme, points, tries: 0, solved: false };
    this.#add({ puzzles: { [name]: { ...entry, tries: nextTry(entry.tries), solved: entry.solved || solved } } });
    const rating = this.study.rating;
    const answer = before
      ? null
      : await requests.rated(rating && { rating: rating.rating, spread: rating.spread }, name, solved);
    if (answer) this.#add({ rating: { ...answer.rating, attempts: (rating?.attempts ?? 0) + 1 } });
    void this.#send();
    return answer && { points: answer.points, change: answer.points - pointsOf(rating) };
  }

  /** Note that the puzzle of a day was solved on that day. */
  noteDay(day: string): void {
    this.#add({ days: [day] });
    void this.#send();
  }

  /** Note the number of puzzles solved in a run, and return whether it is the best so far. */
  noteRun(count: number): boolean {
    const isBest = count > this.study.best;
    this.#add({ best: count });
    void this.#send();
    return isBest;
  }

  /** Note mistakes by game id and entry number. */
  noteMistakes(mistakes: Record<string, Pick<Mistake, "game" | "seats" | "loss">>): void {
    const fresh = Object.entries(mistakes).filter(([key]) => !this.study.mistakes[key]);
    if (fresh.length === 0) return;
    const at = now();
    this.#add({
      mistakes: Object.fromEntries(
        fresh.map(([key, of]) => [key, { at, tries: 0, solved: false, gone: false, ...of }]),
      ),
    });
    void this.#send();
  }

  /** Note another try at a mistake, or that its game is gone. */
  noteTry(key: string, { solved = false, gone = false }): void {
    const before = this.study.mistakes[key];
    if (!before) return;
    const after = { ...before, solved: before.solved || solved, gone: before.gone || gone };
    this.#add({ mistakes: { [key]: { ...after, tries: nextTry(before.tries) } } });
    void this.#send();
  }

  /** Delete the study here and, if it is kept there, on the server. */
  async clear(): Promise<void> {
    if (this.#copy.kept) await requests.clearStudy();
    this.forget();
  }

  /** Delete the copy in this browser. */
  forget(): void {
    this.#save({ study: EMPTY, unsent: EMPTY, kept: false });
  }

  #add(part: Partial<Study>): void {
    const { study, unsent, kept } = this.#copy;
    const more = { ...EMPTY, ...part };
    this.#save({ study: merge(study, more), unsent: merge(unsent, more), kept });
  }

  /** Send what is new, if the server keeps it; if that fails, the next `sync` does. */
  async #send(): Promise<void> {
    if (this.#copy.kept) await this.sync().catch(() => undefined);
  }

  #save(changed: Copy): void {
    this.#copy = copy.save(changed);
  }
}

const nextTry = (tries: number) => Math.min(tries + 1, MOST_TRIES);

/** Points of a rating, as the server counts them; without one, those of a new solver. */
export const pointsOf = (rating: Study["rating"]): number => 500 + Math.round(20 * (rating?.rating ?? 25));
/** Half the width of the 95% interval of a rating, in points. */
export const spreadOf = (rating: NonNullable<Study["rating"]>): number => Math.round(40 * rating.spread);

export const ownStudy = new OwnStudy();
