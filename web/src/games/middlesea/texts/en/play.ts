/** What is said at the table. */
export const play = {
  // names
  stack_of: "the stack of {suit}",
  stack_top: "the {city} on the stack of {suit}",
  suit_suns: "suns",
  suit_moons: "moons",
  suit_crowns: "crowns",
  suit_arms: "arms",
  king_of: "{seat}'s king ({value})",
  king_own: "your king ({value})",
  leader_named: "{seat}'s {value}-leader",
  leader_own: "your {value}-leader",
  sea: "the sea",

  // attacks and amounts
  up_to: "{total} (up to {most})",
  against: "{attack} against {defence}",
  against_most: "{attack} against {defence}, at most {most}",
  with_leader: "The leader joins the defence",

  // who is how close to winning
  race_aim: "To win: your 5 home cities and all 6 leaders active when a round ends.",
  race_aim_abroad: "To win: your 5 home cities, a city abroad and all 6 leaders active when a round ends.",
  race_aim_piers: "To win: your 5 home cities, {n} piers and all 6 leaders active when a round ends.",
  race_aim_abroad_piers: "To win: your 5 home cities, a city abroad, {n} piers and all 6 leaders active when a round ends.",
  race_aim_more_each: "Or your 5 home cities and one on each opponent's continent. If a kingdom falls, or time runs out before anyone has won, the best score wins.",
  race_aim_more: "Or your 5 home cities and 3 abroad, with one on each opponent's continent. If a kingdom falls, or time runs out before anyone has won, the best score wins.",
  race_home: "home",
  race_awake: "active",
  race_abroad: "abroad",
  race_spoken: "{name}: {home} of 5 home cities, {awake} of 6 leaders active, {abroad} cities abroad, score {score}, unrest {unrest} of 5",

  // what is asked
  waiting_chance: "Rolling the dice",

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
  hint_build: "Tap a stack, a city or a free place. Or choose here.",
  hint_leader: "Tap a leader, then where to send it. Or choose here.",
  hint_rebel: "Tap the city that will rebel.",
  hint_suppress: "Tap a rebelling city, then a leader to put it down. Or let it go.",
  hint_rank: "Tap the Capital of whoever comes next.",
  hint_produce: "Let it produce, or keep its leader active?",
  hint_pay: "Cities you don't pay for will rebel.",
  hint_hire: "Hired help fights in this conflict only.",
  hint_defend: "Hired help fights in this conflict only.",
  family_port: "Piers at {city}",
  family_pay: "Pay for extra cities",
  family_hire: "Hire for the attack",
  family_defend: "Add to the defence",
  offers_or: "Tap a glowing place, or:",
  offers_kinds: "Offers: {kinds}",

  // seeing before confirming
  now_then: "{now} → {then}",
  label_goods: "goods",
  label_gold: "gold",
  label_unrest: "unrest",
  label_score: "score",
  effect_loses: "Lost: {cities}",
  effect_gains: "Gained: {cities}",
  effect_then_warned: "Then: {text}",
  passes_over: { one: "This passes the {leaders}-leader over: leaders act in ascending order.", other: "This passes the leaders {leaders} over: leaders act in ascending order." },
  closes_king: "After this you can't change your king any more this round.",
  other_way: "Instead: {words}",

  // ending the turn
  end_build: "End building",
  end_leader: "End turn",
  end_short: "End",
  end_unused_build: "You could still build: you have {goods} goods and {gold} gold.",
  end_unused_leader: { one: "The {leaders}-leader could still act.", other: "The leaders {leaders} could still act." },

  // kingdoms
  kingdoms: "Kingdoms",
  king_title: "The king: the {value}-leader",
  king_word: "king",
  leaders_of: "Leaders of {seat}",
  dominance_word: "dominance",
  score_word: "score",
  unrest_title: "Unrest {n} of 5: 5 means civil war",
  cities_against: "{n} of {value} cities",
  cities_title: "{n} cities; the king holds {value} for free",
  reserve: "Reserve",
  leader_title_active: "{value}-leader, active, {site}",
  leader_title_inactive: "{value}-leader, inactive, {site}",
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
  reason_capital: "{loser}'s Capital has fallen. The best score among the others wins.",
  reason_king: "{loser}'s king has lost to missionaries. The best score among the others wins.",
  reason_unrest: "Civil war has broken out in {loser}'s kingdom. The best score among the others wins.",
  reason_trade: "A victory by trade: all five home cities, and all six leaders active.",
  reason_conquest: "A victory by conquest: all five home cities, and enough abroad, one or more on each continent.",
  reason_time: "Time is up: the best score wins.",
  reason_rounds: "The last round is over: the best score wins.",
  loser: "lost the kingdom",

  // the page
} as const;
