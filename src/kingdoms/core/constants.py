"""The player numbers for chance and terminal states, as in OpenSpiel."""

CHANCE = -1
"""`State.current_player()` when the next action is a die roll or a draw."""
TERMINAL = -4
"""`State.current_player()` when the game is over."""
