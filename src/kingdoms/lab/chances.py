"""Calibrated chances of winning: a game's own evaluation, corrected by logistic regression on how games ended."""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass
from typing import Any, Final

import numpy
import polars

EDGE: Final = 0.005
"""Chances are clipped to be at least this far from 0 and 1."""
MIN_ROWS: Final = 40
"""With fewer rows than this, or without variation in them, chances are not corrected."""
BINS: Final = 10


@dataclass(frozen=True)
class Calibration:
    """A correction of chances: the logit is multiplied by `slope` and shifted by `shift`.

    Attributes:
        table: for each tenth of the calibrated chances, the number of rows, the mean prediction and the mean result.
    """

    slope: float
    shift: float
    rows: int
    table: list[dict[str, Any]]

    def apply(self, chance: polars.Expr) -> polars.Expr:
        """Return calibrated chances.

        Examples:
            >>> unchanged = Calibration(1.0, 0.0, 0, [])
            >>> polars.DataFrame({"chance": [0.25]}).select(unchanged.apply(polars.col("chance")).round(3)).item()
            0.25
        """
        clipped = chance.clip(EDGE, 1 - EDGE)
        logit = (clipped / (1 - clipped)).log() * self.slope + self.shift
        return 1 / (1 + (-logit).exp())


def calibrate(rounds: polars.DataFrame) -> Calibration:
    """Return the calibration that fits chances to results.

    Args:
        rounds: rows with `chance`, `won` and `opening`.
    """
    rows = rounds.drop_nulls("chance")
    slope, shift = 1.0, 0.0
    if rows.height >= MIN_ROWS and rows["chance"].n_unique() > 1 and rows["won"].n_unique() > 1:
        chance = numpy.clip(rows["chance"].to_numpy(), EDGE, 1 - EDGE)
        import statsmodels.api as models  # noqa: PLC0415  slow
        from statsmodels.tools.sm_exceptions import PerfectSeparationWarning  # noqa: PLC0415

        regressors = models.add_constant(numpy.log(chance / (1 - chance)))
        with warnings.catch_warnings(), numpy.errstate(all="ignore"):  # chances may separate wins and losses perfectly
            warnings.simplefilter("ignore", PerfectSeparationWarning)
            fit = models.GLM(rows["won"].to_numpy(), regressors, family=models.families.Binomial()).fit()
        if all(map(math.isfinite, fit.params)) and fit.params[1] > 0:
            shift, slope = float(fit.params[0]), min(float(fit.params[1]), 20.0)
    calibration = Calibration(slope, shift, rows.height, [])
    right = rows.with_columns(right=calibration.apply(polars.col("chance")))
    bins = (
        right.group_by((polars.col("right") * BINS).floor().clip(0, BINS - 1).cast(polars.Int64).alias("bin"))
        .agg(polars.len().alias("rows"), predicted=polars.col("right").mean(), won=polars.col("won").mean())
        .sort("bin")
    )
    return Calibration(slope, shift, rows.height, bins.drop("bin").to_dicts())
