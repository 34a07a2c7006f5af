/** Amounts to choose from, with what each leads to. */

import type { Family, Option } from "./options";

/** One amount that can be chosen. */
export interface Step<O extends Option = Option> {
  amount: number;
  option: O;
  result: "wins" | "loses" | "open" | null;
}

/** The amounts of a family, ascending; with or without what more can be brought in, where that makes a difference. */
export function stepsOf<O extends Option>(family: Family<O>, extra = false): Step<O>[] {
  const fitting = family.options.filter((option) => option.parsed.amount !== null && option.parsed.extra === extra);
  return fitting
    .map((option) => ({ amount: option.parsed.amount ?? 0, option, result: option.choice.forecast.result ?? null }))
    .sort((one, other) => one.amount - other.amount);
}

/** Whether a family asks how much. */
export function asksAmount(family: Family): boolean {
  return family.options.some((option) => option.parsed.amount !== null);
}

/** Whether a family leaves the choice to bring in something more. */
export function asksExtra(family: Family): boolean {
  return family.options.some((option) => option.parsed.extra);
}

/** Where a stepper begins: at the least that is sure to win, else at the least there is. */
export function firstStep<O extends Option>(steps: readonly Step<O>[]): Step<O> | null {
  const sure = steps.find((step) => step.result === "wins");
  return (steps.length > 1 ? sure : null) ?? steps[0] ?? null;
}

/** The amounts at which something changes: the least that may win, the least that must. */
export interface Landmarks {
  mayWin: number | null;
  mustWin: number | null;
  hopeless: boolean;
}

/** Where the outcome turns, for the line beneath a stepper. */
export function landmarks(steps: readonly Step[]): Landmarks {
  const may = steps.find((step) => step.result === "open");
  const must = steps.find((step) => step.result === "wins");
  return {
    mayWin: may && (!must || may.amount < must.amount) ? may.amount : null,
    mustWin: must?.amount ?? null,
    hopeless: steps.length > 0 && steps.every((step) => step.result === "loses"),
  };
}

/** Move along the steps, staying within them. */
export function moved(steps: readonly Step[], amount: number, by: number): number {
  const here = steps.findIndex((step) => step.amount === amount);
  const there = Math.min(steps.length - 1, Math.max(0, (here < 0 ? 0 : here) + by));
  return steps[there]?.amount ?? amount;
}
