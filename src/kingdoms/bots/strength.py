"""The arithmetic of ratings.

Ratings follow the Plackett-Luce model for any number of players (Weng and Lin 2011, algorithm 4, with openskill's constants):
a mean and a standard deviation. People see points: 1000 points are the initial rating, and by definition that of level 4.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from kingdoms.bots.levels import LEVEL
from kingdoms.core.registry import game_class

POINTS: Final = 20
"""Points per unit of the model."""
ZERO: Final = 500
"""Points of a rating of zero."""
LUCK: Final = 25 / 6
"""Standard deviation of how well a player plays in one game."""
DRIFT: Final = 25 / 300
"""Standard deviation of how much a player's rating changes between two games."""
LEAST_KEPT: Final = 0.0001
"""The least part of a variance that a game leaves."""
LEVELS_SPREAD: Final = 1.0
"""Standard deviation that is assumed for the fixed ratings of levels."""


class Strength(NamedTuple):
    """A rating, and its standard deviation."""

    rating: float = 25.0
    spread: float = 25 / 3

    @property
    def points(self) -> int:
        """The rating in points.

        Examples:
            >>> Strength().points
            1000
        """
        return ZERO + round(POINTS * self.rating)

    def to_json(self) -> dict[str, int]:
        """Return the rating in points, with `spread` as half the width of the 95% confidence interval.

        Examples:
            >>> Strength(30.0, 2.0).to_json()
            {'points': 1100, 'spread': 80}
        """
        return {"points": self.points, "spread": round(2 * POINTS * self.spread)}


def level_strength(game: str, seats: int, bot: str) -> Strength | None:
    """Return the fixed rating of a bot with a number of seats, or None.

    Examples:
        >>> level_strength("middlesea", 2, "level:4"), level_strength("middlesea", 2, "random")
        (Strength(rating=25.0, spread=1.0), None)
    """
    kind, _, number = bot.partition(":")
    levels = game_class(game).levels()
    if kind != LEVEL or not number.isdecimal() or not 0 < int(number) <= len(levels):
        return None
    rating = levels[int(number) - 1].ratings.get(seats)
    return None if rating is None else Strength(rating, LEVELS_SPREAD)


def update_strengths(before: Sequence[Strength], shares: Sequence[float]) -> list[Strength]:
    """Return the ratings of players after a game, by the share of the victory of each.

    Examples:
        >>> won, lost = update_strengths([Strength(), Strength()], [1.0, 0.0])
        >>> won.points > 1000 > lost.points, won.spread < Strength().spread
        (True, True)
    """
    variances = [strength.spread**2 + DRIFT**2 for strength in before]
    scale = math.sqrt(sum(variances) + len(before) * LUCK**2)
    weights = [math.exp(strength.rating / scale) for strength in before]
    sums = [sum(weight for weight, other in zip(weights, shares, strict=True) if other <= share) for share in shares]
    after = []
    for own, (strength, variance) in enumerate(zip(before, variances, strict=True)):
        change = certainty = 0.0
        for rival, share in enumerate(shares):
            if share >= shares[own]:
                expected = weights[own] / sums[rival]
                change += ((rival == own) - expected) / shares.count(share)
                certainty += expected * (1 - expected) / shares.count(share)
        rest = max(LEAST_KEPT, 1 - certainty * (variance / scale**2) ** 1.5)
        after.append(Strength(strength.rating + change * variance / scale, math.sqrt(variance * rest)))
    return after
