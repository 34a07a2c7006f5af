/** The keyboard commands of a table. */

export type Command =
  "confirm" | "back" | "undo" | "end" | "hint" | "log" | "choices" | "board" | "skip" | "text" | "turn" | "help";

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

/** Return the command of a key press, or null if the key belongs to the focused element. */
export function commandOf(event: KeyboardEvent): Command | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return null;
  const target = event.target instanceof Element ? event.target : null;
  const command = COMMANDS[event.key] ?? null;
  if (target?.closest("dialog[open], [data-own-keys]")) return null;
  const field = target?.closest("input, select, textarea, [contenteditable]");
  const typing = field && !(field instanceof HTMLInputElement && ["checkbox", "radio", "range"].includes(field.type));
  if (command === "back") return command;
  if (typing) return null;
  // Enter activates a focused button or link; elsewhere it confirms the chosen action.
  if (command === "confirm" && target?.closest("button, a, summary, [role=button]")) return null;
  return command;
}
