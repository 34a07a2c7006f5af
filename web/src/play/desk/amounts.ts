/** The amounts of a choice and their outcomes. */

import type { Family, Option } from "./options";

/** One amount that can be chosen. */
export interface Step<O extends Option = Option> {
  amount: number;
  option: O;
  result: "wins" | "loses" | "open" | null;
}

/** Return the amounts of a family in ascending order, with or without the extra, such as a leader. */
export function stepsOf<O extends Option>(family: Family<O>, extra = false): Step<O>[] {
  const fitting = family.options.filter((option) => option.parsed.amount !== null && option.parsed.extra === extra);
  return fitting
    .map((option) => ({ amount: option.parsed.amount ?? 0, option, result: option.choice.forecast.result ?? null }))
    .sort((left, right) => left.amount - right.amount);
}

/** Return whether a family asks for an amount. */
export function asksAmount(family: Family): boolean {
  return family.options.some((option) => option.parsed.amount !== null);
}

/** Return whether a family offers an extra, such as a leader. */
export function asksExtra(family: Family): boolean {
  return family.options.some((option) => option.parsed.extra);
}

/** Return the initial step of a stepper: the lowest amount sure to win, else the lowest amount. */
export function firstStep<O extends Option>(steps: readonly Step<O>[]): Step<O> | null {
  const sure = steps.find((step) => step.result === "wins");
  return (steps.length > 1 ? sure : null) ?? steps[0] ?? null;
}

/** The amounts at which the outcome changes: the lowest that may win and the lowest that must. */
interface Landmarks {
  mayWin: number | null;
  mustWin: number | null;
  hopeless: boolean;
}

/** Return the amounts at which the outcome changes, for the line below a stepper. */
export function landmarks(steps: readonly Step[]): Landmarks {
  const may = steps.find((step) => step.result === "open");
  const must = steps.find((step) => step.result === "wins");
  return {
    mayWin: may && (!must || may.amount < must.amount) ? may.amount : null,
    mustWin: must?.amount ?? null,
    hopeless: steps.length > 0 && steps.every((step) => step.result === "loses"),
  };
}

/** Return the amount `by` steps away, clamped to the first and last step. */
export function moved(steps: readonly Step[], amount: number, by: number): number {
  const current = steps.findIndex((step) => step.amount === amount);
  const next = Math.min(steps.length - 1, Math.max(0, Math.max(0, current) + by));
  return steps[next]?.amount ?? amount;
}
