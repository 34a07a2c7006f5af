/** Words around the rules; the rules themselves come from the server. */
export const rules = {
  title: "The rules",
  lead: "All the rules, clause by clause. References such as {clause} appear throughout the game: whenever something isn't possible, they lead here.",
  unknown_game: "There are no rules for a game called {game}.",
  of_other: "The rules of {game}",
  search: "Search the rules",
  search_hint: "A word or a clause, such as temple or {clause}",
  search_found: { one: "{n} clause found", other: "{n} clauses found" },
  search_none: "No clause contains these words. Try fewer or shorter ones.",
  search_clear: "Show all",
  contents: "Contents",
  link_to: "Link to {id}",
  no_clause: "There is no clause {id} in these rules.",
  lessons_ask: "Rather try it out?",
  lessons_link: "The lessons show all this on a board",

  rulings_title: "Variants you can agree on",
  rulings_about:
    "Where the rulebook leaves a point open, a game can follow one reading or another. You choose them when you set up a game; the first value is the default.",
  variants_title: "Changes of the rules",
  variants_about: "These are ours and not in the rulebook. They make for more ways to win.",
  ruling_point: "Point",
  ruling_default: "default",
  ruling_number: "a whole number",
} as const;
