"""Whether the first bot is stronger than the others, asked after each opening: a test that stops as soon as it is sure."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

from kingdoms.arena.plan import Plan
from kingdoms.arena.playing import FAILED, Row

WRONG: Final = 0.05
"""How often it says what is not so, at most about: that the bot is stronger when it is not, or not when it is."""
BOUND: Final = math.log((1 - WRONG) / WRONG)
LEAST: Final = 32
"""It decides nothing before so many openings."""
IMAGINED: Final = 4
"""So many openings that nobody has played, as uneven as single games are, count for how much openings differ: that a few are
alike does not prove that all are."""


@dataclass
class Sequential:
    """A generalised sequential probability ratio test, in which each opening is one sample.

    It weighs two claims: that the bot's share is `fair`, and that it is `fair` and `margin`. How much openings differ is
    estimated as it goes. Once it has decided, later openings change nothing.

    Args:
        fair: the share of a bot that is as strong as the others.
        margin: how much more it must be to be called stronger.

    Examples:
        >>> test = Sequential(fair=0.5, margin=0.05)
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
        """Look at the bot's share of the points of one opening."""
        if self.verdict is not None:
            return
        over = share - self.fair
        self.openings += 1
        self._sum += over
        self._squares += over * over
        mean = self._sum / self.openings
        scatter = (self._squares - self.openings * mean * mean + IMAGINED * self.fair * (1 - self.fair)) / self.openings
        self.ratio = self.openings * self.margin * (mean - self.margin / 2) / scatter
        if self.openings >= LEAST and abs(self.ratio) >= BOUND:
            self.verdict = "stronger" if self.ratio > 0 else "not stronger"

    @property
    def share(self) -> float | None:
        """The bot's share of the points of the openings that were looked at, None before the first."""
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
            "error_rate": WRONG,
        }


class Watch:
    """Asks the test about the games of a plan as they end, in any order: openings are looked at one after the other.

    An opening is looked at when all its games are there, and passed over if one of them could not be played.

    Args:
        plan: what is played, with a margin.
    """

    def __init__(self, plan: Plan) -> None:
        assert plan.margin is not None
        self.plan = plan
        self.bot = next(iter(plan.bots))
        self.test = Sequential(1 / len(plan.seats), plan.margin)
        self._next = 0
        self._begun: dict[int, _Opening] = {}

    def add(self, row: Row) -> None:
        """Look at a game."""
        opening = self._begun.setdefault(row["opening"], _Opening())
        opening.games += 1
        opening.whole &= row["reason"] != FAILED
        for who, share in zip(row["bots"], row["shares"], strict=True):
            if who == self.bot:
                opening.won += share
                opening.held += 1
        while (found := self._begun.get(self._next)) is not None and found.games == self.plan.block:
            if found.whole:
                self.test.add(found.won / found.held)
            del self._begun[self._next]
            self._next += 1


@dataclass
class _Opening:
    """The games on an opening so far."""

    games: int = 0
    whole: bool = True
    won: float = 0.0
    held: int = 0
