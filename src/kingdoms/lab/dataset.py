"""The games of a study as data frames."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Final

import polars

from kingdoms.arena.folder import GAMES, Folder
from kingdoms.arena.measuring import ROUNDS, USES
from kingdoms.arena.plan import ArenaPlan
from kingdoms.arena.playing import FAILED
from kingdoms.lab.chances import Calibration, calibrate
from kingdoms.lab.running import StudyFolder
from kingdoms.lab.study import StudyCell

DECIDED: Final = 0.9
"""The chance of winning from which a game counts as decided."""


class CellData:
    """The games of one cell.

    Attributes:
        cell: the cell.
        plan: the plan that was played.
        usual: the cell of the same part without switched rulings; None if this is that cell.
        failures: the number of games that could not be played; all figures leave them out.
        versions: the versions of this package that played the games.
    """

    def __init__(self, cell: StudyCell, folder: Folder, usual: CellData | None = None) -> None:
        self.cell = cell
        self.usual = usual
        self.plan: ArenaPlan = folder.plan
        table = folder.table(GAMES)
        self.games = table.filter(polars.col("reason") != FAILED)
        self.failures = table.height - self.games.height
        self.versions: list[str] = sorted(table["version"].unique())
        self._folder = folder

    @property
    def number(self) -> int:
        """The number of games."""
        return self.games.height

    @property
    def is_even(self) -> bool:
        """Whether the same bot holds all seats, so that differences between seats are due to the seats alone."""
        return len(set(self.plan.bots.values())) == 1

    @cached_property
    def rounds(self) -> polars.DataFrame:
        """A row for each game, round and seat, with the measures at the end of the round.

        `bot` is the seat's bot, `won` its share of the win, and `ahead` whether it leads the scores alone. `chance` is not
        calibrated.
        """
        table = self._folder.table(ROUNDS).join(self.seats.select("number", "seat", "bot", "won"), on=["number", "seat"])
        best = polars.col("score").max().over("number", "round")
        leaders = (polars.col("score") == best).sum().over("number", "round")
        return table.with_columns(ahead=(polars.col("score") == best) & (leaders == 1)).sort("number", "round")

    @cached_property
    def uses(self) -> polars.DataFrame:
        """The number of actions and events of each kind, by game and seat."""
        return self._folder.table(USES)

    @cached_property
    def seats(self) -> polars.DataFrame:
        """A row for each game and seat: the bot, its share of the win as `won`, and `first` if the seat began."""
        table = self.games.select("number", "opening", polars.col("seats").alias("seat"), "bots", "shares")
        table = table.explode("seat", "bots", "shares").rename({"bots": "bot", "shares": "won"})
        first = self._folder.table(ROUNDS).filter("last").select("number", "seat", "first")
        return table.join(first, on=["number", "seat"], how="left").with_columns(polars.col("first").fill_null(value=False))

    @cached_property
    def calibration(self) -> Calibration:
        """The calibration of chances at the end of rounds.

        Cells with switched rulings use the calibration of the usual rulings, so that cells stay comparable.
        """
        if self.usual is not None:
            return self.usual.calibration
        return calibrate(self.rounds.filter(~polars.col("last")))

    @cached_property
    def decision_rounds(self) -> polars.DataFrame:
        """A row for each game: its `length`, and the round `at` which it was decided.

        A game is decided after the round from which the winner's calibrated chance stays at 90% or more.
        """
        sure = (polars.col("last") & (polars.col("won") > 0)) | (polars.col("sure") >= DECIDED)
        table = self.rounds.with_columns(sure=self.calibration.apply(polars.col("chance")))
        table = table.with_columns(who=polars.when(sure).then(polars.col("seat")))
        by_round = table.group_by("number", "opening", "round").agg(
            polars.col("who").drop_nulls().first(), polars.col("seat").filter(polars.col("won") > 0).first().alias("winner")
        )
        rounds = by_round.sort("number", "round").with_columns(open=polars.col("who").ne_missing(polars.col("winner")))
        return (
            rounds.group_by("number", "opening")
            .agg(at=polars.col("round").filter("open").max().fill_null(0) + 1, length=polars.col("round").max())
            .with_columns(at=polars.min_horizontal("at", "length"))
        )


class Dataset:
    """All games of a study.

    Args:
        path: the study's folder.

    Raises:
        KingdomsError: the folder holds no study, or a file in it cannot be read.
    """

    def __init__(self, path: Path) -> None:
        self.folder = StudyFolder.read(path)
        self.study = self.folder.study
        self.cells: dict[str, CellData] = {}
        usual: CellData | None = None
        for cell in self.study.cells:
            # The cell without switched rulings comes before those with them.
            if not cell.changed:
                usual = None
            if self.folder.finished_games(cell):
                data = CellData(cell, Folder.read(self.folder.folder(cell)), usual)
                self.cells[cell.name] = data
                usual = data if not cell.changed else usual

    def of(self, cell: StudyCell) -> CellData | None:
        """Return the games of a cell, None if there are none."""
        return self.cells.get(cell.name)

    @property
    def plain(self) -> list[CellData]:
        """The cells without switched rulings, in the order of the study."""
        return [data for data in self.cells.values() if not data.cell.changed]
