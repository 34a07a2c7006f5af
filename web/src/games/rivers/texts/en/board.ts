/** What the map of Two Rivers and the pieces before it say. */
export const board = {
  board: "Map",
  board_help:
    "Arrow keys move from cell to cell, Home and End to the ends of a row, Page Down and Page Up between the cells you can use; Enter picks, Escape goes back.",
  row: "Row {row}",

  // Cells, as they are read out: "G5, empty land, touches Archer's kingdom".
  empty_land: "empty land",
  empty_river: "empty river",
  building_on: "with the {building}",
  tile_down: "face-down tile",
  tile_down_under: "face-down tile under the {pair} monument",
  tile_wonder: "the wonder",
  tile_catastrophe: "catastrophe",
  with_treasure: "with a treasure",
  special: "special border",
  temples: { one: "1 temple next to it", other: "{n} temples next to it" },
  supporters: { one: "1 supporter", other: "{n} supporters" },
  marker: "has just joined kingdoms",
  in_kingdom: "in {whose} kingdom",
  touches_kingdom: "touches {whose} kingdom",
  touches_kingdoms: "touches {n} kingdoms: {whose}",
  strength: "attacks with {strength}",
  strength_defends: "defends with {strength}",
  strength_war: "stands with {strength} in the war to come",
  strength_board: "{board}",
  strength_committed: "{board} and {committed} committed",
  supports: "counts for {name}",
  at_stake: "at stake",

  // Marks.
  offers: "can be chosen",
  chosen: "chosen",
  target: "target",
  danger: "brings a conflict",

  // Coming closer on a small screen.
  closer: "Zoom in",
  farther: "Zoom out",
  whole: "Whole map",
  tap_closer: "Tap to zoom in.",
  drag: "Drag to look around.",

  // Pieces before a player.
  hand: "{name}'s tiles and leaders",
  own_tiles: "Tiles",
  own_leaders: "Leaders",
  tiles_behind: { one: "1 tile behind the screen", other: "{n} tiles behind the screen" },
  no_tiles: "no tiles",
  leader_in_hand: "{office}, in hand",
  leader_on_map: "{office}, on the map",
  catastrophes: { one: "1 catastrophe left", other: "{n} catastrophes left" },
  screen_down: "Look behind the screen",
  screen_up: "Put the screen up",

  // Points.
  treasury: "{name}'s points",
  points_of: "{n} {points}",
  treasures: { one: "1 treasure", other: "{n} treasures" },
  treasures_word: "treasures",
  weakest: "weakest",
  score: "Score {n}",
  score_about: "the weakest colour, with treasures",
  points_hidden: "Points and treasures are hidden.",

  // Tiles committed in a conflict.
  committed: "Committed tiles",
  attacker: "attacks",
  defender: "defends",
  laid: "{tiles} committed",
  laid_none: "no tile committed",
  not_yet: "has not committed yet",
  would_lay: { one: "would commit 1", other: "would commit {n}" },
  sum: "{board} on the map",
  sum_total: "{board} + {committed} = {total}",
} as const;
