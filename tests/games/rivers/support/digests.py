"""Which games of Two Rivers are compared between the interpreted and the compiled engine."""

from __future__ import annotations

import random
from typing import Any

from kingdoms.core.state import State
from kingdoms.games.rivers.game import Rivers
from tests.games.rivers.reference.games import random_position

WHOLE_GAMES = {"share": 200, "depth": 5, "most": 700}
"""Of so many games one more is played from the start; how deep actions are counted; after how many a game is broken off."""
RULINGS: dict[str, Any] = {"wonder": True, "board": "advanced", "buildings": True, "commitments": "needed"}
LONG = 40
"""Every so manieth game is played for long; the others begin in the midst of it, and some turns of them do."""


def start(rng: random.Random) -> State:
    """Return a crowded position."""
    return Rivers.read_position(random_position(rng))


def most(number: int) -> int:
    """Return after how many actions a game is broken off."""
    return 40 if number % LONG else 700
