"""Shares of points, with confidence intervals; all games on one opening count as one sample."""

from __future__ import annotations

import math
from typing import Final

from kingdoms.bots.tally import SURE, wilson

FEW: Final = 10
"""With fewer openings than this, or none that differ, the variance between openings is unknown."""


class Share:
    """A share of points, from running sums over openings.

    Examples:
        >>> share = Share()
        >>> for won in (2.0, 1.0, 1.0, 0.0) * 5:
        ...     share.add(won, 2.0)
        >>> share.value, *(round(end, 3) for end in share.interval())
        (0.5, 0.33, 0.67)
    """

    def __init__(self) -> None:
        self.openings = 0
        self.won = self.of = 0.0
        self._squares = self._products = self._of_squares = 0.0

    def add(self, won: float, of: float) -> None:
        """Count an opening: the points won in its games, and the points that could be won."""
        if of <= 0:
            return
        self.openings += 1
        self.won += won
        self.of += of
        self._squares += won * won
        self._products += won * of
        self._of_squares += of * of

    @property
    def value(self) -> float | None:
        """The share, None if nothing has been counted."""
        return self.won / self.of if self.of else None

    def interval(self) -> tuple[float, float]:
        """Return the 95% confidence interval.

        It is based on the variance between openings (Student's t). If that is unknown, it is Wilson's interval with one game
        per opening, which errs on the wide side.
        """
        value, number = self.value, self.openings
        if value is None:
            return 0.0, 1.0
        rest = self._squares - 2 * value * self._products + value * value * self._of_squares
        if number < FEW or rest <= 1e-12 * self._of_squares:
            low, high = wilson(value * number, number)
            return min(low, value), max(high, value)  # rounding can put the value outside the interval
        reach = student(number - 1) * math.sqrt(rest * number / (number - 1)) / self.of
        return max(0.0, value - reach), min(1.0, value + reach)


def student(freedom: int) -> float:
    """Return the 97.5% quantile of Student's t with this many degrees of freedom, by series expansion.

    Examples:
        >>> [round(student(freedom), 2) for freedom in (9, 30, 1000)]
        [2.26, 2.04, 1.96]
    """
    z = SURE
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
