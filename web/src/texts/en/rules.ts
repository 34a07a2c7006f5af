/** Words around the rules; the rules themselves come from the server. */
export const rules = {
  title: "The rules",
  lead: "All of the rules, clause by clause. The signs such as BR-2 are used everywhere in the game: wherever something is not possible, its clause leads here.",
  unknown_game: "There are no rules of a game called {game}.",
  search: "Search the rules",
  search_hint: "A word or a clause, such as temple or FT-4",
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

  diagram_start: "The table for four before the first round: a Capital on each side with five free sites around it, and the four stacks in the sea.",
  diagram_roads:
    "One continent, full. Its roads are all there can be: the Capital touches every site, and each back site its two nearest in front. Between the two back sites, or the two outer front ones, no road can lie.",
  diagram_control:
    "Three ways to hold a city: by a road (S.FM), by a port (N.FR, which South holds across the sea), by a leader alone (N.FL). Nobody holds S.FR, though it lies on South's continent.",
  diagram_port: "South's port at S.FL makes that city a neighbour of every coastal city that South does not hold; the marked ones lie within a garrison's reach from there.",
  diagram_attack:
    "The 4-leader in South's 3-garrison attacks the 2-market of North: 4 and 3 make 7, against 2 and what North adds. The road from garrison to port carries the attack to the coast.",
} as const;
