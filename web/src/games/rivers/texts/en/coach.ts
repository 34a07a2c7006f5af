/** What the coach says at the table. */
export const coach = {
  // When a kind of decision is new.
  table_leader_title: "Your first leader",
  table_leader:
    "Start with a leader: tap one below the map, then a free cell next to a temple. Leaders of a colour collect the points for tiles of that colour laid in their kingdom.",
  table_action_title: "Two actions",
  table_action:
    "Lay a tile in the kingdom of your leader of its colour: that is a point. Kings collect what no other leader does. Joining two kingdoms that both have a leader of the same colour means war.",
  table_war_title: "Which war first?",
  table_war: "Each pair of leaders of one colour fights in turn. What is lost in one war may decide the next.",
  table_commit_title: "A conflict",
  table_commit:
    "Lay tiles from your hand to add strength: temples in a revolt, tiles of the leaders' colour in a war. They are gone either way, and a tie goes to the defender.",
  table_raise_title: "A civilization building",
  table_raise:
    "Three or more tiles of one colour in a line can get the building of that colour. In its kingdom, each tile of the colour scores twice. A longer line can take it away.",
  table_build_title: "A monument",
  table_build: "Four tiles of one colour in a square can become a monument. It pays a point each turn to the leaders of its two colours in its kingdom.",
  table_take_title: "A treasure",
  table_take: "Your trader takes a treasure when two or more lie in one kingdom. Treasures count for your weakest colour at the end.",
  table_income_title: "The wonder pays",
  table_income: "Take a point in the colour you have least of: your weakest colour is your score.",

  // When the first two turns are over.
  summary_title: "Those were your first two turns",
  summary_score: "Your points so far: red {red}, black {black}, blue {blue}, green {green}.",
  summary:
    "From here on it's the same again, and kingdoms that meet bring conflicts. Your score is the colour you have least of.",
} as const;
