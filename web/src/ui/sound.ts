/** Sounds, if they are switched on; what makes them is loaded when there is something to hear. Silent until the page was touched. */

import { settings } from "../settings.svelte";

/** Let something be heard: it is one's turn, somebody is attacked, somebody has won. */
export function sound(name: "knock" | "clash" | "fanfare"): void {
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return;
  void import("./tones").then((tones) => tones[name]()).catch(() => null);
}
