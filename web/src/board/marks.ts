/** The mark of a target on a board: it offers something, is chosen, can take the chosen one, or is in danger. */
export type Mark = "offers" | "chosen" | "target" | "danger";
