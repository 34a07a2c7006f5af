/** How a target on a board stands out: it offers something, it is chosen, the chosen one can be used on it, it is in danger. */
export type Mark = "offers" | "chosen" | "target" | "danger";
