/** The keys of the table. */

import type { TextKey } from "../texts";

export type Command = "confirm" | "back" | "undo" | "end" | "hint" | "log" | "choices" | "board" | "skip" | "text" | "turn" | "help";

type HelpKey = Extract<TextKey, `play.key_${string}`>;

/** What the help says of the keys. */
export const KEYS: readonly { shown: string; text: HelpKey }[] = [
  { shown: "Enter", text: "play.key_enter" },
  { shown: "Esc", text: "play.key_escape" },
  { shown: "u", text: "play.key_u" },
  { shown: "e", text: "play.key_e" },
  { shown: "h", text: "play.key_h" },
  { shown: "b", text: "play.key_b" },
  { shown: "c", text: "play.key_c" },
  { shown: "l", text: "play.key_l" },
  { shown: "s", text: "play.key_s" },
  { shown: "m", text: "play.key_m" },
  { shown: "t", text: "play.key_t" },
  { shown: "← ↑ ↓ →", text: "play.key_arrows" },
  { shown: "?", text: "play.key_help" },
];

const COMMANDS: Record<string, Command> = {
  Enter: "confirm",
  Escape: "back",
  u: "undo",
  e: "end",
  h: "hint",
  l: "log",
  c: "choices",
  b: "board",
  s: "skip",
  t: "text",
  m: "turn",
  "?": "help",
};

/** What a key means here, null where it belongs to what has the focus. */
export function commandOf(event: KeyboardEvent): Command | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return null;
  const target = event.target instanceof Element ? event.target : null;
  const command = COMMANDS[event.key] ?? null;
  if (target?.closest("dialog[open], [data-own-keys]")) return null;
  const field = target?.closest("input, select, textarea, [contenteditable]");
  const typing = field && !(field instanceof HTMLInputElement && ["checkbox", "radio", "range"].includes(field.type));
  if (command === "back") return command;
  if (typing) return null;
  // Enter on a button or a link is its own; the chosen action is confirmed from anywhere else.
  if (command === "confirm" && target?.closest("button, a, summary, [role=button]")) return null;
  return command;
}
