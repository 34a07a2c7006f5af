/** The composer of an action of Two Rivers. */

import { Composer, type Grammar, type Server } from "../../../play/desk/composer.svelte";
import { remaining } from "../../../play/desk/options";
import { settings } from "../../../settings.svelte";
import { cellOf, tileKey } from "../board/types";
import { COLOURS, type Colour, type RiversFacts } from "../types";
import { guesses, isPiece, keysOf, pickedOption, optionsOf, SWAP_KEY, swapText, type Option } from "./choices";

const GRAMMAR: Grammar<RiversFacts, Option> = { optionsOf, keysOf, pickedOption, guesses };
const NONE: Record<Colour, number> = { red: 0, blue: 0, green: 0, black: 0 };

export class RiversComposer extends Composer<RiversFacts, Option> {
  /** Whether the player is picking tiles for a swap. */
  swapping = $state(false);
  counts = $derived.by(() => (this.swapping ? (this.chosen?.parsed.counts ?? NONE) : null));

  constructor(id: string, server?: Server) {
    super(id, GRAMMAR, server, { direct: () => !settings.confirm });
  }

  override get busy(): boolean {
    return this.swapping || super.busy;
  }

  override clear(): void {
    super.clear();
    this.swapping = false;
  }

  override pickKeys(keys: readonly string[]): void {
    if (keys[0] === SWAP_KEY) this.swap();
    else super.pickKeys(keys);
  }

  override choose(option: Option): void {
    super.choose(option);
    this.swapping = !this.sending && option.parsed.kind === "swap";
  }

  /** Start picking tiles for a swap. */
  swap(): void {
    if (this.sending) return;
    this.clear();
    this.swapping = true;
  }

  /** Pick a target. If a piece is picked and cannot go to the cell, explain why and keep the piece picked. */
  override pick(thing: string | null): void {
    const [piece] = this.picks;
    const { facts } = this;
    if (this.sending || facts === null) return;
    const colour = this.swapping ? COLOURS.find((colour) => tileKey(colour) === thing) : undefined;
    if (colour) this.#swapOne(colour);
    else if (
      piece !== undefined &&
      isPiece(piece) &&
      !this.wondering &&
      thing !== null &&
      cellOf(thing) !== null &&
      !this.#goes(piece, thing, facts)
    ) {
      void this.why(thing);
      this.picks = [piece];
    } else super.pick(thing);
  }

  /** Return whether a piece can go to a cell, or the cell stands for a piece of its own. */
  #goes(piece: string, thing: string, facts: RiversFacts): boolean {
    const keys = keysOf(thing, facts);
    return keys.some((key) => key === piece || remaining(this.options, isPiece(key) ? [key] : [piece, key]).length > 0);
  }

  /** Pick one more tile of a colour, or none after the last one. */
  #swapOne(colour: Colour): void {
    const counts = this.counts ?? NONE;
    const tiles = this.facts?.dynasties[this.ask?.seat ?? ""]?.hand?.[colour] ?? 0;
    const next = { ...counts, [colour]: counts[colour] < tiles ? counts[colour] + 1 : 0 };
    const option = this.options.find((option) => option.choice.action === swapText(next));
    if (option) this.choose(option);
    else this.swap();
  }
}
