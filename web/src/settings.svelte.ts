/** What a person has chosen for this browser; kept in its local storage. */

import { fieldsOf, kept } from "./storage";

export type Theme = "auto" | "light" | "dark";
export type Motion = "auto" | "off";
/** How fast others' turns are played; 0: at once. */
export type Speed = 0 | 0.5 | 1 | 2;

export interface Settings {
  theme: Theme;
  motion: Motion;
  speed: Speed;
  ownAtBottom: boolean;
  sound: boolean;
  /** Whether what can be taken back is confirmed before it is done. */
  confirm: boolean;
}

const KEY = "kingdoms.settings";
const DEFAULTS: Settings = { theme: "auto", motion: "auto", speed: 1, ownAtBottom: true, sound: true, confirm: true };
const ALLOWED: { [K in keyof Settings]: readonly Settings[K][] } = {
  theme: ["auto", "light", "dark"],
  motion: ["auto", "off"],
  speed: [0, 0.5, 1, 2],
  ownAtBottom: [true, false],
  sound: [true, false],
  confirm: [true, false],
};

function allowed<K extends keyof Settings>(key: K, value: unknown): Settings[K] {
  return ALLOWED[key].find((one) => one === value) ?? DEFAULTS[key];
}

/** Return valid settings; whatever is missing or unknown has its default. */
function settingsOf(stored: unknown): Settings {
  const fields = fieldsOf(stored);
  return {
    theme: allowed("theme", fields["theme"]),
    motion: allowed("motion", fields["motion"]),
    speed: allowed("speed", fields["speed"]),
    ownAtBottom: allowed("ownAtBottom", fields["ownAtBottom"]),
    sound: allowed("sound", fields["sound"]),
    confirm: allowed("confirm", fields["confirm"]),
  };
}

/** The settings in this browser's storage. */
export const keptSettings = kept(KEY, settingsOf);

export const settings: Settings = $state(keptSettings.load());

/** Whether things move: not when switched off here or by the system. */
export function animated(): boolean {
  return settings.motion !== "off" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The paper that the page is on. */
export function paper(): "light" | "dark" {
  if (settings.theme !== "auto") return settings.theme;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Keep the settings from now on, and put theme and motion on the page; returns how to stop. */
export function keepSettings(): () => void {
  const adopt = (event: StorageEvent) => {
    if (event.key === KEY) Object.assign(settings, keptSettings.load());
  };
  addEventListener("storage", adopt);
  const stop = $effect.root(() => {
    $effect(() => {
      document.documentElement.dataset["theme"] = settings.theme;
      document.documentElement.dataset["motion"] = settings.motion;
      keptSettings.save(settings);
    });
  });
  return () => {
    stop();
    removeEventListener("storage", adopt);
  };
}
