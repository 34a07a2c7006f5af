/** An action in the making: things are picked, a choice is seen through before it is sent, and then it is. */

import * as server from "../api/client";
import type { Ask, Explained, Facts, GameEvent } from "../api/types";
import type { Thing } from "../board/types";
import { asksAmount, firstStep, stepsOf, type Step } from "./amounts";
import * as choices from "./choices";
import type { Family, Option } from "./choices";
import { guesses } from "./guesses";
import { bare } from "./words";

/** How long a choice has to stay before the server is asked what it would do. */
const SETTLED = 140;

/** What the server says a choice would do. */
export interface Outlook {
  view: Facts;
  events: GameEvent[];
  then: string | null;
}

/** Why a thing offers nothing. */
export interface Reason {
  key: string | null;
  action: string | null;
  answer: Explained | null;
}

/** A failure to tell, with the clause it cites. */
export interface Failure {
  message: string;
  clause: string | null;
}

export type Server = Pick<typeof server, "act" | "preview" | "explain" | "undo" | "hint">;

export class Composer {
  ask = $state.raw<Ask | null>(null);
  facts = $state.raw<Facts | null>(null);
  number = $state(0);
  picks = $state.raw<string[]>([]);
  chosen = $state.raw<Option | null>(null);
  outlook = $state.raw<Outlook | null>(null);
  /** Why the choice could not be seen through. */
  blind = $state<string | null>(null);
  failure = $state.raw<Failure | null>(null);
  reason = $state.raw<Reason | null>(null);
  /** The words of a hint that led to what is chosen. */
  advice = $state<string | null>(null);
  sending = $state(false);
  asking = $state(false);

