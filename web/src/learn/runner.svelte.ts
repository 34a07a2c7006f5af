/** The state of a running lesson: the current step and the verdict on the learner's answer. */

import type { Ask, GameEvent, Position, Said, Sandbox, SandboxAnswer, Seat, TableFacts } from "../api/types";
import { seatAt, type Lesson, type LessonStep } from "./lesson";

/** The verdict on an answer. A refusal has the server's reason. */
export interface LessonVerdict {
  kind: "right" | "wrong" | "refused" | "found" | "missed";
  /** The index of the choice; null for a `find` answer. */
  choice: number | null;
  said: Said | null;
  message: string | null;
  clause: string | null;
}

/** A point in a lesson: a position and the actions played from it. */
interface Point {
  position: Position;
  actions: string[];
  /** The number of events those actions produced; null for skipped steps, where it is unknown. */
  eventCount: number | null;
}

/** A sandbox request to the referee. */
type Referee<F extends TableFacts> = (body: Sandbox) => Promise<SandboxAnswer<F>>;

export class LessonRunner<F extends TableFacts = TableFacts> {
  step = $state(0);
  view = $state.raw<F | null>(null);
  ask = $state.raw<Ask | null>(null);
  /** The events of the latest actions. */
  events = $state.raw<GameEvent[]>([]);
  verdict = $state.raw<LessonVerdict | null>(null);
  busy = $state(true);
  failure = $state.raw<unknown>(null);
  over = $state(false);

  readonly lesson: Lesson;
  readonly #sandbox: Referee<F>;
  /** The starting points of the steps reached so far. */
  #starts: Point[] = [];
  #now: Point;
  #turn = 0;

  constructor(lesson: Lesson, sandbox: Referee<F>) {
    this.lesson = lesson;
    this.#sandbox = sandbox;
    this.#now = { position: lesson.position, actions: [], eventCount: 0 };
  }

  get current(): LessonStep {
    return this.lesson.steps[this.step] ?? {};
  }

  /** The viewing seat. */
  get seat(): Seat {
    return seatAt(this.lesson, this.step);
  }

  /** Whether the step has no task. */
  get looking(): boolean {
    return !this.current.find && !this.current.choices;
  }

  get solved(): boolean {
    return this.looking || this.verdict?.kind === "right" || this.verdict?.kind === "found";
  }

  /** Start the lesson at a step; the steps before it are passed with their first right answers. */
  async start(step = 0): Promise<void> {
    this.over = false;
    this.#starts = [];
    this.#now = { position: this.lesson.position, actions: [], eventCount: 0 };
    const bounded = Math.min(step, this.lesson.steps.length - 1);
    for (let at = 0; at < bounded; at += 1) this.#pass(at);
    await this.#open(bounded);
  }

  /** Go to the next step, or finish the lesson after the last one. */
  async next(): Promise<void> {
    if (!this.solved || this.busy) return;
    if (this.step + 1 >= this.lesson.steps.length) this.over = true;
    else await this.#open(this.step + 1);
  }

  /** Go back to the previous step. */
  async back(): Promise<void> {
    const before = this.#starts[this.step - 1];
    if (this.busy) return;
    if (this.over) {
      this.over = false;
      return;
    }
    if (!before) return;
    this.#starts.length = this.step - 1;
    this.#now = before;
    await this.#open(this.step - 1, true);
  }

  /** Retry the request that failed. */
  async retry(): Promise<void> {
    const start = this.#starts[this.step];
    if (start) this.#now = start;
    this.#starts.length = Math.min(this.#starts.length, this.step);
    await this.#open(this.step, start !== undefined);
  }

  /** Answer with one of the choices; the server checks that it is legal. */
  async choose(choice: number): Promise<void> {
    const chosen = this.current.choices?.[choice];
    if (!chosen || this.busy || this.solved) return;
    const played = chosen.refused ? [] : [chosen.action, ...(chosen.right ? (chosen.after ?? []) : [])];
    const actions = [...this.#now.actions, ...played];
    const turn = this.#begin();
    try {
      const why = chosen.refused ? { why: chosen.action } : {};
      const answer = await this.#sandbox({ position: this.#now.position, actions, seat: this.seat, ...why });
      if (turn !== this.#turn) return;
      if (answer.why?.legal === false) {
        const { said = null, message = null, clause = null } = answer.why;
        this.verdict = { kind: "refused", choice, said, message, clause };
        return;
      }
      this.verdict = { kind: chosen.right ? "right" : "wrong", choice, said: null, message: null, clause: null };
      if (chosen.right) this.#adopt(answer, actions);
    } catch (error) {
      if (turn === this.#turn) this.failure = error;
    } finally {
      if (turn === this.#turn) this.busy = false;
    }
  }

  /** Answer by picking a target, which may have several keys. */
  find(keys: readonly string[]): void {
    const targets = this.current.find;
    if (!targets || this.solved || this.busy) return;
    const isFound = keys.some((key) => targets.includes(key));
    this.verdict = { kind: isFound ? "found" : "missed", choice: null, said: null, message: null, clause: null };
  }

  /** Skip a step, playing its first right answer. */
  #pass(at: number): void {
    const step = this.lesson.steps[at];
    if (!step) return;
    if (step.position) this.#now = { position: step.position, actions: [], eventCount: 0 };
    const right = step.choices?.find((choice) => choice.right);
    this.#starts[at] = this.#now;
    const more = [...(step.play ?? []), ...(right ? [right.action, ...(right.after ?? [])] : [])];
    if (more.length)
      this.#now = { position: this.#now.position, actions: [...this.#now.actions, ...more], eventCount: null };
  }

  async #open(at: number, returning = false): Promise<void> {
    const step = this.lesson.steps[at] ?? {};
    if (step.position && !returning) this.#now = { position: step.position, actions: [], eventCount: 0 };
    this.#starts[at] = this.#now;
    const actions = [...this.#now.actions, ...(step.play ?? [])];
    const { position } = this.#now;
    const turn = this.#begin();
    this.step = at;
    this.verdict = null;
    try {
      const answer = await this.#sandbox({ position, actions, seat: seatAt(this.lesson, at) });
      if (turn === this.#turn) this.#adopt(answer, actions);
    } catch (error) {
      if (turn === this.#turn) this.failure = error;
    } finally {
      if (turn === this.#turn) this.busy = false;
    }
  }

  #begin(): number {
    this.busy = true;
    this.failure = null;
    this.#turn += 1;
    return this.#turn;
  }

  /** Apply a sandbox answer; of its events, keep only those not shown before. */
  #adopt(answer: SandboxAnswer<F>, actions: string[]): void {
    const { position, eventCount: told, actions: before } = this.#now;
    this.view = answer.view;
    this.ask = answer.ask;
    this.events = told === null || actions.length === before.length ? [] : answer.events.slice(told);
    this.#now = { position, actions, eventCount: answer.events.length };
  }
}
