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

  diagram_start: "The table for four before the first round: a Capital on each side with five free sites around it, and the four stacks in the sea.",
  diagram_roads:
    "One continent, full. Its roads are all there can be: the Capital touches every site, and each back site its two nearest in front. Between the two back sites, or the two outer front ones, no road can lie.",
  diagram_control:
    "Three ways to hold a city: by a road (S.FM), by a port (N.FR, which South holds across the sea), by a leader alone (N.FL). Nobody holds S.FR, though it lies on South's continent.",
  diagram_port: "South's port at S.FL makes that city a neighbour of every coastal city that South does not hold; the marked ones lie within a garrison's reach from there.",
  diagram_attack:
    "The 4-leader in South's 3-garrison attacks the 2-market of North: 4 and 3 make 7, against 2 and what North adds. The road from garrison to port carries the attack to the coast.",

  diagram_rivers_map:
    "The map before the first tile: ten temples with their treasures, four of them on a special border (B2, P2, B8, O9), and the two rivers.",
  diagram_rivers_kingdoms:
    "Two kingdoms, each with its border. A market on F6 would touch the left one alone and score for Archer's trader. On G5 it would touch both: no point, and war between the two traders.",
  diagram_rivers_revolt:
    "A revolt. Pot has placed a king on I5, three temples beside him; Bull's king on F5 has two. The figures stand by the leaders, before anything is committed.",
  diagram_rivers_war:
    "A war of traders. The marked settlement on G5 joins the kingdoms, but connects nothing while they fight: Lion's trader has one supporter, Pot's has two.",
  diagram_rivers_priests:
    "Priests at war. If Bull's priest on I6 loses, H5 and I5 are removed. J5 stays, because Bull's trader stands beside it, and so does I7, because of its treasure.",
  diagram_rivers_treasures:
    "Archer's trader has B8 and F10 within reach once a tile lies on D9. The treasure of B8 is taken, since it has a special border; the other stays.",
  diagram_rivers_monument:
    "A red and blue monument on four flipped tiles. Bull's trader, whose only temple was among them, has gone home; Archer's priest keeps C5.",
  diagram_rivers_wonder: "The wonder in the place of five settlements. Archer's king beside it will choose a point at the end of Archer's turns.",
} as const;
