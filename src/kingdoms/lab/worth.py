"""The worth of holdings in the middle of a game, by linear regression within games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy
import polars
import statsmodels.api as models

from kingdoms.lab.dataset import CellData
from kingdoms.lab.estimates import ContrastEstimate

OPENINGS_A_COLUMN: Final = 10
"""The fewest openings per regressor; with fewer, no worth is estimated."""


@dataclass(frozen=True)
class Worth:
    """The worth of one kind of holding.

    Attributes:
        column: the name of the measure.
        about: its description, for people.
        one_more: the difference in the share of the win for one more than the average of the seats, all else equal.
        usual: the standard deviation of the measure within games.
    """

    column: str
    about: str
    one_more: ContrastEstimate
    usual: float

    def to_json(self) -> dict[str, Any]:
        """Return the worth as JSON data."""
        return {"column": self.column, "about": self.about, "usual_difference": round(self.usual, 4)} | self.one_more.to_json()


@dataclass(frozen=True)
class Regression:
    """The worth of all holdings after some round.

    Attributes:
        round: the round, half the median length of games by default.
        games: the number of games that last longer than this round.
        worths: one entry for each measure that can be estimated.
        left_out: measures that cannot be estimated: no seats differ in them, they depend linearly on others, or data is too
            scarce.
    """

    round: int
    games: int
    worths: list[Worth]
    left_out: list[str]


def half_length(data: CellData) -> int:
    """Return half the median length of games in rounds, at least 1."""
    lengths = data.rounds.filter("last").group_by("number").agg(polars.col("round").max())["round"]
    return max(1, int(lengths.median() or 0) // 2)  # type: ignore[arg-type]


def worth(data: CellData, after: int | None = None) -> Regression:
    """Return the worth of what seats hold after a round, by a linear model of the share of the win.

    Each seat is compared with the average of its game, so that what all seats share cancels out. Openings are the samples
    (cluster-robust errors). The coefficients show association, not causation.

    Args:
        data: games of one bot with itself.
        after: the round; by default the middle of a typical game.
    """
    number = half_length(data) if after is None else after
    measures = {name: measure for name, measure in data.plan.rules.measures().columns.items() if measure.explains}
    rows = data.rounds.filter((polars.col("round") == number) & ~polars.col("last"))
    games = rows["number"].n_unique()
    openings = rows["opening"].n_unique()
    inside = [(polars.col(name) - polars.col(name).mean().over("number")).alias(name) for name in (*measures, "won")]
    table = rows.select("opening", *inside)
    independent = _independent_columns(table.select(list(measures)).to_numpy()) if rows.height else []
    columns = [name for i, name in enumerate(measures) if i in independent]
    left_out = [name for name in measures if name not in columns]
    if not columns or openings < OPENINGS_A_COLUMN * len(columns):
        return Regression(number, games, [], list(measures))
    fit = models.OLS(table["won"].to_numpy(), table.select(columns).to_numpy()).fit(
        cov_type="cluster", cov_kwds={"groups": table["opening"].to_numpy()}, use_t=True
    )
    ends = fit.conf_int()
    worths = [
        Worth(
            name,
            measures[name].about,
            ContrastEstimate(
                float(fit.params[i]), float(ends[i][0]), float(ends[i][1]), games, openings, float(fit.pvalues[i])
            ),
            float(table[name].std() or 0.0),  # type: ignore[arg-type]
        )
        for i, name in enumerate(columns)
    ]
    return Regression(number, games, worths, left_out)


def _independent_columns(values: Any) -> list[int]:
    """Return the indices of columns that are linearly independent of the kept columns before them."""
    independent: list[int] = []
    for column in range(values.shape[1]):
        candidate = [*independent, column]
        if numpy.linalg.matrix_rank(
            values[:, candidate], tol=1e-6 * max(1.0, float(numpy.abs(values[:, candidate]).max()))
        ) == len(candidate):
            independent = candidate
    return independent
