"""The games of Two Rivers that are compared between the interpreted and the compiled engine."""

from __future__ import annotations

import random
from typing import Any

from kingdoms.core.state import State
from kingdoms.games.rivers.game import Rivers
from tests.games.rivers.reference.games import random_position

WHOLE_GAMES = {"share": 200, "depth": 5, "most": 700}
"""One game in `share` is also played from the start; the length of counted action sequences; the maximum number of actions."""
RULINGS: dict[str, Any] = {"wonder": True, "board": "advanced", "buildings": True, "commitments": "needed"}
LONG = 40
"""One game in this number is long; the others begin with a crowded position and are played for a few turns."""


def start(rng: random.Random) -> State:
    """Return a crowded position."""
    return Rivers.read_position(random_position(rng))


def most(number: int) -> int:
    """Return the maximum number of actions in a game."""
    return 40 if number % LONG else 700
