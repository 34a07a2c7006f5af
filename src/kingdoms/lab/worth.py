"""What it is worth to hold something in the middle of a game: by regression, within tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy
import polars
import statsmodels.api as models

from kingdoms.lab.dataset import CellData
from kingdoms.lab.estimates import Contrast

OPENINGS_A_COLUMN: Final = 10
"""With fewer openings than so many for each thing that is held, nothing is said."""


@dataclass(frozen=True)
class Worth:
    """What more of something brings.

    Attributes:
        column: what it is.
        about: the same for people.
        one_more: how much more of the victory goes with one more of it than the seats have on average, all else alike.
        usual: by how much seats at one table usually differ in it (the standard deviation).
    """

    column: str
    about: str
    one_more: Contrast
    usual: float

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return {"column": self.column, "about": self.about, "usual_difference": round(self.usual, 4)} | self.one_more.to_json()


@dataclass(frozen=True)
class Regression:
    """What all things held are worth after some round.

    Attributes:
        round: after which round: half of the length that games usually have.
        games: in how many games; those that were over by then are left out.
        worths: one for each thing that can be told apart.
        left_out: what cannot be told: nobody differs in it, or it follows from the others.
    """

    round: int
    games: int
    worths: list[Worth]
    left_out: list[str]


def middle(data: CellData) -> int:
    """Return the round at half of the length that games usually have, at least the first."""
    lengths = data.rounds.filter("last").group_by("number").agg(polars.col("round").max())["round"]
    return max(1, int(lengths.median() or 0) // 2)  # type: ignore[arg-type]


def worth(data: CellData, after: int | None = None) -> Regression:
    """Return what things that seats hold after a round are worth, as a linear model of who wins.

    Each seat is compared with the average of its table, so what all have in common counts for nothing. Openings are the
    samples (errors are robust to clusters). It says what goes with winning, not what makes a seat win.

    Args:
        data: games of one bot with itself.
        after: which round; the middle of a usual game if none is given.
    """
    number = middle(data) if after is None else after
    measures = {name: each for name, each in data.plan.rules.measures().columns.items() if each.explains}
    rows = data.rounds.filter((polars.col("round") == number) & ~polars.col("last"))
    games = rows["number"].n_unique()
    openings = rows["opening"].n_unique()
    inside = [(polars.col(name) - polars.col(name).mean().over("number")).alias(name) for name in (*measures, "won")]
    table = rows.select("opening", *inside)
    kept = _independent(table.select(list(measures)).to_numpy()) if rows.height else []
    columns = [name for i, name in enumerate(measures) if i in kept]
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
            Contrast(float(fit.params[i]), float(ends[i][0]), float(ends[i][1]), games, openings, float(fit.pvalues[i])),
            float(table[name].std() or 0.0),  # type: ignore[arg-type]
        )
        for i, name in enumerate(columns)
    ]
    return Regression(number, games, worths, left_out)


def _independent(values: Any) -> list[int]:
    """Return the columns of a table that do not follow from those before them."""
    kept: list[int] = []
    for column in range(values.shape[1]):
        tried = [*kept, column]
        if numpy.linalg.matrix_rank(values[:, tried], tol=1e-6 * max(1.0, float(numpy.abs(values[:, tried]).max()))) == len(
            tried
        ):
            kept = tried
    return kept
