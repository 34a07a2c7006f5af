/** Words around the rules; the rules themselves come from the server. */
export const rules = {
  title: "The rules",
  lead: "All of the rules, clause by clause. The signs such as {clause} are used everywhere in the game: wherever something is not possible, its clause leads here.",
  unknown_game: "There are no rules of a game called {game}.",
  of_other: "The rules of {game}",
  search: "Search the rules",
  search_hint: "A word or a clause, such as temple or {clause}",
  search_found: { one: "{n} clause found", other: "{n} clauses found" },
  search_none: "No clause has these words. Try fewer or shorter ones.",
  search_clear: "Show all",
  contents: "Contents",
  link_to: "Link to {id}",
  no_clause: "There is no clause {id} in these rules.",
  lessons_ask: "Rather try it out?",
  lessons_link: "The lessons show all this on a board",

  rulings_title: "Rulings: what you can agree on",
  rulings_about:
    "Where the rulebook leaves a point open, a game can follow one reading or another. They are chosen when a game is set up; the first value is the usual one.",
  ruling_point: "Point",
  ruling_default: "usual",
  ruling_number: "a whole number",
} as const;
