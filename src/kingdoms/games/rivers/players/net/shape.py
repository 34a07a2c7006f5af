"""The names of the features that describe a table to a net, and their numbers."""

# fmt: off
COLOUR = (
    "ahead", "leader", "temples", "tiles", "hand", "pays", "room", "squares",
    "opportunity", "danger", "revolt_danger", "revolt_chance", "king_scores",
)
"""The features of a colour of a seat, in order."""
RANKS = ("weakest", "second", "third", "best")
"""The colours of a seat are described in this order, by its points."""
SEAT = (
    "lowest", "second_lowest", "third_lowest", "highest", "treasures",
    "trader_treasures", "near_treasures", "catastrophes", "red_hand", "hand_count",
    "priest", "farmer", "trader", "king", "king_tiles", "buildings", "leads",
    "turns_before", "actions_left", "attacking", "defending", "strength", "reserve", "win_stake", "loss_stake",
)
"""The features of a seat as a whole, in order."""
OWN_NAMES = (*(f"{rank}_{name}" for rank in RANKS for name in COLOUR), *SEAT)
GAME = (
    "treasures_left", "last_turn", "bag", "short_bag", "monuments_left", "refill", "dealing",
    "war", "commit", "revolt", "raise", "build", "take",
)
# fmt: on
"""The features of the game as a whole, in order."""
NAMES = (*OWN_NAMES, *(f"others_{name}" for name in OWN_NAMES), *GAME)
"""The inputs of a net: a seat, the sums of the other seats, and the game."""

TRAITS = 13
"""The number of features of a colour."""
OWN = 77
"""The number of features of a seat: four colours, and the seat as a whole."""
COMMON = 13
"""The number of features of the game as a whole."""
INPUTS = 167
"""The number of inputs of a net."""
