"""The names of the features that describe a table to a net, and their numbers."""

# fmt: off
KINGDOM = (
    "home_cities", "cities_abroad", "values", "moon_values", "suns", "crowns", "arms",
    "free_home", "free_home_to_3", "free_home_to_2", "lost_home", "unbuilt_home",
    "ports", "piers", "home_port", "roads",
    "goods", "gold", "pairs", "singles", "king", "unrest", "unpaid_cities", "spare_control",
    "leaders", "awake", "leader_values", "awake_values", "reserve_top", "reserve_values",
    "income", "earners", "fighters", "all_home", "home_leaders", "home_awake", "trade",
    "rank", "has_moved", "on_turn", "acted", "score", "attacking", "attacked", "rebelling",
)
# fmt: on
"""The features of a kingdom, in order."""
GAME = ("round", "rounds_left", "control", "building", "leading", "defence")
"""The features of the game as a whole, in order."""
NAMES = (*KINGDOM, *(f"others_{name}" for name in KINGDOM), *GAME)
"""The inputs of a net: a seat's kingdom, the sums of the other kingdoms, and the game."""

OWN = 45
"""The number of features of a kingdom."""
COMMON = 6
"""The number of features of the game as a whole."""
INPUTS = 96
"""The number of inputs of a net."""
