/**
 * Why a hint is a good choice, by the server's codes. What a tile brings (`gain_`) is said a sentence each, one after the other; the
 * sentences after `gains_` come behind it.
 */
export const advised = {
  // how a reason names things
  many_priest: "priests",
  many_farmer: "farmers",
  many_trader: "traders",
  many_king: "kings",

  pass: "Nothing you could do is worth an action.",
  withdraw: "It saves the leader from a conflict that it would lose.",
  income_weakest: "{colour} is the colour you have the fewest points in.",
  income_weakest_shared: "You have no colour with fewer points.",
  income: "It's a point like any other.",

  // tiles
  gain_point: "It brings you {points}.",
  gain_points_two: "It brings you {points}.",
  gain_treasure: "It lets your trader take treasure.",
  gain_square: "It completes a square of {tiles}.",
  gain_guards: "It guards {leaders}.",
  gain_backs: "It backs {leader}.",
  gains_weakest: "{colour} is the colour you have the fewest points in.",
  gains_weakest_shared: "You have no colour with fewer points.",
  tile_apart: "It makes room for another tile in your hand, and helps nobody else.",
  tile_prepares: "It prepares the ground, and there is no better use for the tile right now.",
  peace: "It joins two kingdoms in peace.",
  peace_treasure: "It joins two kingdoms in peace, and your trader takes treasure.",
  wars_others: "It sets others at war with each other.",
  wars_risk: "What the war may bring is worth the risk.",
  wars_win: "You can expect to win the wars of {sides}.",
  war_of_most: "You can expect to win the war of {side}, {own} against at most {most}.",
  war_of_likely: "You can expect to win the war of {side}, {own} against {board} and probably {likely} more.",
  war_of_bare: "You can expect to win the war of {side}, {own} against {board} and hardly any more.",

  // leaders
  leader_treasure: "Your trader takes treasure there.",
  leader_monument: "The monument there pays {leader} every turn.",
  leader_safer: {
    one: "{leader} is safer there: 1 temple next to it instead of {before}.",
    other: "{leader} is safer there: {n} temples next to it instead of {before}.",
  },
  leader_prospects: "{leader} has better prospects there.",
  leader_scores: "{leader} can score there with {held} in your hand.",
  leader_on_board: "On the board {leader} can score; in hand it can't.",
  revolt_win_most: "You can expect to win the revolt, {own} against at most {most}.",
  revolt_win_likely: "You can expect to win the revolt, {own} against {board} and probably {likely} more.",
  revolt_win_bare: "You can expect to win the revolt, {own} against {board} and hardly any more.",
  revolt_risk_most: "The revolt is worth the risk, {own} against at most {most}.",
  revolt_risk_likely: "The revolt is worth the risk, {own} against {board} and probably {likely} more.",
  revolt_risk_bare: "The revolt is worth the risk, {own} against {board} and hardly any more.",

  // catastrophes, swaps, buildings, treasures
  ruin_home: "It drives {leaders} off the board.",
  ruin_gap: "It closes the gap that threatens you with a war you would lose.",
  ruin_cuts: "It cuts up a kingdom where others are stronger than you.",
  swap_useless: "You can do little with {tiles} now, and other tiles may serve you better.",
  swap_many: "You have more of these tiles than you can use soon.",
  build_nothing: "Building here would cost you more tiles, or pay others more, than it's worth to you.",
  wonder_king: "Your king gets a point of your choice from it every turn.",
  wonder_nobody: "It helps nobody else.",
  monument_pays: "It pays {leaders} every turn.",
  monument_poorer: "It makes the kingdom poorer for others.",
  raise_stays: "The building serves you better where it is.",
  raise_points: "{tile} in this kingdom brings you two points as long as the building stands there.",
  raise_away: "Where it is now, it pays somebody else.",
  take_guard: "The temple {where} serves another seat's leader, and without its treasure it can be destroyed.",
  take_any: "All treasures count the same; this is the one you need least where it is.",

  // conflicts
  war_others: "It may split the kingdoms before it comes to a war of your own.",
  war_win_most: "You can expect to win it, {own} against at most {most}, and it may call off the others.",
  war_win_likely: "You can expect to win it, {own} against {board} and probably {likely} more, and it may call off the others.",
  war_win_bare: "You can expect to win it, {own} against {board} and hardly any more, and it may call off the others.",
  war_worse: "Your chances in the other wars are worse.",
  attack_rid: "You can hardly win, but you can get rid of tiles of little use.",
  attack_save: "You could reach {most} at most, which would hardly win: save your tiles.",
  attack_win_most: "You can expect to win, {own} against at most {most}.",
  attack_win_likely: "You can expect to win, {own} against {board} and probably {likely} more.",
  attack_win_bare: "You can expect to win, {own} against {board} and hardly any more.",
  hold_just: "That holds, {own} against {attack}, and nothing less would.",
  hold_spare: "That holds, {own} against {attack}, with tiles to spare.",
  lost_rid: "You can't hold, but you can get rid of tiles of little use.",
  lost: "You can't hold.",
  lost_price: "Holding is not worth so many tiles.",
} as const;
