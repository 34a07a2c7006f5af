/** What the coach says at the table. */
export const coach = {
  // When a kind of decision is new.
  table_build_title: "Building",
  table_build:
    "Explore: take a stack's top tile and lay it on your continent. Then build a road to it: from then on the city is yours. Tap a stack, then a free place.",
  table_leader_title: "Your leaders",
  table_leader:
    "Leaders act from the lowest up, each once. Send one to a city and it is active there: an active leader makes a market or mine produce, and a garrison or temple attack. Your king holds as many cities as his value.",
  table_pay_title: "More cities than your king holds",
  table_pay: "Each city above your king's value costs 1 goods and 1 gold now, or it rebels. Unrest counts against the king.",
  table_rebel_title: "A rebellion",
  table_rebel: "Choose the city that rebels: you may lose it, with its roads, piers and leader. Any loss raises your unrest; at 5 you are out.",
  table_suppress_title: "Putting a rebellion down",
  table_suppress: "An active leader in a garrison or temple can save the city, if leader and city together are worth more than it.",
  table_rank_title: "The order of play",
  table_rank: "You are first, so you settle ties behind you. Whoever comes later can respond to what the others did.",
  table_produce_title: "Produce, or stay active?",
  table_produce: "When a city produces, its leader becomes inactive.",
  table_hire_title: "Hiring for your attack",
  table_hire: "Each mercenary or zealot costs 1 goods and 1 gold and adds 1. You must beat the defence, not just match it.",
  table_defend_title: "You're under attack",
  table_defend: "Add your leader and as much hired help as you like. You hold if your total is at least theirs.",

  // When the first round is over.
  summary_title: "That was a whole round",
  summary_gain: "This production brought you {goods} goods and {gold} gold.",
  summary:
    "Your cities have produced for the first time, and the second round's build phase begins. From here on it's the same again, with more to build, more to govern, and somebody to fight.",

  // What it would do, and why.
  advice_explore_market: "Explore suns for a market, laid on the coast: every round, markets bring goods, which you need for everything.",
  advice_explore_mine: "Explore crowns for a mine: it brings gold, and nearly everything costs goods and gold alike.",
  advice_explore_more: "You can pay for one more city and its road: explore the {suit}, whose top tile is worth {value}.",
  advice_road: "Lay a road to the {city}: so far it belongs to nobody, and a road makes it yours (K-1). It costs {value} of each (BR-3).",
  advice_end_build: "Stop here and keep the rest: a stronger king and the next control phase cost money, too.",
  advice_king: "Make the {value}-leader your king. A king of {king} holds {n} of your cities without payment (C-1), and your Capital will yield more (P-1).",
  advice_move: "Send your {value}-leader to the {city}: with an active leader there it will yield {sum} next round (P-2).",
  advice_move_other: "Send your {value}-leader to the {city}: a governed city isn't so easily taken.",
  advice_activate: "Activate the {value}-leader in the {city}, so that the city can produce again (P-3).",
  advice_end_leader: "Every leader who can be of use is in place. End the phase.",
  advice_pay: "Pay for {n}: a city is worth more than 1 goods and 1 gold.",
  advice_rebel: "Let the {city} rebel: it's the one you can best do without.",
  advice_suppress: "Put it down: all it costs is that the leader becomes inactive (C-8).",
  advice_concede: "Nobody can put it down. Let it go.",
  advice_hire: "Hire {n}: that makes it certain, or as certain as it can be (M-12).",
  advice_defend: "Add what makes the defence hold, and no more.",
  advice_rank: "Put the one you fear most last.",
  advice_else: "Take this one: it does no harm.",
} as const;
