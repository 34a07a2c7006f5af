"""Means, differences and their confidence intervals; all games on one opening count as one sample."""

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

CONFIDENCE: Final = 0.95
FEW: Final = 10
"""With fewer openings than this, or none that differ, the variance between openings is unknown."""
RULE_OF_THREE: Final = 3.0
"""The rule of three: an event never seen in n cases has a rate below 3 / n, with 95% confidence."""
HOLM: Final = "holm"
"""For planned questions: keeps the probability of even one false finding below 5%."""
BENJAMINI_HOCHBERG: Final = "fdr_bh"
"""For unplanned comparisons: keeps the expected proportion of false findings below 5%."""


@dataclass(frozen=True)
class Sample:
    """Counts by opening.

    Attributes:
        table: a row for each opening, with `opening`, `sum` (the total) and `of` (the number of cases).
        games: the number of games.
        is_share: whether each case is a value from 0 to 1.
    """

    table: polars.DataFrame
    games: int
    is_share: bool = False


@dataclass(frozen=True)
class Estimate:
    """A mean with its 95% confidence interval.

    Attributes:
        value: the mean.
        low: the lower end of the interval.
        high: the upper end.
        games: the number of games.
        openings: the number of samples.
        error: the standard error.
    """

    value: float
    low: float
    high: float
    games: int
    openings: int
    error: float

    def to_json(self) -> dict[str, Any]:
        """Return the estimate as JSON data."""
        return {
            **{name: _round(getattr(self, name)) for name in ("value", "low", "high")},
            "games": self.games,
            "openings": self.openings,
        }


@dataclass(frozen=True)
class ContrastEstimate:
    """A difference with its 95% confidence interval and p-value.

    Attributes:
        effect: the difference.
        low: the lower end of the interval.
        high: the upper end.
        games: the number of games, both sides together.
        openings: the number of samples.
        p: the p-value.
        adjusted: the p-value corrected for the number of comparisons.
    """

    effect: float
    low: float
    high: float
    games: int
    openings: int
    p: float
    adjusted: float | None = None

    @property
    def is_significant(self) -> bool:
        """Whether the difference is significant after the correction."""
        return self.adjusted is not None and self.adjusted < 1 - CONFIDENCE

    def to_json(self) -> dict[str, Any]:
        """Return the contrast as JSON data."""
        return {
            **{name: _round(getattr(self, name)) for name in ("effect", "low", "high", "p", "adjusted")},
            "games": self.games,
            "openings": self.openings,
            "shown": self.is_significant,
        }


def estimate(sample: Sample) -> Estimate | None:
    """Return the mean of a sample with its interval, None for an empty sample.

    Examples:
        >>> table = polars.DataFrame({"opening": range(20), "sum": [2.0, 1.0, 1.0, 0.0] * 5, "of": [2.0] * 20})
        >>> mean = estimate(Sample(table, 40, is_share=True))
        >>> assert mean is not None
        >>> mean.value, round(mean.low, 2), round(mean.high, 2)
        (0.5, 0.33, 0.67)
    """
    influence = _influence(sample)
    if influence is None:
        return None
    value, table = influence
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


def contrast_with_value(sample: Sample, expected: float) -> ContrastEstimate | None:
    """Return the difference between a sample's mean and a number, None for an empty sample."""
    mean = estimate(sample)
    if mean is None:
        return None
    p = _p_value(mean.value - expected, mean.error, mean.openings)
    return ContrastEstimate(mean.value - expected, mean.low - expected, mean.high - expected, mean.games, mean.openings, p)


def contrast_between(sample: Sample, reference: Sample) -> ContrastEstimate | None:
    """Return the difference between two samples on the same openings, None if either is empty.

    Openings that occur in both samples are paired, so that variance due to the opening alone cancels out.
    """
    first, second = _influence(sample), _influence(reference)
    if first is None or second is None:
        return None
    pairs = first[1].join(second[1], on="opening", how="full", coalesce=True, suffix="_other").fill_null(0.0)
    effect = first[0] - second[0]
    number = min(first[1].height, second[1].height)
    error = _error((pairs["influence"] - pairs["influence_other"]).to_numpy())
    alone = math.hypot(*(mean.error for mean in (estimate(sample), estimate(reference)) if mean is not None))
    if number < FEW:
        error = max(error, alone)
    elif error < 1e-9:  # no opening differs: the rule of three bounds how many would
        error = max(alone * math.sqrt(number), 1e-9) * RULE_OF_THREE / number / _student(number)
    reach = _student(number) * error if number > 1 else math.inf
    return ContrastEstimate(
        effect, effect - reach, effect + reach, sample.games + reference.games, number, _p_value(effect, error, number)
    )


def correct(contrasts: Sequence[ContrastEstimate], method: str) -> list[ContrastEstimate]:
    """Return contrasts with p-values corrected for their number.

    Args:
        contrasts: all contrasts of the family.
        method: `HOLM` or `BENJAMINI_HOCHBERG`.
    """
    if not contrasts:
        return []
    adjusted = multipletests([contrast.p for contrast in contrasts], method=method)[1]
    return [replace(contrast, adjusted=float(p)) for contrast, p in zip(contrasts, adjusted, strict=True)]


def _influence(sample: Sample) -> tuple[float, polars.DataFrame] | None:
    """Return the mean of a sample, and the influence of each opening on it."""
    table = sample.table.filter(polars.col("of") > 0)
    of = float(table["of"].sum() or 0.0)
    if not of:
        return None
    value = float(table["sum"].sum() or 0.0) / of
    moved = ((polars.col("sum") - value * polars.col("of")) / of).alias("influence")
    return value, table.select(polars.col("opening").cast(polars.Int64), moved)


def _error(influence: Any) -> float:
    """Return the standard error, from the influence of each opening."""
    number = len(influence)
    if number < 2:
        return 0.0
    return float(numpy.sqrt(numpy.sum(influence**2) * number / (number - 1)))


def _student(number: int) -> float:
    return float(stats.t.ppf(0.5 + CONFIDENCE / 2, max(1, number - 1)))


def _p_value(effect: float, error: float, number: int) -> float:
    """Return the two-sided p-value of an effect, by Student's t."""
    if error <= 0 or number < 2:
        return 1.0
    return float(2 * stats.t.sf(abs(effect) / error, number - 1))


def _round(value: float | None) -> float | None:
    return None if value is None or not math.isfinite(value) else float(f"{value:.6g}")
