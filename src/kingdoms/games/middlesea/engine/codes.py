"""Integer codes of the engine: phases, stages, rulings, suits, and the action space.

Legal actions are listed in ascending order of their numbers. Actions without an amount have numbers below `AMOUNTS`. From
`AMOUNTS` on, each amount K has a block of `WIDTH` numbers, so amounts are unbounded.
"""

# Phases, R-1
START = 0
CONTROL = 1
DOMINANCE = 2
PRODUCTION = 3
BUILD = 4
LEADER = 5
OVER = 6

# Stages: the next step. Each stage up to DEFEND is named after the decision it may ask for
FIRST = 0
PAY = 1
REBEL = 2
SUPPRESS = 3
RANK = 4
PRODUCE = 5
BUILDING = 6
LEADING = 7
HIRE = 8
DEFEND = 9
RESULT = 10
ROUND_END = 11
FINISHED = 12

# Suits, in the order of city numbers
SUNS = 0
MOONS = 1
CROWNS = 2
ARMS = 3

# Places of a leader outside the cities (sites are 0..23)
RESERVE = 24
THRONE = 25

# Caps on quantities that the rules leave unbounded, far beyond any real game: they have to fit C integers
MOST_MONEY = 2_000_000
LAST_ROUND = 1_000_000_000

# Reasons for the end
BY_CAPITAL = 1
BY_KING = 2
BY_UNREST = 3
BY_TRADE = 4
BY_CONQUEST = 5
BY_TIME = 6
BY_ROUNDS = 7

# Rulings: indices into `Table.rulings`, which indexes the values in N.6; `Table.round_limit` is apart (0: none)
ATTACK_PORT = 0
CAPITAL_ADJACENCY = 1
MISSIONARY_REACH = 2
SUPPRESS_REACH = 3
SUPPRESS_HIRE = 4
PRODUCTION_CHOICE = 5
TRADE_RESERVE = 6
PROTECT_OPPONENT = 7
REPLACE_EARLY = 8
CHAIN_UNREST = 9
PORT_ONLY_CALM = 10
DEFENDER_TIRES = 11
KING_ABSENT = 12
KING_ALONE = 13
FIRST_TIE = 14
CONTROL_DEBT = 15
SCORE_TIE = 16
# Variants, in the same list
TRADE_ABROAD = 17
TRADE_PIERS = 18
CONQUEST_EACH = 19

# Values of `attack_port`
HOME_PORT = 0
ANY_PORT = 1
MIXED_PORTS = 2

# Actions (N.2): first number of each family
PUT_FIRST = 0  # + seat
PUT_NEXT = 4  # + seat
CONCEDE = 8
END = 9
EXCHANGE_GOODS = 10
EXCHANGE_GOLD = 11
NEW_KING = 12  # + leader
ACTIVATE = 18  # + leader
REBEL_CITY = 24  # + site
PRODUCE_CITY = 48  # + site
HOLD_CITY = 72  # + site
EXPLORE = 96  # + 25 * suit, + 0 (under the stack) or 1 + site
MOVE = 196  # + 25 * leader + site, 24 for the reserve
ATTACK = 346  # + 24 * leader + site
ROAD = 490  # + 24 * from + to
PUT_DOWN = 1066  # + 6 * site + leader
AMOUNTS = 1210  # + WIDTH * K + one of the following
PAY_FOR = 0
HIRED = 1
DEFENCE = 2
DEFENCE_WITH_LEADER = 3
PIERS = 4  # + site
PUT_DOWN_HIRING = 28  # + 6 * site + leader
WIDTH = 172
