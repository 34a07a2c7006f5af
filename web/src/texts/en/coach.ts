/** What the coach says in any game. */
export const coach = {
  offer: "New to this game?",
  yes: "Show me how",
  no: "I know the game",
  would: "My advice: {words}.",
  show: "Show me",
  own: "My own way",
  stop: "No more tips",

  // When the first table's lesson is over.
  play_on: "Play on",
  start_over: "Start over",
  all_lessons: "All lessons",
  rules: "The full rules",
} as const;
