"""The integer codes of the engine: phases, stages, the contents of cells, and the action space.

Actions are numbered in the order in which the engine lists them.
"""

# Phases, N-5
START = 0
DEAL = 1
ACTION = 2
REFILL = 3
OVER = 4

# Stages. Those up to INCOME are indices into `state.DECISIONS`.
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

# Contents of a cell: a face-up tile is TEMPLE + colour, a leader LEADERS + 4 * seat + colour
EMPTY = 0
TEMPLE = 1
DOWN = 5
WONDER = 6
CATASTROPHE = 7
LEADERS = 8

CELLS = 176
OUTSIDE = 176
"""A sentinel for the cells beyond the edge of the board; nothing is ever put there."""
HAND = -1
"""The place of a leader that is not on the board; also the sentinel for no cell, seat or colour."""
FULL_HAND = 6
SHORTEST_LINE = 3
"""The minimum length of a line for a civilization building (CB-2)."""
PIECES = 16
"""The number of leaders; each has the number 4 * seat + colour."""

MOST_POINTS = 2_000_000
"""The cap on points of a colour: far above any real score, and small enough for the engine's C integers."""

# Reasons for the end of the game
BY_TREASURES = 1
BY_BAG = 2

# Actions (N-2): the first number of each family
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
"""The number of actions."""