  options = $derived(this.ask ? choices.optionsOf(this.ask) : []);
  rest = $derived(choices.remaining(this.options, this.picks));
  families = $derived(choices.familiesOf(this.rest));
  family = $derived<Family | null>(this.#familyOf(this.chosen));
  steps = $derived<Step[]>(this.family && this.chosen ? stepsOf(this.family, this.chosen.parsed.withLeader) : []);

  readonly id: string;
  readonly #server: Server;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts what has been asked for, so that late answers are known. */
  #turn = 0;

  constructor(id: string, with_: Server = server) {
    this.id = id;
    this.#server = with_;
  }

  /** Take over what is asked now; what was in the making belongs to another moment. */
  adopt(ask: Ask | null, facts: Facts | null, number: number): void {
    if (ask === this.ask && number === this.number) {
      this.facts = facts;
      return;
    }
    this.ask = ask;
    this.facts = facts;
    this.number = number;
    this.sending = false;
    this.clear();
    this.#begin();
  }

  /** Forget what is picked and chosen. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#turn += 1;
    this.picks = [];
    this.chosen = null;
    this.outlook = null;
    this.blind = null;
    this.failure = null;
    this.reason = null;
    this.advice = null;
    this.asking = false;
  }

  /** Whether there is something to go back from. */
  get busy(): boolean {
    return this.picks.length > 0 || (this.chosen !== null && !this.#onlyAmounts()) || this.reason !== null || this.failure !== null;
  }

  /** One step back: what is chosen goes, but what was picked stays while it still leaves a choice. */
  back(): void {
    const picks = this.picks.slice(0, this.chosen ? -1 : 0);
    const had = this.chosen !== null;
    this.clear();
    if (had) this.picks = picks;
    this.#begin();
  }

  /** Something on the board was pointed at. */
  pick(thing: Thing): void {
    if (this.sending || this.facts === null) return;
    if (thing.kind === "sea") {
      this.clear();
      this.#begin();
      return;
    }
    const { facts, options } = this;
    const picked = this.ask ? choices.pick(options, this.picks, thing, facts) : null;
    if (picked === null || !picked.offers) {
      const key = picked && !picked.offers ? picked.asked : choices.resolveKey(thing, facts, () => true);
      void this.why(key);
      return;
    }
    this.clear();
    this.picks = picked.picks;
    const option = choices.meant(options, picked.picks);
    if (option) {
      const others = option.things.filter((key) => !picked.picks.includes(key));
      this.picks = [...picked.picks, ...others.slice(0, Math.max(0, option.enough - picked.picks.length))];
      this.#choose(this.#usual(option));
    } else if (picked.picks.length === 0) this.#begin();
  }

  /** Choose an option of the list; its things count as picked. */
  choose(option: Option): void {
    if (this.sending) return;
    const advice = this.advice;
    this.clear();
    this.advice = advice;
    this.picks = option.things.slice(0, Math.max(option.enough, 1));
    this.#choose(option);
  }

  /** Choose a family: with the amount that is likely to be meant. */
  chooseFamily(family: Family): void {
    const option = family.options[0];
    if (option) this.choose(this.#usual(option));
  }

  /** Choose another amount of the same family, with or without the leader. */
  amount(amount: number, withLeader = this.chosen?.parsed.withLeader ?? false): void {
    const steps = this.family ? stepsOf(this.family, withLeader) : [];
    const step = steps.find((one) => one.amount === amount) ?? steps[steps.length - 1];
    if (step && step.option !== this.chosen && !this.sending) this.#choose(step.option);
  }

  /** Send what is chosen. */
  async confirm(): Promise<void> {
    if (this.chosen) await this.send(this.chosen.choice.action);
  }

  /** Send an action. */
  async send(action: string): Promise<void> {
    if (this.sending || this.ask === null) return;
    // What it would do need not be asked any more.
    clearTimeout(this.#timer);
    this.#turn += 1;
    this.sending = true;
    this.failure = null;
    try {
      await this.#server.act(this.id, this.number, action);
    } catch (error) {
      this.sending = false;
      this.failure = failureOf(error);
    }
  }

  /** Take the last action back. */
  async undo(): Promise<void> {
    if (this.sending || !this.ask?.undo) return;
    this.sending = true;
    try {
      await this.#server.undo(this.id, this.number);
    } catch (error) {
      this.sending = false;
      this.failure = failureOf(error);
    }
  }

  /** Ask a bot, and choose what it says. */
  async hint(): Promise<void> {
    if (this.asking || this.ask === null) return;
    this.clear();
    const turn = this.#turn;
    this.asking = true;
    try {
      const hint = await this.#server.hint(this.id);
      if (turn !== this.#turn) return;
      this.asking = false;
      const option = this.options.find((one) => one.choice.action === hint.action);
      this.advice = hint.reason;
      if (option) this.choose(option);
    } catch (error) {
      if (turn !== this.#turn) return;
      this.asking = false;
      this.failure = failureOf(error);
    }
  }

  /** Find out why a thing offers nothing. */
  async why(key: string | null): Promise<void> {
    this.clear();
    this.reason = { key, action: null, answer: null };
    const { ask, facts } = this;
    if (!ask || !facts || key === null) return;
    const turn = this.#turn;
    for (const action of guesses(facts, ask.seat, [], key)) {
      const answer = await this.#explained(action);
      if (turn !== this.#turn) return;
      if (answer && !answer.legal) {
        this.reason = { key, action, answer };
        return;
      }
    }
  }

  /** Find out why an action is not possible; a possible one is chosen. */
  async whyNot(action: string): Promise<void> {
    const text = action.trim().replace(/\s+/g, " ");
    if (text === "") return;
    const option = this.options.find((one) => one.choice.action === text);
    this.clear();
    if (option) {
      this.choose(option);
      return;
    }
    const turn = this.#turn;
    const answer = await this.#explained(text);
    if (turn === this.#turn) this.reason = { key: null, action: text, answer };
  }

  async #explained(action: string): Promise<Explained | null> {
    try {
      return await this.#server.explain(this.id, action);
    } catch (error) {
      const { message, clause } = failureOf(error);
      return { legal: false, code: null, clause, message };
    }
  }

  #familyOf(option: Option | null): Family | null {
    if (option === null) return null;
    return choices.familiesOf(this.options).find((family) => family.key === option.family) ?? null;
  }

  /** Whether all that is asked is how much of one thing. */
  #onlyAmounts(): boolean {
    const families = choices.familiesOf(this.options);
    return families.length === 1 && families[0] !== undefined && asksAmount(families[0]);
  }

  /** Where nothing but an amount is asked, it can be set at once. */
  #begin(): void {
    const first = this.options[0];
    if (first && this.#onlyAmounts()) this.#choose(this.#usual(first));
  }

  /** The option of a family with the amount that is likely to be meant. */
  #usual(option: Option): Option {
    const family = this.#familyOf(option);
    if (!family || !asksAmount(family)) return option;
    const alone = firstStep(stepsOf(family));
    const joined = firstStep(stepsOf(family, true));
    const found = joined?.result === "wins" && (alone?.result !== "wins" || joined.amount < alone.amount) ? joined : alone;
    return found?.option ?? option;
  }

  #choose(option: Option): void {
    this.chosen = option;
    this.reason = null;
    this.failure = null;
    this.blind = null;
    this.#turn += 1;
    clearTimeout(this.#timer);
    const turn = this.#turn;
    this.#timer = setTimeout(() => void this.#look(option, turn), SETTLED);
  }

  async #look(option: Option, turn: number): Promise<void> {
    try {
      const seen = await this.#server.preview(this.id, this.number, [option.choice.action]);
      if (turn !== this.#turn) return;
      const then = seen.ask && seen.ask.decision !== this.ask?.decision ? bare(seen.ask.question) : null;
      this.outlook = { view: seen.view, events: seen.events, then };
    } catch (error) {
      if (turn !== this.#turn) return;
      this.outlook = null;
      this.blind = failureOf(error).message;
    }
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof server.ApiError) return { message: error.message, clause: error.clause };
  return { message: error instanceof Error ? error.message : String(error), clause: null };
}
