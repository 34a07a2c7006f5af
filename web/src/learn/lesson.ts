/** The structure of lessons and their order within a course. */

import type { Component } from "svelte";
import type { Ask, Position, Seat, TableFacts } from "../api/types";
import type { Mark } from "../board/marks";
import type { SceneProps } from "../board/scene";
import type { Idiom } from "../play/desk/idiom";
import type { Option } from "../play/desk/options";

/** An action offered as an answer. */
interface LessonChoice {
  action: string;
  /** What the learner is to do; there may be several. */
  right?: boolean;
  /** The clause of the rules that forbids the action. */
  refused?: string;
  /** Actions played right after it, each by the seat to move. */
  after?: string[];
}

/** A step: look at something, find something, or choose. Lesson files also have `expect`, the expected state that tests check. */
export interface LessonStep {
  /** The starting position; by default, the end of the previous step. */
  position?: Position;
  /** The viewing seat from this step on; by default, that of the previous step. */
  seat?: Seat;
  /** Actions played before the step, each by the seat to move. */
  play?: string[];
  look?: string[];
  find?: string[];
  choices?: LessonChoice[];
}

export interface Lesson {
  id: string;
  seat: Seat;
  clauses: string[];
  position: Position;
  steps: LessonStep[];
}

/** The props of a component that shows a lesson. */
export interface LessonProps extends Record<string, unknown> {
  course: Course;
  lesson: Lesson;
  /** The step at which the lesson was last left. */
  from: number;
  onstep: (step: number) => void;
  onfinish: () => void;
}

type Loaded<P extends Record<string, unknown>> = () => Promise<{ default: Component<P> }>;

/** A game's lessons. */
export interface Course {
  game: string;
  title: string;
  about: string;
  /** In the recommended order. */
  lessons: readonly Lesson[];
  /** The texts of the lessons, by their names: see `lessonText`. */
  words: Readonly<Record<string, string>>;
  /** The component that shows a lesson on the game's own board. */
  view: Loaded<LessonProps>;
  /** The id of the last lesson: a two-player game at a real table, with the coach on. */
  table: string;
}

/** The parts a game provides to show and answer its lessons. */
export interface LessonParts<F extends TableFacts = TableFacts, O extends Option = Option> {
  /** The board, with a preview of the highlighted answer. */
  Scene: Component<SceneProps<F>>;
  /** The board's aspect ratio: width / height. */
  ratio: number;
  /** The height of the area below the board, a CSS length. */
  beneath: string;
  optionsOf(ask: Ask, facts: F | null): O[];
  /** Return all keys that a picked target can stand for. */
  keysOf(key: string, facts: F): string[];
  marksFor(options: readonly O[], picks: readonly string[]): Record<string, Mark>;
  /** The wording of events and refusals. */
  idiom: Pick<Idiom<F>, "event" | "refusal" | "choice">;
  /** Return the option the picks refer to, or null if there isn't exactly one. */
  pickedOption(options: readonly O[], picks: readonly string[]): O | null;
}

/** Return the lessons in the given files, in the order of `ids`. */
export function inOrder(files: Record<string, Lesson>, ids: readonly string[]): Lesson[] {
  const all = Object.values(files);
  return ids.flatMap((id) => all.find((lesson) => lesson.id === id) ?? []);
}

/** Return the ids of a course's lessons in order, with the table last. */
export function idsOf({ lessons, table }: Course): string[] {
  return [...lessons.map((lesson) => lesson.id), table];
}

/**
 * Return a text of a lesson or of the table; empty if there is none.
 * @param name "title", "about"; "2" for the second step, "2.ask" for its task (without one, the step is only for looking), "2.found" and
 *   "2.missed" for the feedback when its target is picked or something else; "2.choice.1" for its first choice, and "2.choice.1.answer" for
 *   why that is right, or why it is legal but not wanted here. The server says why a choice is illegal.
 */
export function lessonText({ words }: Course, id: string, name: string): string {
  return words[`${id}.${name}`] ?? "";
}

/** Return the id of the next lesson, or null after the last. */
export function lessonAfter(course: Course, id: string): string | null {
  const ids = idsOf(course);
  return ids[ids.indexOf(id) + 1] ?? null;
}

/** Return the marks of a step's targets. */
export function marksOf(step: LessonStep, solved: boolean): Record<string, Mark> {
  const keys = step.look ?? (solved ? step.find : undefined) ?? [];
  return Object.fromEntries(keys.map((key): [string, Mark] => [key, solved && step.find ? "chosen" : "target"]));
}

/** Return the viewing seat at a step. */
export function seatAt({ seat, steps }: Lesson, step: number): Seat {
  return steps.slice(0, step + 1).findLast((step) => step.seat !== undefined)?.seat ?? seat;
}
