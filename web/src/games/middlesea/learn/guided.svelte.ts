/** The first guided round: a real game for two on the sandbox, with a coach; South is played by the coach's own advice. */

import type { Ask, GameEvent, Sandbox, SandboxAnswer } from "../../../api/types";
import type { SeaFacts } from "../types";
import { advise, type Advice } from "./coach";

const OWN = "N";
const NEW = { game: "middlesea", players: 2 };
const FIRST = ["first N"];
/** So many actions of others in a row are more than a phase can take: something is wrong then. */
const MOST_OF_OTHERS = 60;

/** What is told beside the board, newest last. */
export interface Told {
  own: boolean;
  events: GameEvent[];
}

export class GuidedRound {
  view = $state.raw<SeaFacts | null>(null);
  ask = $state.raw<Ask | null>(null);
  advice = $state.raw<Advice | null>(null);
  told = $state.raw<Told[]>([]);
  busy = $state(false);
  /** Whether South is being played. */
  waiting = $state(false);
  failure = $state.raw<unknown>(null);
  /** How the last own action went with the coach's advice. */
  followed = $state<boolean | null>(null);
  over = $state(false);
  /** What the second round's production has brought. */
  gain = $state.raw<{ goods: number; gold: number } | null>(null);

  readonly #sandbox: (body: Sandbox) => Promise<SandboxAnswer<SeaFacts>>;
  readonly #pause: () => Promise<void>;
  #actions: string[] = [];
  /** How many actions had been played before each own one. */
  #own: number[] = [];
  #seen = 0;
  #run = 0;

  constructor(sandbox: (body: Sandbox) => Promise<SandboxAnswer<SeaFacts>>, pause: () => Promise<void>) {
    this.#sandbox = sandbox;
    this.#pause = pause;
  }

  /** Lay the table out. */
  async start(): Promise<void> {
    this.#own = [];
    this.#seen = 0;
    this.told = [];
    this.followed = null;
    await this.#play(FIRST, false);
  }

  get canTakeBack(): boolean {
    return this.#own.length > 0 && !this.busy && !this.over;
  }

  async act(action: string): Promise<void> {
    if (this.busy || this.over) return;
    const followed = action === this.advice?.action;
    this.#own.push(this.#actions.length);
    const done = await this.#play([...this.#actions, action], true);
    if (done) this.followed = followed;
    else this.#own.pop();
  }

  /** Stand again where one's own last action was asked for. */
  async takeBack(): Promise<void> {
    const before = this.#own.pop();
    if (before === undefined) return;
    this.followed = null;
    this.told = this.told.slice(0, -1);
    this.#seen = 0;
    await this.#play(this.#actions.slice(0, before), false);
  }

  /** Ask again after a failure. */
  retry(): Promise<unknown> {
    return this.#play(this.#actions.length ? this.#actions : FIRST, false);
  }

  /** Let the table stand as these actions leave it, and play South until North is asked; whether that succeeded. */
  async #play(actions: string[], own: boolean): Promise<boolean> {
    const run = (this.#run += 1);
    this.busy = true;
    this.failure = null;
    try {
      if (!(await this.#show(actions, own, run))) return false;
      for (let count = 0; this.ask && this.ask.seat !== OWN && !this.over && count < MOST_OF_OTHERS; count += 1) {
        const next = this.view && this.ask ? advise(this.view, this.ask) : null;
        if (!next) break;
        this.waiting = true;
        await this.#pause();
        if (run !== this.#run || !(await this.#show([...this.#actions, next.action], false, run))) return false;
      }
      return true;
    } catch (error) {
      if (run === this.#run) this.failure = error;
      return false;
    } finally {
      if (run === this.#run) this.busy = this.waiting = false;
    }
  }

  async #show(actions: string[], own: boolean, run: number): Promise<boolean> {
    const answer = await this.#sandbox({ new: NEW, actions });
    if (run !== this.#run) return false;
    const events = this.#seen ? answer.events.slice(this.#seen) : [];
    this.#seen = answer.events.length;
    this.#actions = actions;
    this.view = answer.view;
    this.ask = answer.ask;
    if (events.length) this.told = [...this.told, { own, events }];
    this.advice = answer.ask?.seat === OWN ? advise(answer.view, answer.ask) : null;
    const gain = events.find((event) => event.kind === "production" && event.seat === OWN)?.details;
    if (gain) this.gain = { goods: Number(gain["goods"] ?? 0), gold: Number(gain["gold"] ?? 0) };
    this.over = answer.view.round > 1 && answer.view.phase === "build";
    return true;
  }
}
