/** Composes an action: the player picks targets, sees a preview of the chosen action, and sends it. */

import { ApiError, act, explain, preview, undo } from "../../api/client";
import { hint, type Where } from "../../api/study";
import type { Ask, Explained, GameEvent, Hint, Previewed, Said, Seat, TableFacts } from "../../api/types";
import { asksAmount, firstStep, stepsOf, type Step } from "./amounts";
import { errorText } from "../../ui/errors";
import type { Advised } from "./speech";
import { familiesOf, pickOf, remaining, type Family, type Option } from "./options";

/** The delay between a choice and its preview, in milliseconds. */
const SETTLED = 140;

/** The rules by which a game's actions are composed from targets on its board. */
export interface Grammar<F, O extends Option> {
  /** Return the options that answer a question. */
  optionsOf(ask: Ask, facts: F | null): O[];
  /** Return the keys that a picked target can stand for, its own first. */
  keysOf(key: string, facts: F): string[];
  /** Return the only option that the picks can mean, or null. */
  pickedOption(options: readonly O[], picks: readonly string[]): O | null;
  /** Return the actions that a player may have meant by picking a target that offers nothing. */
  guesses(facts: F, seat: Seat, key: string, picks: readonly string[]): string[];
}

/** The grammar of a list: choices without targets on a board. */
export const LIST: Grammar<TableFacts, Option> = {
  optionsOf: (ask) =>
    ask.choices.map((choice) => ({
      choice,
      parsed: { text: choice.action, kind: choice.kind, amount: null, extra: false },
      things: [],
      enough: 0,
      family: choice.action,
    })),
  keysOf: () => [],
  pickedOption: () => null,
  guesses: () => [],
};

/** The preview of a choice. */
export interface Outlook<F> {
  view: F;
  events: GameEvent[];
  /** The next question, if it is another decision. */
  then: Ask | null;
  /** False if a preview would reveal a secret. */
  isComplete: boolean;
}

/** The player's preferences for composing. */
interface Wishes {
  /** Return whether an action that can be undone is sent without confirmation. */
  direct(): boolean;
}

/** Why a target offers nothing. */
export interface Reason {
  key: string | null;
  action: string | null;
  answer: Explained | null;
}

/** A failure to report, with the clause it cites. */
interface Failure {
  said: Said | null;
  message: string;
  clause: string | null;
}

/** The judge of actions: the server, for a game or a puzzle. */
export interface Server {
  act(id: string, base: number, action: string): Promise<unknown>;
  explain(id: string, action: string): Promise<Explained>;
  preview<F extends TableFacts>(id: string, base: number, actions: string[]): Promise<Previewed<F>>;
  undo(id: string, base: number): Promise<unknown>;
  hint(id: string, moment: Where): Promise<Hint | null>;
}
const server: Server = { act, explain, preview, undo, hint };

/** Return whether two questions are the same, in whatever words. */
function isSame(one: Ask | null, other: Ask | null): boolean {
  const actions = (ask: Ask | null) =>
    ask && [ask.seat, ask.decision, ask.undo, ...ask.choices.map(({ action }) => action)];
  return one === other || JSON.stringify(actions(one)) === JSON.stringify(actions(other));
}

export class Composer<F extends TableFacts, O extends Option> {
  ask = $state.raw<Ask | null>(null);
  facts = $state.raw<F | null>(null);
  number = $state(0);
  picks = $state.raw<string[]>([]);
  chosen = $state.raw<O | null>(null);
  outlook = $state.raw<Outlook<F> | null>(null);
  /** Why the preview failed. */
  blind = $state<string | null>(null);
  failure = $state.raw<Failure | null>(null);
  reason = $state.raw<Reason | null>(null);
  /** The reason for the hint that led to the chosen option. */
  advice = $state.raw<Advised | null>(null);
  sending = $state(false);
  asking = $state(false);
  /** The last target picked on the way to the chosen option; null if it was chosen from a list. */
  pointed = $state<string | null>(null);
  /** Whether the next pick asks about a target instead of picking it. */
  wondering = $state(false);

