/** What is said at the table. */
export const play = {
  // names
  capital_of: "{seat}'s Capital",
  city_at: "{city} at {site}",
  empty_site: "empty site {site}",
  stack_of: "the stack of {suit}",
  suit_suns: "suns",
  suit_moons: "moons",
  suit_crowns: "crowns",
  suit_arms: "arms",
  king_of: "{seat}'s king ({value})",
  leader_named: "{seat}'s {value}-leader",
  sea: "the sea",
  goods: "{n} goods",
  gold: "{n} gold",
  nothing: "nothing",

  // attacks and amounts
  up_to: "{total} (up to {most})",
  against: "{attack} against {defence}",
  against_most: "{attack} against {defence}, at most {most}",
  with_leader: "The leader joins the defence",

  // what is asked
  waiting_chance: "The dice are rolling",

  // choosing
  kind_explore: "Explore",
  kind_road: "Roads",
  kind_port: "Ports",
  kind_exchange: "Exchange",
  kind_king: "Change the king",
  kind_activate: "Activate",
  kind_move: "Move",
  kind_attack: "Attack",
  kind_pay: "Pay",
  kind_rebel: "Rebel",
  kind_suppress: "Put down",
  kind_concede: "Let go",
  kind_rank: "Order",
  kind_produce: "Produce",
  kind_hold: "Hold back",
  kind_hire: "Hire",
  kind_defend: "Defend",
  kind_end: "End",
  hint_build: "Tap a stack, a city or a free site, or choose here.",
  hint_leader: "Tap a leader, then where it shall go, or choose here.",
  hint_rebel: "Tap the city that shall rebel.",
  hint_suppress: "Tap a city in rebellion, then a leader against it, or let go.",
  hint_rank: "Tap the Capital of the seat that comes next.",
  hint_produce: "Shall it produce, or keep its leader active?",
  hint_pay: "Cities that are not paid for rebel.",
  hint_hire: "Whoever is hired fights in this conflict only.",
  hint_defend: "Whoever is hired fights in this conflict only.",
  family_port: "Piers at the {city}",
  family_pay: "Pay for extra cities",
  family_hire: "Hire for the attack",
  family_defend: "Add to the defence",
  offers_kinds: "Offers: {kinds}",

  // seeing before confirming
  now_then: "{now} → {then}",
  label_goods: "goods",
  label_gold: "gold",
  label_unrest: "unrest",
  label_score: "score",
  effect_loses: "Lost: {cities}",
  effect_gains: "Gained: {cities}",
  passes_over: { one: "This passes the {leaders}-leader over: leaders act in ascending order.", other: "This passes the leaders {leaders} over: leaders act in ascending order." },
  closes_king: "The king cannot be changed any more after this.",
  other_way: "Instead: {words}",

  // ending the turn
  end_build: "End building",
  end_leader: "End turn",
  end_short: "End",
  end_unused_build: "You could still build: you have {goods} goods and {gold} gold.",
  end_unused_leader: { one: "The {leaders}-leader could still act.", other: "The leaders {leaders} could still act." },

  // why not
  why_example: "such as road N.C N.FM",

  // kingdoms
  kingdoms: "Kingdoms",
  king_title: "The king: the {value}-leader",
  king_word: "king",
  leaders_of: "Leaders of {seat}",
  dominance_word: "dominance",
  score_word: "score",
  unrest_title: "Unrest {n} of 5: at 5 there is civil war",
  cities_against: "{n} of {value} cities",
  cities_title: "{n} cities; the king holds {value} for nothing",
  reserve: "Reserve",
  leader_title_active: "{value}-leader, active, at {site}",
  leader_title_inactive: "{value}-leader, inactive, at {site}",
  place_in_order: "Place {n} in dominance",

  // phases
  phases: "Phases of the round",
  last_round: "Last round",
  phase_start: "Start",
  phase_control: "Control",
  phase_dominance: "Dominance",
  phase_production: "Production",
  phase_build: "Build",
  phase_leader: "Leaders",
  phase_over: "Over",

  // the log
  filter_fights: "Fights",
  filter_money: "Money",
  log_heading: "Round {n}: {phase}",

  // the end
  reason_capital: "{loser}'s Capital has fallen.",
  reason_king: "{loser}'s king has lost to missionaries.",
  reason_unrest: "Civil war has broken out in {loser}'s kingdom.",
  reason_trade: "A trade victory: five home cities and six active leaders.",
  reason_conquest: "A victory by conquest.",
  reason_time: "The time is up; the score decides.",
  reason_rounds: "The last round has been played; the score decides.",
  loser: "lost the kingdom",

  // the page
  tab_kingdoms: "Kingdoms",
  own_bottom: "My continent at the bottom",
} as const;
