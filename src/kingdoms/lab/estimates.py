"""How much something is, and how far that can be trusted: all games on one opening count as one sample."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy
import polars
from scipy import stats
from statsmodels.stats.multitest import multipletests

from kingdoms.bots.tally import wilson

SURE: Final = 0.95
FEW: Final = 10
"""With fewer openings than this, or none that differs, the scatter of openings is not known."""
NONE: Final = 3.0
"""What never happened in some cases happens, with 95%, less often than this many times in as many."""
HOLM: Final = "holm"
"""For questions that were planned: the probability that even one finding is due to chance stays below 5%."""
BENJAMINI_HOCHBERG: Final = "fdr_bh"
"""For what was looked at afterwards: of the findings named, 5% are due to chance on average."""


@dataclass(frozen=True)
class Sample:
    """Something counted opening by opening.

    Attributes:
        table: a row an opening with `opening`, `sum` (what was counted) and `of` (in how many cases).
        games: of how many games.
        is_share: whether each case is somewhere from 0 to 1.
    """

    table: polars.DataFrame
    games: int
    is_share: bool = False


@dataclass(frozen=True)
class Estimate:
    """A mean with its 95% interval.

    Attributes:
        value: the mean.
        low: where the interval begins.
        high: where it ends.
        games: of how many games.
        openings: of how many samples.
        error: the standard error.
    """

    value: float
    low: float
    high: float
    games: int
    openings: int
    error: float

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return {
            **{name: _rounded(getattr(self, name)) for name in ("value", "low", "high")},
            "games": self.games,
            "openings": self.openings,
        }


@dataclass(frozen=True)
class Contrast:
    """A difference with its 95% interval, and how easily chance brings one as large.

    Attributes:
        effect: the difference.
        low: where the interval begins.
        high: where it ends.
        games: of how many games, on both sides.
        openings: of how many samples.
        p: the probability of such a difference where there is none.
        adjusted: the same, corrected for how many comparisons there are.
    """

    effect: float
    low: float
    high: float
    games: int
    openings: int
    p: float
    adjusted: float | None = None

    @property
    def shown(self) -> bool:
        """Whether it stands after the correction."""
        return self.adjusted is not None and self.adjusted < 1 - SURE

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return {
            **{name: _rounded(getattr(self, name)) for name in ("effect", "low", "high", "p", "adjusted")},
            "games": self.games,
            "openings": self.openings,
            "shown": self.shown,
        }


def estimate(sample: Sample) -> Estimate | None:
    """Return a mean and its interval, None of nothing.

    Examples:
        >>> table = polars.DataFrame({"opening": range(20), "sum": [2.0, 1.0, 1.0, 0.0] * 5, "of": [2.0] * 20})
        >>> found = estimate(Sample(table, 40, is_share=True))
        >>> assert found is not None
        >>> found.value, round(found.low, 2), round(found.high, 2)
        (0.5, 0.33, 0.67)
    """
    found = _influence(sample)
    if found is None:
        return None
    value, table = found
    number = table.height
    error = _error(table["influence"].to_numpy())
    if sample.is_share and (number < FEW or error < 1e-9):
        low, high = wilson(value * number, number)
        return Estimate(value, min(low, value), max(high, value), sample.games, number, (high - low) / 4)
    reach = _student(number) * error if number > 1 else math.inf
    low, high = value - reach, value + reach
    if sample.is_share:
        low, high = max(0.0, low), min(1.0, high)
    return Estimate(value, low, high, sample.games, number, error)


def against_value(sample: Sample, expected: float) -> Contrast | None:
    """Return how much more than a number something is, None of nothing."""
    found = estimate(sample)
    if found is None:
        return None
    p = _p_value(found.value - expected, found.error, found.openings)
    return Contrast(found.value - expected, found.low - expected, found.high - expected, found.games, found.openings, p)


def between(one: Sample, other: Sample) -> Contrast | None:
    """Return how much more something is than under other conditions, on the same openings; None if there is nothing to compare.

    Openings that both have are compared with each other: what is due to them alone does not blur the difference.
    """
    first, second = _influence(one), _influence(other)
    if first is None or second is None:
        return None
    both = first[1].join(second[1], on="opening", how="full", coalesce=True, suffix="_other").fill_null(0.0)
    effect = first[0] - second[0]
    number = min(first[1].height, second[1].height)
    error = _error((both["influence"] - both["influence_other"]).to_numpy())
    alone = math.hypot(*(each.error for each in (estimate(one), estimate(other)) if each is not None))
    if number < FEW:
        error = max(error, alone)
    elif error < 1e-9:  # no opening differs: with 95%, fewer than 3 in so many do
        error = max(alone * math.sqrt(number), 1e-9) * NONE / number / _student(number)
    reach = _student(number) * error if number > 1 else math.inf
    return Contrast(effect, effect - reach, effect + reach, one.games + other.games, number, _p_value(effect, error, number))


def corrected(contrasts: Sequence[Contrast], method: str) -> list[Contrast]:
    """Return comparisons with their probabilities corrected for how many there are.

    Args:
        contrasts: all that were made.
        method: `HOLM` or `BENJAMINI_HOCHBERG`.
    """
    if not contrasts:
        return []
    adjusted = multipletests([each.p for each in contrasts], method=method)[1]
    return [replace(each, adjusted=float(p)) for each, p in zip(contrasts, adjusted, strict=True)]


def _influence(sample: Sample) -> tuple[float, polars.DataFrame] | None:
    """Return a mean, and by how much each opening has moved it."""
    table = sample.table.filter(polars.col("of") > 0)
    of = float(table["of"].sum() or 0.0)
    if not of:
        return None
    value = float(table["sum"].sum() or 0.0) / of
    moved = ((polars.col("sum") - value * polars.col("of")) / of).alias("influence")
    return value, table.select(polars.col("opening").cast(polars.Int64), moved)


def _error(influence: Any) -> float:
    """Return the standard error that openings give."""
    number = len(influence)
    if number < 2:
        return 0.0
    return float(numpy.sqrt(numpy.sum(influence**2) * number / (number - 1)))


def _student(number: int) -> float:
    return float(stats.t.ppf(0.5 + SURE / 2, max(1, number - 1)))


def _p_value(effect: float, error: float, number: int) -> float:
    """Return how often chance alone brings an effect as large."""
    if error <= 0 or number < 2:
        return 1.0
    return float(2 * stats.t.sf(abs(effect) / error, number - 1))


def _rounded(value: float | None) -> float | None:
    return None if value is None or not math.isfinite(value) else float(f"{value:.6g}")