  readonly grammar: Grammar<F, O>;
  options = $derived.by(() => (this.ask ? this.grammar.optionsOf(this.ask, this.facts) : []));
  rest = $derived(remaining(this.options, this.picks));
  families = $derived(familiesOf(this.rest));
  family = $derived<Family<O> | null>(this.#familyOf(this.chosen));
  steps = $derived<Step<O>[]>(this.family && this.chosen ? stepsOf(this.family, this.chosen.parsed.extra) : []);

  readonly id: string;
  readonly #server: Server;
  readonly #wishes: Wishes;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts requests, to recognise outdated responses. */
  #turn = 0;
  /** Whether the player has chosen an amount. */
  #moved = false;

  constructor(id: string, grammar: Grammar<F, O>, with_: Server = server, wishes: Wishes = { direct: () => false }) {
    this.id = id;
    this.grammar = grammar;
    this.#server = with_;
    this.#wishes = wishes;
  }

  /** Adopt the present question. If it is unchanged, as after a lost connection or in another language, picks and choice are kept. */
  adopt(ask: Ask | null, facts: F | null, number: number): void {
    if (number === this.number && isSame(ask, this.ask)) {
      const isWorded = JSON.stringify(ask) === JSON.stringify(this.ask);
      if (isWorded && facts === this.facts) return;
      if (!isWorded) this.ask = ask;
      this.facts = facts;
      const action = this.chosen?.choice.action;
      this.chosen = this.options.find((option) => option.choice.action === action) ?? null;
      return;
    }
    this.ask = ask;
    this.facts = facts;
    this.number = number;
    this.sending = false;
    this.clear();
    this.#begin();
  }

  /** Drop picks and choice. */
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
    this.pointed = null;
    this.wondering = false;
    this.#moved = false;
  }

  /** Whether there is something to go back from. */
  get busy(): boolean {
    return (
      this.wondering ||
      this.picks.length > 0 ||
      (this.chosen !== null && !this.asksNumber) ||
      this.reason !== null ||
      this.failure !== null
    );
  }

  /** Go one step back: drop the choice and the last pick. */
  back(): void {
    const picks = this.picks.slice(0, this.chosen ? -1 : 0);
    const had = this.chosen !== null;
    this.clear();
    if (had) this.picks = picks;
    this.#begin();
  }

  /** Pick a target of the board; null drops everything. */
  pick(key: string | null): void {
    if (this.sending || this.facts === null) return;
    this.pickKeys(key === null ? [] : this.grammar.keysOf(key, this.facts));
  }

  /** Pick a target by all keys that it can stand for, its own first; without keys, drop everything. */
  pickKeys(keys: readonly string[]): void {
    const { options } = this;
    if (this.sending || this.facts === null) return;
    if (keys.length === 0) {
      this.clear();
      this.#begin();
      return;
    }
    if (this.wondering) {
      const { picks } = this;
      const picked = this.picks.length ? remaining(options, [...picks, keys[0] ?? ""]).length > 0 : false;
      this.wondering = false;
      if (!picked) {
        void this.why(keys[0] ?? null);
        return;
      }
    }
    // Picking the same target again confirms.
    if (this.chosen && this.pointed !== null && keys.includes(this.pointed)) {
      void this.confirm();
      return;
    }
    const picked = this.ask ? pickOf(options, this.picks, keys) : null;
    if (picked === null || !picked.offers) {
      void this.why(picked === null ? (keys[0] ?? null) : picked.question);
      return;
    }
    this.clear();
    this.picks = picked.picks;
    const option = this.grammar.pickedOption(options, picked.picks);
    if (option) {
      const otherKeys = option.things.filter((key) => !picked.picks.includes(key));
      this.picks = [...picked.picks, ...otherKeys.slice(0, Math.max(0, option.enough - picked.picks.length))];
      this.pointed = keys.find((key) => picked.picks.includes(key)) ?? null;
      this.#choose(this.#usual(option));
    } else if (picked.picks.length === 0) this.#begin();
  }

  /** Choose an option of the list; its targets count as picked. */
  choose(option: O): void {
    if (this.sending) return;
    const advice = this.advice;
    this.clear();
    this.advice = advice;
    this.picks = option.things.slice(0, Math.max(option.enough, 1));
    this.#choose(option);
  }

