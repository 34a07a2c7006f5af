"""The games of a study as data frames."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Final

import polars

from kingdoms.arena.folder import GAMES, Folder
from kingdoms.arena.measuring import ROUNDS, USES
from kingdoms.arena.plan import Plan
from kingdoms.arena.playing import FAILED
from kingdoms.lab.chances import Calibration, calibrate
from kingdoms.lab.running import StudyFolder
from kingdoms.lab.study import Cell

SURE: Final = 0.9
"""With such a chance of one seat, a game counts as decided."""


class CellData:
    """The games of one cell.

    Attributes:
        cell: the conditions.
        plan: what was played.
        usual: the games of the same part in which no ruling is switched, None if these are such.
        failures: how many games could not be played; they are left out of everything.
        versions: which versions of this package played them.
    """

    def __init__(self, cell: Cell, folder: Folder, usual: CellData | None = None) -> None:
        self.cell = cell
        self.usual = usual
        self.plan: Plan = folder.plan
        everything = folder.table(GAMES)
        self.games = everything.filter(polars.col("reason") != FAILED)
        self.failures = everything.height - self.games.height
        self.versions: list[str] = sorted(everything["version"].unique())
        self._folder = folder

    @property
    def number(self) -> int:
        """How many games there are."""
        return self.games.height

    @property
    def is_even(self) -> bool:
        """Whether the same bot sits everywhere, so that differences come from the seats alone."""
        return len(set(self.plan.bots.values())) == 1

    @cached_property
    def rounds(self) -> polars.DataFrame:
        """What each seat had after each round, with its share of the victory as `won`, and `chance` calibrated.

        `ahead` says whether it was alone in front by score.
        """
        table = self._folder.table(ROUNDS).join(self.seats.select("number", "seat", "bot", "won"), on=["number", "seat"])
        best = polars.col("score").max().over("number", "round")
        leaders = (polars.col("score") == best).sum().over("number", "round")
        return table.with_columns(ahead=(polars.col("score") == best) & (leaders == 1)).sort("number", "round")

    @cached_property
    def uses(self) -> polars.DataFrame:
        """How often each kind of action was taken, and each kind of event has happened, by game and seat."""
        return self._folder.table(USES)

    @cached_property
    def seats(self) -> polars.DataFrame:
        """A row a game and seat: who sat there, its share of the victory as `won`, and whether it began as `first`."""
        table = self.games.select("number", "opening", polars.col("seats").alias("seat"), "bots", "shares")
        table = table.explode("seat", "bots", "shares").rename({"bots": "bot", "shares": "won"})
        first = self._folder.table(ROUNDS).filter("last").select("number", "seat", "first")
        return table.join(first, on=["number", "seat"], how="left").with_columns(polars.col("first").fill_null(value=False))

    @cached_property
    def calibration(self) -> Calibration:
        """What became of chances as they looked at the end of rounds; of the usual rulings, or cells could not be compared."""
        if self.usual is not None:
            return self.usual.calibration
        return calibrate(self.rounds.filter(~polars.col("last")))

    @cached_property
    def decided(self) -> polars.DataFrame:
        """By game: after which round (`at`) the winner had a calibrated chance of at least 90% for good, and its `length`."""
        sure = (polars.col("last") & (polars.col("won") > 0)) | (polars.col("sure") >= SURE)
        table = self.rounds.with_columns(sure=self.calibration.apply(polars.col("chance")))
        table = table.with_columns(who=polars.when(sure).then(polars.col("seat")))
        by_round = table.group_by("number", "opening", "round").agg(
            polars.col("who").drop_nulls().first(), polars.col("seat").filter(polars.col("won") > 0).first().alias("winner")
        )
        kept = by_round.sort("number", "round").with_columns(open=polars.col("who").ne_missing(polars.col("winner")))
        return (
            kept.group_by("number", "opening")
            .agg(
                at=polars.col("round").filter("open").max().fill_null(0) + 1,
                length=polars.col("round").max(),
            )
            .with_columns(at=polars.min_horizontal("at", "length"))
        )


class Dataset:
    """All games of a study.

    Args:
        path: the folder of the study.

    Raises:
        KingdomsError: it holds no study, or something of it cannot be read.
    """

    def __init__(self, path: Path) -> None:
        self.folder = StudyFolder.read(path)
        self.study = self.folder.study
        self.cells: dict[str, CellData] = {}
        usual: CellData | None = None
        for cell in self.study.cells:
            # The one in which nothing is switched comes first.
            if not cell.changed:
                usual = None
            if self.folder.finished(cell):
                data = CellData(cell, Folder.read(self.folder.folder(cell)), usual)
                self.cells[cell.name] = data
                usual = data if not cell.changed else usual

    def of(self, cell: Cell) -> CellData | None:
        """Return the games of a cell, None if there are none."""
        return self.cells.get(cell.name)

    @property
    def plain(self) -> list[CellData]:
        """The cells in which no ruling is switched, in the order of the study."""
        return [data for data in self.cells.values() if not data.cell.changed]
