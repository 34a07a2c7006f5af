"""The small numbers that the engine is written in: phases, stages, what lies on a cell, and the action space.

Actions are numbered so that the order in which they are listed is the ascending one.
"""

# Phases, N-5
START = 0
DEAL = 1
ACTION = 2
REFILL = 3
OVER = 4

# Stages: what comes next. Up to INCOME a stage is named after the decision it may ask for.
FIRST = 0
DRAW = 1
ACTING = 2
WAR = 3
COMMIT = 4
RAISE = 5
BUILD = 6
TAKE = 7
INCOME = 8
ACTION_END = 9
TURN_END = 10
FINISHED = 11

# Colours, in the order of the rules
RED = 0
BLUE = 1
GREEN = 2
BLACK = 3

# What lies on a cell: a face-up tile is 1 + its colour, a leader LEADERS + 4 * seat + colour
EMPTY = 0
TEMPLE = 1
DOWN = 5
WONDER = 6
CATASTROPHE = 7
LEADERS = 8

CELLS = 176
OUTSIDE = 176
"""The cell beside cells at the edge: nothing is ever put there."""
HAND = -1
"""Where a leader is that is not on the board; also any cell, seat or colour that there is not."""
FULL_HAND = 6
SHORTEST_LINE = 3
"""How long a line must be for a civilization building (CB-2)."""
PIECES = 16
"""Leaders, 4 * seat + colour."""

MOST_POINTS = 2_000_000
"""Points of a colour are counted up to here, far beyond any game, so that they stay numbers of the engine."""

# Reasons for the end
BY_TREASURES = 1
BY_BAG = 2

# Actions (N-2): first number of each family
PUT_FIRST = 0  # + seat
DRAWN = 4  # + colour
PASS = 8
WITHDRAW = 9  # + colour
CHOOSE_WAR = 13  # + colour
DECLINE = 17
CHOOSE_INCOME = 18  # + colour
COMMITTED = 22  # + tiles, 0 to 6
TAKEN = 29  # + cell
MAKE_WONDER = 205  # + cell
MAKE_MONUMENT = 381  # + 176 * pair + cell
PLACE = 1437  # + 176 * colour + cell
LEAD = 2141  # + 176 * colour + cell
RUIN = 2845  # + cell
SWAP = 3021  # + 343 * red + 49 * blue + 7 * green + black
RAISED = 5422  # + cell
ACTIONS = 5598
"""How many numbers there are."""
