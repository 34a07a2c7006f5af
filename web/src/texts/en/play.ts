/** What is said at the table. */

export const play = {
  // names
  seat_person: "{seat} ({person})",
  stand_in: "{bot} for {name}",
  and: "{first} and {last}",

  // attacks and amounts
  amount: "How many",
  fewer: "One fewer",
  more: "One more",
  with_leader: "The leader joins the defence",
  sure_attack: "{n} wins whatever the defender adds",
  sure_defence: "{n} holds",
  may_attack: "{n} may win",
  hopeless_attack: "This cannot win, whatever is hired",
  hopeless_defence: "No amount holds here",
  result_wins: "wins",
  result_open: "open",
  result_loses: "loses",
  result_wins_long: "Wins, whatever the other side does",
  result_open_long: "Open: it depends on the other side",
  result_loses_long: "Loses, whatever the other side does",

  // what is asked
  your_turn: "Your turn",
  your_turn_as: "Your turn as {seat}",
  pass_to: "Pass to {person}: {seat} decides",
  pass_screen: "Pass the screen to {who}",
  pass_about: "What is secret stays hidden until they are ready.",
  pass_ready: "I am {who}",
  pass_others: "Or somebody else wants to look at their own:",
  pass_who: "Who is at the screen?",
  pass_who_about: "Several people play here. Each sees only what is their own.",
  unknown_game: "This page does not know the game {game}. Load it anew, or ask whoever runs the server.",
  waiting: "Waiting for {who}",
  playing_back: "Playing what the others did",
  skip: "Skip",
  sending: "Sending …",

  // choosing
  offers: "{thing} offers",
  search: "Search the choices",
  search_none: "No choice fits.",
  show_more: { one: "Show {n} more", other: "Show {n} more" },
  choices: "Choices",
  choices_count: { one: "{n} choice", other: "{n} choices" },

  // seeing before confirming
  confirm: "Confirm",
  cancel: "Back",
  effect_then: "Then: {question}",
  preview_failed: "What it does cannot be seen just now: {message}",

  // ending the turn
  end_anyway: "End anyway",
  undo: "Undo",

  // hints and chances
  hint: "Hint",
  hint_asking: "Asking …",
  chances: "Chances to win",
  chances_asking: "Bots are playing it out …",
  chances_of: "How often each seat wins when bots play on from here ({games} games)",
  chances_short: "{seat} {percent} %",

  // why not
  why_not: "Why not?",
  why_label: "An action in notation",
  why_ask: "Ask",
  why_legal: "That can be done.",
  why_heading: "Why not?",
  why_nothing: "{thing} offers nothing now.",
  why_not_asked: "{thing} offers nothing now. {question}",
  why_not_yours: "It is {who} who decides now.",
  clause: "Rule {clause}",

  // kingdoms
  you: "you",
  present: "here",
  absent: "away",
  let_bot: "Let a bot stand in",
  take_back: "Take your seat back",
  move_mark: "decides now",

  // phases
  round: "Round {n}",
  time_left: "Time left",

  // the log
  log: "Log",
  log_lines: "What has happened",
  filter: "Show",
  filter_all: "All",
  filter_mine: "Mine",
  log_empty: "Nothing has happened yet.",
  log_none: "Nothing of this kind so far.",
  show_moment: "Show this moment",
  log_earlier: "Show what came before",

  // since I looked
  since: "While you were away",
  since_count: { one: "{n} thing was decided.", other: "{n} things were decided." },
  close: "Close",

  // the end
  over: "The game is over",
  won: "You have won",
  winner: { one: "{names} wins", other: "{names} share the victory" },
  seat: "Seat",
  player: "Player",
  score_heading: "Score",
  rematch: "Rematch",
  to_rematch: "Go to the rematch",
  review: "Review",
  share: "Share link",
  shared: "The link is in the clipboard.",
  share_this: "The link: {url}",
  new_game: "New game",
  download: "Download record",

  // the page
  heading: "The table",
  title: "Round {round}",
  title_asked: "● Your turn, round {round}",
  title_asked_plain: "● Your turn",
  tabs: "{cards} and log",
  sheet: "Make this part higher or lower",
  board: "Board",
  tools: "Table tools",
  tab_log: "Log",
  spectators: { one: "{n} onlooker", other: "{n} onlookers" },
  gone: "This game has been taken back by its host.",
  loading: "The table is being laid …",
  home: "All games",
  text_view: "Text view",
  rules: "Rules",
  help: "Keys",
  help_title: "What the keys do",
  key_enter: "confirm",
  key_escape: "back, let go of what is picked",
  key_u: "undo",
  key_e: "end your turn",
  key_h: "hint",
  key_l: "to the log",
  key_c: "to the choices",
  key_b: "to the board",
  key_s: "skip what is played back",
  key_t: "text view",
  key_m: "turn the board",
  key_help: "these keys",
  key_arrows: "move between places on the board, and between choices",
} as const;
