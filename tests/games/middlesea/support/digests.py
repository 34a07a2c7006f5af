"""The games of Kingdoms of the Middle Sea that are compared between the interpreted and the compiled engine."""

from __future__ import annotations

import random
from typing import Any

from kingdoms.core.state import State
from kingdoms.games.middlesea.game import MiddleSea
from tests.games.middlesea.support.random_games import SEAT_SETS, random_position, random_rulings

WHOLE_GAMES = {"share": 20, "depth": 3, "most": 100_000}
"""One game in `share` is also played from the start; the length of counted action sequences; the maximum number of actions."""
RULINGS: dict[str, Any] = {"round_limit": 50}


def start(rng: random.Random) -> State:
    """Return a crowded position."""
    return MiddleSea.read_position(random_position(rng, rng.choice(SEAT_SETS), random_rulings(rng), most_money=25))


def most(number: int) -> int:
    """Return the maximum number of actions in a game."""
    return 5000
