/** How actions of Kingdoms of the Middle Sea are composed from targets on its board. */

import type { SeaFacts } from "../types";
import { keysOf, pickedOption, optionsOf, type Option } from "./choices";
import { Composer, type Grammar, type Server } from "../../../play/desk/composer.svelte";
import { settings } from "../../../settings.svelte";
import { guesses } from "./guesses";

const GRAMMAR: Grammar<SeaFacts, Option> = {
  optionsOf,
  keysOf,
  pickedOption,
  guesses: (facts, seat, key, picks) => guesses(facts, seat, picks, key),
};

export type SeaComposer = Composer<SeaFacts, Option>;

/** Return a composer for one game. */
export function seaComposer(id: string, server?: Server): SeaComposer {
  return new Composer(id, GRAMMAR, server, { direct: () => !settings.confirm });
}
