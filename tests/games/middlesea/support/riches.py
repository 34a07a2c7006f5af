"""Positions at the limits of everything that is counted."""

from __future__ import annotations

import random
from typing import Any

from kingdoms.games.middlesea.engine import codes
from tests.games.middlesea.support.random_games import SEAT_SETS, random_position, random_rulings
from tests.support.games.limits import near_limit


def rich_position(rng: random.Random) -> dict[str, Any]:
    """Return a crowded position with the maximum of money, though only few can be hired."""
    position = random_position(rng, rng.choice(SEAT_SETS), random_rulings(rng))
    if rng.random() < 0.5:
        position["rulings"].pop("round_limit")
        position["round"] = near_limit(rng, codes.LAST_ROUND)
    for fields in position["seats"].values():
        fields["goods" if rng.random() < 0.5 else "gold"] = near_limit(rng, codes.MOST_MONEY)
    return position
