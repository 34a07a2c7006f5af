/** Sounds, if they are switched on. Their code is loaded on first use. The page is silent until the first interaction. */

import { settings } from "../settings.svelte";

/** The visitor's turn, an attack, a victory, a piece laid, coins, a conflict won or lost. */
export type Sound = "knock" | "clash" | "fanfare" | "place" | "coins" | "won" | "lost";

export function sound(name: Sound): void {
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return;
  void import("./tones").then((tones) => tones[name]()).catch(() => null);
}
