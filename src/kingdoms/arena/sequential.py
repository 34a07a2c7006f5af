"""A sequential test of whether the first bot is stronger than the others, updated after each opening."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

from kingdoms.arena.plan import ArenaPlan
from kingdoms.arena.playing import FAILED, Row

ERROR_RATE: Final = 0.05
"""The approximate error rate of either verdict."""
BOUND: Final = math.log((1 - ERROR_RATE) / ERROR_RATE)
MIN_OPENINGS: Final = 32
"""The fewest openings before a verdict."""
PRIOR_OPENINGS: Final = 4
"""The weight of the prior variance, in openings: a few openings that happen to be equal don't prove that all are."""


@dataclass
class SequentialTest:
    """A generalised sequential probability ratio test, with each opening as one sample.

    It compares two hypotheses: the bot's share is `fair`, or it is `fair + margin`. The variance between openings is estimated
    along the way. After a verdict, later openings change nothing.

    Args:
        fair: the share of a bot as strong as the others.
        margin: how much larger the share of a stronger bot is.

    Examples:
        >>> test = SequentialTest(fair=0.5, margin=0.05)
        >>> for share in (1.0, 0.5, 1.0, 0.5) * 50:
        ...     test.add(share)
        >>> test.verdict, test.openings
        ('stronger', 32)
    """

    fair: float
    margin: float
    openings: int = 0
    ratio: float = 0.0
    verdict: str | None = None
    _sum: float = 0.0
    _squares: float = 0.0

    def add(self, share: float) -> None:
        """Update the test with the bot's share of the points of one opening."""
        if self.verdict is not None:
            return
        over = share - self.fair
        self.openings += 1
        self._sum += over
        self._squares += over * over
        mean = self._sum / self.openings
        scatter = (self._squares - self.openings * mean * mean + PRIOR_OPENINGS * self.fair * (1 - self.fair)) / self.openings
        self.ratio = self.openings * self.margin * (mean - self.margin / 2) / scatter
        if self.openings >= MIN_OPENINGS and abs(self.ratio) >= BOUND:
            self.verdict = "stronger" if self.ratio > 0 else "not stronger"

    @property
    def share(self) -> float | None:
        """The bot's share of the points of the openings counted so far, None before the first."""
        return self.fair + self._sum / self.openings if self.openings else None

    def to_json(self) -> dict[str, Any]:
        """Return the test as JSON data."""
        share = self.share
        return {
            "verdict": self.verdict,
            "openings": self.openings,
            "share": None if share is None else round(share, 4),
            "fair": round(self.fair, 4),
            "margin": self.margin,
            "log_likelihood_ratio": round(self.ratio, 4),
            "bound": round(BOUND, 4),
            "error_rate": ERROR_RATE,
        }


class Watch:
    """Feeds the games of a plan to the test, opening by opening; games may come in any order.

    An opening counts when all its games are finished, and is skipped if one of them could not be played.

    Args:
        plan: the plan, with a margin.
    """

    def __init__(self, plan: ArenaPlan) -> None:
        assert plan.margin is not None
        self.plan = plan
        self.bot = next(iter(plan.bots))
        self.test = SequentialTest(1 / len(plan.seats), plan.margin)
        self._next = 0
        self._openings: dict[int, _Opening] = {}

    def add(self, row: Row) -> None:
        """Add a game."""
        opening = self._openings.setdefault(row["opening"], _Opening())
        opening.games += 1
        opening.is_whole &= row["reason"] != FAILED
        for label, share in zip(row["bots"], row["shares"], strict=True):
            if label == self.bot:
                opening.points += share
                opening.seats += 1
        while (next_opening := self._openings.get(self._next)) is not None and next_opening.games == self.plan.block:
            if next_opening.is_whole:
                self.test.add(next_opening.points / next_opening.seats)
            del self._openings[self._next]
            self._next += 1


@dataclass
class _Opening:
    games: int = 0
    is_whole: bool = True
    points: float = 0.0
    seats: int = 0