  /** Choose a family, with the default amount. */
  chooseFamily(family: Family<O>): void {
    const option = family.options[0];
    if (option) this.choose(this.#usual(option));
  }

  /** Choose another amount of the same family, with or without the extra. */
  amount(amount: number, extra = this.chosen?.parsed.extra ?? false): void {
    const steps = this.family ? stepsOf(this.family, extra) : [];
    const step = steps.find((step) => step.amount === amount) ?? steps[steps.length - 1];
    if (step && step.option !== this.chosen && !this.sending) this.#choose(step.option);
    this.#moved = true;
  }

  /** Start a question for a number at an advised answer, unless the player has chosen an amount. */
  suggest(option: O): void {
    if (this.asksNumber && !this.#moved && !this.sending && option !== this.chosen) this.#choose(option);
  }

  /** Send the chosen option. */
  async confirm(): Promise<void> {
    if (this.chosen) await this.send(this.chosen.choice.action);
  }

  /** Send an action. */
  async send(action: string): Promise<void> {
    if (this.sending || this.ask === null) return;
    // Its preview is no longer needed.
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

  /** Undo the last action. */
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

  /** Fetch a hint and choose it. */
  async hint(): Promise<void> {
    if (this.asking || this.ask === null) return;
    this.clear();
    const turn = this.#turn;
    this.asking = true;
    try {
      const { ask } = this;
      const advice = await this.#server.hint(this.id, { number: this.number, seat: ask.seat });
      if (turn !== this.#turn) return;
      this.asking = false;
      const option = this.options.find((option) => option.choice.action === advice?.action);
      this.advice = advice?.reason ? advice : null;
      if (option) this.choose(option);
    } catch (error) {
      if (turn !== this.#turn) return;
      this.asking = false;
      this.failure = failureOf(error);
    }
  }

  /** Find out why a target offers nothing. */
  async why(key: string | null): Promise<void> {
    const { picks } = this;
    this.clear();
    this.reason = { key, action: null, answer: null };
    const { ask, facts } = this;
    if (!ask || !facts || key === null) return;
    const turn = this.#turn;
    for (const action of this.grammar.guesses(facts, ask.seat, key, picks)) {
      const answer = await this.#explained(action);
      if (turn !== this.#turn) return;
      if (answer && !answer.legal) {
        this.reason = { key, action, answer };
        return;
      }
    }
  }

  /** Ask about the next picked target instead of picking it. */
  wonder(): void {
    const { picks } = this;
    const was = this.wondering;
    this.clear();
    this.picks = picks;
    this.wondering = !was;
  }

  async #explained(action: string): Promise<Explained | null> {
    try {
      return await this.#server.explain(this.id, action);
    } catch (error) {
      const { message, clause } = failureOf(error);
      return { legal: false, code: null, clause, message, said: null };
    }
  }

  #familyOf(option: O | null): Family<O> | null {
    if (option === null) return null;
    return familiesOf(this.options).find((family) => family.key === option.family) ?? null;
  }

  /** Whether the question is only an amount. */
  get asksNumber(): boolean {
    const families = familiesOf(this.options);
    return families.length === 1 && families[0] !== undefined && asksAmount(families[0]);
  }

  /** Whether the chosen option has an amount that can be changed. */
  get setsAmount(): boolean {
    return (
      this.family !== null && asksAmount(this.family) && this.chosen?.parsed.amount != null && this.steps.length > 1
    );
  }

  /** Choose an option at once if the question is only an amount. */
  #begin(): void {
    const first = this.options[0];
    if (first && this.asksNumber) this.#choose(this.#usual(first));
  }

  /** Return the option of a family with the default amount. */
  #usual(option: O): O {
    const family = this.#familyOf(option);
    if (!family || !asksAmount(family)) return option;
    const usual = family.options.find((option) => option.choice.action === this.ask?.usual);
    if (usual) return usual;
    const alone = firstStep(stepsOf(family));
    const joined = firstStep(stepsOf(family, true));
    const step =
      joined?.result === "wins" && (alone?.result !== "wins" || joined.amount < alone.amount) ? joined : alone;
    return step?.option ?? option;
  }

  #choose(option: O): void {
    this.chosen = option;
    this.reason = null;
    this.failure = null;
    this.blind = null;
    this.#turn += 1;
    clearTimeout(this.#timer);
    const turn = this.#turn;
    this.#timer = setTimeout(() => void this.#look(option, turn), SETTLED);
  }

  async #look(option: O, turn: number): Promise<void> {
    try {
      const preview = await this.#server.preview<F>(this.id, this.number, [option.choice.action]);
      if (turn !== this.#turn) return;
      const then = preview.ask && preview.ask.decision !== this.ask?.decision ? preview.ask : null;
      this.outlook = { view: preview.view, events: preview.events, then, isComplete: preview.known };
      // An action that reveals nothing and keeps the turn can be undone: some players prefer to send it at once.
      const family = this.#familyOf(option);
      const free = preview.known && preview.ask !== null && this.pointed !== null && !(family && asksAmount(family));
      if (free && this.#wishes.direct()) await this.confirm();
    } catch (error) {
      if (turn !== this.#turn) return;
      this.outlook = null;
      this.blind = failureOf(error).message;
    }
  }
}

function failureOf(error: unknown): Failure {
  const { said, clause } = error instanceof ApiError ? error : { said: null, clause: null };
  return { said, message: errorText(error), clause };
}
