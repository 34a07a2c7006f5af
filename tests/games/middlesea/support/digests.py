"""Which games of Kingdoms of the Middle Sea are compared between the interpreted and the compiled engine."""

from __future__ import annotations

import random
from typing import Any

from kingdoms.core.state import State
from kingdoms.games.middlesea.game import MiddleSea
from tests.games.middlesea.support.random_games import SEAT_SETS, random_position, random_rulings

WHOLE_GAMES = {"share": 20, "depth": 3, "most": 100_000}
"""Of so many games one more is played from the start; how deep actions are counted; after how many a game is broken off."""
RULINGS: dict[str, Any] = {"round_limit": 50}


def start(rng: random.Random) -> State:
    """Return a busy position."""
    return MiddleSea.read_position(random_position(rng, rng.choice(SEAT_SETS), random_rulings(rng), most_money=25))


def most(number: int) -> int:
    """Return after how many actions a game is broken off."""
    return 5000
