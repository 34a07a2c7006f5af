/** What the pages of the house say of this game. */
export const shell = {
  title: "Kingdoms of the Middle Sea",

  // Start.
  start_lead:
    "Build roads and ports around a trading sea, hold your cities with a handful of leaders, and pay your people enough to keep them quiet. Win by trade, by conquest, or by standing best when the first kingdom breaks.",
  illustration: "The board: a sea with a continent of wooden tiles on each of its four sides",
} as const;
