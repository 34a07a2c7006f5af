"""The arithmetic of ratings.

Ratings follow openskill's Plackett-Luce model for any number of players: a mean and a standard deviation. People see points:
1000 points are the initial rating, and by definition that of level 4.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from kingdoms.bots.levels import LEVEL
from kingdoms.core.registry import game_class

POINTS: Final = 20
"""Points per unit of the model."""
ZERO: Final = 500
"""Points of a rating of zero."""
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
    model = _model()
    teams = [[model.rating(mu=strength.rating, sigma=strength.spread)] for strength in before]
    return [Strength(team[0].mu, team[0].sigma) for team in model.rate(teams, scores=list(shares))]


@cache
def _model() -> Any:
    from openskill.models import PlackettLuce  # noqa: PLC0415  slow to import, and seldom needed

    return PlackettLuce()
