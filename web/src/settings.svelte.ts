/** What a person has chosen for this browser; kept in its local storage. */

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

/** Read settings from a text; whatever is missing or not understood is as by default. */
export function parseSettings(text: string | null): Settings {
  let kept: Record<string, unknown> = {};
  try {
    const read: unknown = JSON.parse(text ?? "{}");
    if (typeof read === "object" && read !== null) kept = read as Record<string, unknown>;
  } catch {
    // Somebody else's or a damaged entry: the defaults do.
  }
  return {
    theme: allowed("theme", kept["theme"]),
    motion: allowed("motion", kept["motion"]),
    speed: allowed("speed", kept["speed"]),
    ownAtBottom: allowed("ownAtBottom", kept["ownAtBottom"]),
    sound: allowed("sound", kept["sound"]),
    confirm: allowed("confirm", kept["confirm"]),
  };
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // storage can be forbidden
  }
}

export const settings: Settings = $state(parseSettings(stored()));

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
    if (event.key === KEY) Object.assign(settings, parseSettings(event.newValue));
  };
  addEventListener("storage", adopt);
  const stop = $effect.root(() => {
    $effect(() => {
      const text = JSON.stringify(settings);
      document.documentElement.dataset["theme"] = settings.theme;
      document.documentElement.dataset["motion"] = settings.motion;
      try {
        if (stored() !== text) localStorage.setItem(KEY, text);
      } catch {
        // kept for this page only
      }
    });
  });
  return () => {
    stop();
    removeEventListener("storage", adopt);
  };
}
