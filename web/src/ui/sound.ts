/** Sounds, if they are switched on. Their code is loaded on first use. The page is silent until the first interaction. */

import { settings } from "../settings.svelte";

/** Play a sound: the visitor's turn, an attack, or a victory. */
export function sound(name: "knock" | "clash" | "fanfare"): void {
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return;
  void import("./tones").then((tones) => tones[name]()).catch(() => null);
}
