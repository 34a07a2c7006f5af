/** What is said at the table. */

export const play = {
  sound: "Sound",

  // names
  seat_person: "{seat} ({person})",
  levels: "Levels, weakest first",
  level: "{level} · {title}",
  other_bots: "Other bots",
  rated_bots: "At a rated table, only levels whose strength has been measured can play.",
  stand_in: "{bot} for {name}",

  // attacks and amounts
  amount: "How many",
  fewer: "One fewer",
  more: "One more",
  sure_attack: "{n} wins, whatever the defender adds",
  sure_defence: "{n} holds",
  may_attack: "{n} may win",
  hopeless_attack: "You can't win this, however many you hire",
  hopeless_defence: "Nothing you add will hold",
  result_wins: "wins",
  result_open: "open",
  result_loses: "loses",
  result_wins_long: "Wins whatever they do",
  result_open_long: "Open: depends on them",
  result_loses_long: "Loses whatever they do",

  // who is how close to winning
  race: "How you win, and who is closest",
  race_more: "+{n}",

  // what is asked
  your_turn: "Your turn",
  your_turn_as: "Your turn as {seat}",
  pass_to: "Pass to {person}: {seat} decides",
  pass_tool: "Pass the screen",
  unknown_game: "This page doesn't know the game {game}. Reload it, or ask whoever runs the server.",
  waiting: "Waiting for {who}",
  waiting_dice: "Leaving it to chance",
  playing_back: "Playing the others' moves",
  skip: "Skip",
  sending: "Sending …",

  // choosing
  offers: "What {thing} can do",
  choices: "Choices",
  tap_place: "Now tap a glowing place on the board.",
  nothing_to_do: "Nothing is left to do here.",

  // seeing before confirming
  confirm: "Confirm",
  confirm_here: "Confirm here",
  cancel: "Back",
  cancel_here: "Take it back",
  effect_then: "Then: {question}",
  preview_failed: "Can't show what this does right now: {message}",

  // ending the turn
  end_anyway: "End anyway",
  undo: "Undo",

  // hints and chances
  hint: "Hint",
  hint_asking: "Thinking …",
  study: "Chances and best choices",
  study_quick: "Chances: a quick look",
  study_thorough: "Think longer",
  study_stop: "Stop",
  study_begins: "Thinking …",
  advice_off: "Fair play: people are playing each other here, so hints and chances come after the game.",
  advice_allowed: "Hints and chances are allowed for everyone at this table.",
  line: "How it may go on",
  line_secret: "{seat} does something in secret.",
  line_chance: "Chance",

  // why not
  why_not: "Why not?",
  why_point: "Tap what you'd like to use: you'll be told why it can't be used now.",
  why_point_picked: "Tap where {thing} should go: you'll be told why it can't.",
  why_legal: "You can do that.",
  why_heading: "Why not?",
  why_nothing: "{thing} can't do anything now.",
  why_not_asked: "{thing} can't do anything now. {question}",
  why_not_yours: "It's {who}'s turn.",
  clause: "Rule {clause}",

  // kingdoms
  you: "you",
  nameless: "Guest",
  present: "here",
  absent: "away",
  let_bot: "Let a bot stand in",
  take_back: "Take your seat back",
  move_mark: "decides now",

  // phases
  round: "Round {n}",
  time_left: "Time left",
  time_left_of: "Time left for {seat}",
  time_low: "Your time is running out",
  clock_days: "{days} d {hours} h",
  clock_n_days: { one: "{n} day", other: "{n} days" },
  clock_n_hours: { one: "{n} hour", other: "{n} hours" },
  clock_n_minutes: { one: "{n} minute", other: "{n} minutes" },
  clock_n_seconds: { one: "{n} second", other: "{n} seconds" },
  clock_per_turn: "{time} per turn",
  clock_each: "{time} each",
  clock_increment: "{each}, {more} more per turn",

  // the log
  log: "Log",
  log_lines: "What has happened",
  filter: "Show",
  filter_all: "All",
  filter_mine: "Mine",
  log_game: "The game",
  log_empty: "Nothing has happened yet.",
  log_none: "Nothing like that so far.",
  show_moment: "Show this moment",
  log_earlier: "Show earlier moves",

  // since I looked
  since: "While you were away",
  since_turn: "Since your last turn",
  since_start: "Before your first turn",
  since_more: { one: "And 1 more thing: see the log.", other: "And {n} more things: see the log." },
  close: "Close",

  // the end
  over: "The game is over",
  ended: "The server's operator has ended the game",
  seat: "Seat",
  score_heading: "Score",
  review: "Review",
  new_game: "New game",

  // leaving, and what people propose
  leave_tool: "End or leave",
  gone_resigned: "resigned",
  gone_clock: "out of time",

  // the page
  heading: "The table",
  title: "Round {round}",
  title_asked: "● Your turn, round {round}",
  title_asked_plain: "● Your turn",
  tabs: "{cards} and log",
  sheet: "Make this part taller or shorter",
  board: "Board",
  seats: "Seats",
  score_of: "score {score}",
  drawn: "A picture of the table. The same follows in words.",
  in_words: "The table in words",
  tools: "Table tools",
  tab_log: "Log",
  spectators: { one: "{n} onlooker", other: "{n} onlookers" },
  gone: "The host has cancelled this game.",
  loading: "Setting up the table …",
  home: "All games",
  text_view: "Text view",
  rules: "Rules",
  help: "Keys",
} as const;
