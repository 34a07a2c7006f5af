/** What the pages of the house say of this game. */
export const shell = {
  title: "Two Rivers",
} as const;
