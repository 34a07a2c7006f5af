/** What a lesson is made of, and where it stands among a game's others. */

import type { Component } from "svelte";
import type { Ask, Position, Seat, TableFacts } from "../api/types";
import type { Mark } from "../board/marks";
import type { SceneProps } from "../board/scene";
import type { Idiom } from "../play/idiom";
import type { Option } from "../play/options";

/** An action that is offered as an answer. */
export interface LessonChoice {
  action: string;
  /** What the learner is to do; there may be several. */
  right?: boolean;
  /** The clause by which the rules refuse it. */
  refused?: string;
  /** Played at once after it, by whoever has to decide then. */
  after?: string[];
}

/** One step: to look at, to find something, or to choose. `expect`, which the tests read, says what is then so. */
export interface LessonStep {
  /** Begins anew from here; otherwise a step begins where the one before has ended. */
  position?: Position;
  /** Through whose eyes one looks from here on; otherwise whoever it was before. */
  seat?: Seat;
  /** Played before the step, by whoever has to decide then. */
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

/**
 * What is said of a choice: its label, and what is answered to it: why it is right, or, being allowed, why it is not what is
 * wanted here. A choice that the rules refuse needs no answer: the server says why.
 */
export interface ChoiceTexts {
  label: string;
  answer?: string;
}

/** What is said of a step. */
export interface StepTexts {
  text: string;
  /** What the learner is to do; without it the step is for looking. */
  ask?: string;
  choices?: ChoiceTexts[];
  /** To somebody who has found what was to be found, and to somebody who has picked something else. */
  found?: string;
  missed?: string;
}

/** What a lesson says. */
export interface LessonTexts {
  title: string;
  about: string;
  steps: StepTexts[];
}

/** Properties of a component that shows a lesson. */
export interface LessonProps extends Record<string, unknown> {
  course: Course;
  lesson: Lesson;
  /** Where it was left last time. */
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
  /** In the order in which they are best taken. */
  lessons: readonly Lesson[];
  words: Record<string, LessonTexts>;
  /** A lesson on the game's own board. */
  view: Loaded<LessonProps>;
  /** The id of the last lesson: a game for two at a real table, with the coach on. */
  table: string;
}

/** How a game's lessons are shown and answered. */
export interface LessonParts<F extends TableFacts = TableFacts, O extends Option = Option> {
  /** The board, with the changes of the answer that is pointed at. */
  Scene: Component<SceneProps<F>>;
  /** Width by height of the board. */
  ratio: number;
  /** Height of the area below it. */
  beneath: string;
  optionsOf(ask: Ask, facts: F | null): O[];
  /** All keys that a picked target can stand for. */
  keysOf(key: string, facts: F): string[];
  marksFor(options: readonly O[], picks: readonly string[]): Record<string, Mark>;
  /** The words for events and refusals. */
  idiom: Pick<Idiom<F>, "event" | "refusal">;
  /** The option that the picks mean, if they can mean only one. */
  meant(options: readonly O[], picks: readonly string[]): O | null;
}

/** Lessons of the files given, in the order of their ids. */
export function inOrder(files: Record<string, Lesson>, ids: readonly string[]): Lesson[] {
  const all = Object.values(files);
  return ids.flatMap((id) => all.find((lesson) => lesson.id === id) ?? []);
}

/** Return the ids of a course's lessons, in order; the table comes last. */
export function idsOf({ lessons, table }: Course): string[] {
  return [...lessons.map((lesson) => lesson.id), table];
}

/** Return the texts of a lesson or of the table; for an unknown id, empty ones. */
export function textsOf({ words }: Course, id: string): LessonTexts {
  return words[id] ?? { title: id, about: "", steps: [] };
}

/** The words of a step. */
export function stepTexts(course: Course, id: string, step: number): StepTexts {
  return textsOf(course, id).steps[step] ?? { text: "" };
}

/** The words of a choice. */
export function choiceTexts(course: Course, id: string, step: number, choice: number): ChoiceTexts {
  return stepTexts(course, id, step).choices?.[choice] ?? { label: "" };
}

/** What comes behind a lesson; null behind the last. */
export function lessonAfter(course: Course, id: string): string | null {
  const ids = idsOf(course);
  return ids[ids.indexOf(id) + 1] ?? null;
}

/** What a step lays stress on. */
export function marksOf(step: LessonStep, solved: boolean): Record<string, Mark> {
  const keys = step.look ?? (solved ? step.find : undefined) ?? [];
  return Object.fromEntries(keys.map((key): [string, Mark] => [key, solved && step.find ? "chosen" : "target"]));
}

/** Through whose eyes a step is seen. */
export function seatAt({ seat, steps }: Lesson, step: number): Seat {
  return steps.slice(0, step + 1).findLast((one) => one.seat !== undefined)?.seat ?? seat;
}
