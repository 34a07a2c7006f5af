/** How a thing on a board stands out: it offers something, it is chosen, it is what the chosen thing could be used on. */
export type Mark = "offers" | "chosen" | "target" | "danger";
