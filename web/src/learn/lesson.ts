/** What a lesson is made of. The lessons lie in `lessons/`, one file each; their words in `texts/en/lessons.ts`. */

import type { Facts, Seat } from "../api/types";
import { keyOf, type Mark, type Thing } from "../board/types";
import { lessons as words, type ChoiceTexts, type LessonTexts, type StepTexts } from "../texts/en/lessons";

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
  position?: unknown;
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
  position: unknown;
  steps: LessonStep[];
}

/** The lessons in the order in which they are best taken. */
export const ORDER: readonly string[] = [
  "table",
  "building",
  "roads-and-ports",
  "production",
  "cut-off",
  "control",
  "dominance",
  "king",
  "a-port-falls",
  "a-city-falls",
  "striking-back",
  "missionaries",
  "winning",
];

/** The lesson behind all others, which is a game of its own. */
export const GUIDED = "first-round";

const files = import.meta.glob<Lesson>("./lessons/*.json", { eager: true, import: "default" });

/** All lessons, in order. */
export const LESSONS: readonly Lesson[] = ORDER.flatMap((id) => files[`./lessons/${id}.json`] ?? []);

/** The words of a lesson; empty ones if there are none. */
export function textsOf(id: string): LessonTexts {
  return words[id] ?? { title: id, about: "", steps: [] };
}

/** The words of a step. */
export function stepTexts(id: string, step: number): StepTexts {
  return textsOf(id).steps[step] ?? { text: "" };
}

/** The words of a choice. */
export function choiceTexts(id: string, step: number, choice: number): ChoiceTexts {
  return stepTexts(id, step).choices?.[choice] ?? { label: "" };
}

/** What comes behind a lesson: the next one, or the guided round. */
export function lessonAfter(id: string): string {
  return ORDER[ORDER.indexOf(id) + 1] ?? GUIDED;
}

/** The keys that a thing on the board goes by: its own, and that of the place where it stands. */
export function keysAt(thing: Thing, facts: Facts): string[] {
  const keys = [keyOf(thing)];
  if (thing.kind === "leader") {
    const place = facts.kingdoms[thing.seat]?.leaders.find((one) => one.value === thing.value)?.place;
    if (place === "king") keys.push(`site ${thing.seat}.C`);
    else if (place && place !== "reserve") keys.push(`site ${place}`);
  } else if (thing.kind === "site") {
    const city = facts.cities[thing.site];
    if (city?.leader && city.holder) keys.push(`leader ${city.holder} ${city.leader.value}`);
  }
  return keys;
}

/** What a step lays stress on. */
export function marksOf(step: LessonStep, solved: boolean): Record<string, Mark> {
  const keys = step.look ?? (solved ? step.find : undefined) ?? [];
  return Object.fromEntries(keys.map((key): [string, Mark] => [key, solved && step.find ? "chosen" : "target"]));
}
