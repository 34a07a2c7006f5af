/** Words around every page: banners, what goes wrong, the pages' names. */
export const shell = {
  brand: "Kingdoms",
  title_page: "{page} · Kingdoms",
  title_waiting: "({n}) {page}",
  skip: "Skip to the page",
  loading: "One moment…",
  close: "Close",
  cancel: "Cancel",
  try_again: "Try again",

  nav: "Main",
  nav_play: "Play",
  nav_games: "Games",
  nav_learn: "Learn",
  nav_puzzles: "Puzzles",
  puzzle: "Puzzle",
  nav_rules: "Rules",
  nav_settings: "Settings",
  nav_you: "You",
  people_title: "People",
  person_title: "Profile",

  // What goes wrong.
  lost: "Connection lost. Your game is saved; reconnecting…",
  offline_page: "You're offline. Games and everything else wait until you're back.",
  offline: "You're offline. The game continues here as soon as you're back.",
  restarting: "The server is restarting. Your game is saved and continues in a moment.",
  banned: "You have been banned from this server.",
  crowded: "The server is busy. Trying again shortly.",
  try_now: "Try now",
  stale: "Something happened in the meantime. The table is up to date now; take another look.",
  seat_elsewhere: "Your seat is now being played on another device. You're watching here.",
  newer: "A newer version of this page is available.",
  reload: "Reload",
  part_failed: "Part of this page couldn't be loaded.",
  crashed: "Something went wrong on this page.",
  crashed_about: "Your games are saved on the server. Reload the page to carry on.",
  error_network: "The server can't be reached. Check your connection, then try again.",
  error_timeout: "The server is taking too long to answer. Try again in a moment.",
  error_http_429: "Too many requests. Wait a moment, then try again.",
  error_imported_enough: "You've imported as many games as one may in a day. Try again later.",
  error_thought_enough: "You've used up your thinking time for this minute. Wait a little, then ask again.",
  error_http_413: "That file is too large. The limit is 1 MB.",
  error_http_500: "Something went wrong on the server. Try again; if it keeps happening, tell whoever runs the server.",

  // Not found.
  missing_title: "Off the chart",
  missing_about: "There is no page at this address. Check it for typos.",
  game_missing_title: "No such game",
  game_missing_about: "This game doesn't exist, or its host has cancelled it.",
  to_start: "Go to the start page",
  to_games: "See all games",

  // Lists.
  games_title: "Games",
  game_review: "Review",

  // New game.
  new_title: "New game",

  // Waiting room.
  copy: "Copy",
  copied: "Copied",
  copy_failed: "This browser doesn't allow copying. The link is selected; copy it by hand.",
  share: "Share…",

  // Claim.
  claim_title: "Play on this device",
} as const;
