/** The visitor's settings, kept in the browser's local storage. */

import { fieldsOf, storageOf } from "./storage";

type Theme = "auto" | "light" | "dark";
type Motion = "auto" | "off";
/** The speed at which others' turns are played; 0 shows them at once. */
type Speed = 0 | 0.5 | 1 | 2;
/** How strongly boards mark what has happened. */
type Traces = "clear" | "faint" | "off";

export interface Settings {
  theme: Theme;
  motion: Motion;
  speed: Speed;
  traces: Traces;
  ownAtBottom: boolean;
  sound: boolean;
  /** Whether actions that can be undone are confirmed first. */
  confirm: boolean;
}

const KEY = "kingdoms.settings";
const DEFAULTS: Settings = {
  theme: "auto",
  motion: "auto",
  speed: 1,
  traces: "clear",
  ownAtBottom: true,
  sound: true,
  confirm: true,
};
const ALLOWED: { [K in keyof Settings]: readonly Settings[K][] } = {
  theme: ["auto", "light", "dark"],
  motion: ["auto", "off"],
  speed: [0, 0.5, 1, 2],
  traces: ["clear", "faint", "off"],
  ownAtBottom: [true, false],
  sound: [true, false],
  confirm: [true, false],
};

function allowed<K extends keyof Settings>(key: K, value: unknown): Settings[K] {
  return ALLOWED[key].find((candidate) => candidate === value) ?? DEFAULTS[key];
}

/** Return valid settings, with defaults for missing and unknown values. */
function settingsOf(stored: unknown): Settings {
  const fields = fieldsOf(stored);
  return {
    theme: allowed("theme", fields["theme"]),
    motion: allowed("motion", fields["motion"]),
    speed: allowed("speed", fields["speed"]),
    traces: allowed("traces", fields["traces"]),
    ownAtBottom: allowed("ownAtBottom", fields["ownAtBottom"]),
    sound: allowed("sound", fields["sound"]),
    confirm: allowed("confirm", fields["confirm"]),
  };
}

/** The settings in this browser's storage. */
export const keptSettings = storageOf(KEY, settingsOf);

export const settings: Settings = $state(keptSettings.load());

/** Return whether animations run: neither the settings nor the system disables them. */
export function animated(): boolean {
  return settings.motion !== "off" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Return the theme of the page. */
export function paper(): "light" | "dark" {
  if (settings.theme !== "auto") return settings.theme;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Save the settings on every change, and apply theme and motion to the page. Return a function that stops it. */
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
