"""Chances of winning that mean what they say: a game's judgement of a table, set right by how games have ended."""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass
from typing import Any, Final

import numpy
import polars
import statsmodels.api as models
from statsmodels.tools.sm_exceptions import PerfectSeparationWarning

EDGE: Final = 0.005
"""Chances nearer to 0 or 1 are taken for this far from them."""
LEAST: Final = 40
"""With fewer rows than this, or none that differ, chances are left as they are."""
BINS: Final = 10


@dataclass(frozen=True)
class Calibration:
    """How chances are set right: the logarithm of the odds, times `slope`, and `shift`.

    Attributes:
        table: for each tenth of the chances how many there were, what was predicted on average and what came of it.
    """

    slope: float
    shift: float
    rows: int
    table: list[dict[str, Any]]

    def apply(self, chance: polars.Expr) -> polars.Expr:
        """Return chances set right.

        Examples:
            >>> as_it_is = Calibration(1.0, 0.0, 0, [])
            >>> polars.DataFrame({"chance": [0.25]}).select(as_it_is.apply(polars.col("chance")).round(3)).item()
            0.25
        """
        kept = chance.clip(EDGE, 1 - EDGE)
        logit = (kept / (1 - kept)).log() * self.slope + self.shift
        return 1 / (1 + (-logit).exp())


def calibrate(rounds: polars.DataFrame) -> Calibration:
    """Return how chances have to be set right.

    Args:
        rounds: rows with `chance`, `won` and `opening`.
    """
    known = rounds.drop_nulls("chance")
    slope, shift = 1.0, 0.0
    if known.height >= LEAST and known["chance"].n_unique() > 1 and known["won"].n_unique() > 1:
        chance = numpy.clip(known["chance"].to_numpy(), EDGE, 1 - EDGE)
        given = models.add_constant(numpy.log(chance / (1 - chance)))
        with warnings.catch_warnings(), numpy.errstate(all="ignore"):  # chances may be right every time
            warnings.simplefilter("ignore", PerfectSeparationWarning)
            fit = models.GLM(known["won"].to_numpy(), given, family=models.families.Binomial()).fit()
        if all(map(math.isfinite, fit.params)) and fit.params[1] > 0:
            shift, slope = float(fit.params[0]), min(float(fit.params[1]), 20.0)
    as_it_is = Calibration(slope, shift, known.height, [])
    right = known.with_columns(right=as_it_is.apply(polars.col("chance")))
    bins = (
        right.group_by((polars.col("right") * BINS).floor().clip(0, BINS - 1).cast(polars.Int64).alias("bin"))
        .agg(polars.len().alias("rows"), predicted=polars.col("right").mean(), won=polars.col("won").mean())
        .sort("bin")
    )
    return Calibration(slope, shift, known.height, bins.drop("bin").to_dicts())
