"""Positions at the limits of everything that is counted."""

from __future__ import annotations

import random
from typing import Any

from kingdoms.games.rivers.engine import codes
from tests.games.rivers.reference.games import random_position
from tests.support.games.limits import near_limit


def rich_position(rng: random.Random) -> dict[str, Any]:
    """Return a crowded position with the maximum of points."""
    position = random_position(rng)
    for fields in position["seats"].values():
        fields["points"] = {colour: near_limit(rng, codes.MOST_POINTS) for colour in ("red", "blue", "green", "black")}
    return position
