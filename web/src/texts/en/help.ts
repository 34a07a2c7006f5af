/** The keys of the table. */
export const help = {
  title: "What the keys do",
  key_enter: "confirm",
  key_escape: "back, or put down what you picked up",
  key_u: "undo",
  key_e: "end your turn",
  key_h: "hint",
  key_l: "go to the log",
  key_c: "go to the choices",
  key_b: "go to the board",
  key_s: "skip the others' moves",
  key_t: "text view",
  key_m: "turn the board",
  key_help: "these keys",
  key_arrows: "move between places on the board, and between choices",
} as const;
