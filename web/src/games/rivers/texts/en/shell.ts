/** What the pages of the house say of this game. */
export const shell = {
  title: "Two Rivers",

  // Start.
  start_lead:
    "Build temples, farms, markets and settlements between two rivers, and send your leaders to rule there. Kingdoms grow, touch and go to war. Only your weakest colour counts, so neglect none.",
  illustration: "The board: a map of clay with two rivers, and kingdoms of coloured tiles and leaders on it",
} as const;
