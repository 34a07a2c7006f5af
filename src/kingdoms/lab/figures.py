"""The figures that questions can refer to, each a count by game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import polars

from kingdoms.arena.measuring import ACTION, EVENT
from kingdoms.core.game import Game
from kingdoms.lab.dataset import CellData
from kingdoms.lab.estimates import Sample
from kingdoms.texts import text


@dataclass(frozen=True)
class Figure:
    """One kind of figure.

    Attributes:
        count: returns a row for each case, with the total as `sum` and the number of cases as `of`.
        is_share: whether each case is a value from 0 to 1.
        even: whether it is a seat's share of the win, which can be compared with an even share.
        takes: the kind of argument after the colon: "seat", "bot", "action", "event", "column", "round", "reason"; empty for
            none.
    """

    count: Callable[[CellData, str], polars.DataFrame]
    is_share: bool = True
    even: bool = False
    takes: str = ""


def sample(data: CellData, name: str) -> Sample:
    """Return the counts of a figure in a cell, by opening.

    Args:
        data: the games.
        name: the figure, such as `first` or `ended:trade`.
    """
    kind, _, argument = name.partition(":")
    figure = FIGURES[kind]
    rows = figure.count(data, argument)
    table = rows.group_by("opening").agg(
        polars.col("sum").sum().cast(polars.Float64), polars.col("of").sum().cast(polars.Float64)
    )
    return Sample(table.sort("opening"), data.number, figure.is_share)


def words(name: str, game: Game) -> str:
    """Return the description of a figure, for people.

    Examples:
        >>> import kingdoms
        >>> words("seat:N", kingdoms.load_game("middlesea"))
        'win share of North'
    """
    kind, _, argument = name.partition(":")
    if FIGURES[kind].takes == "seat":
        argument = game.seat_name(argument)
    if FIGURES[kind].takes == "column":
        argument = game.measures().columns[argument].about
    return text(f"lab.figure_{kind}", what=argument)


def is_share(name: str) -> bool:
    """Return whether a figure is shown as a percentage."""
    return FIGURES[name.partition(":")[0]].is_share


# -- counts ---------------------------------------------------------------------------------------------------------------


def _games(data: CellData, value: polars.Expr) -> polars.DataFrame:
    return data.games.select("number", "opening", sum=value.cast(polars.Float64), of=polars.lit(1.0))


def _rounds(data: CellData, _: str) -> polars.DataFrame:
    return (
        _games(data, polars.col("rounds")).with_columns(
            polars.col("sum").fill_null(0.0), of=polars.col("sum").is_not_null().cast(polars.Float64)
        )
        if data.games["rounds"].null_count() < data.number
        else _lengths(data)
    )


def _lengths(data: CellData) -> polars.DataFrame:
    """Return the number of rounds of each game, for games that do not count rounds themselves."""
    last = data.rounds.filter("last").group_by("number", "opening").agg(sum=polars.col("round").max().cast(polars.Float64))
    return last.with_columns(of=polars.lit(1.0))


def _win_shares(data: CellData, condition: polars.Expr) -> polars.DataFrame:
    return data.seats.filter(condition).select("number", "opening", sum="won", of=polars.lit(1.0))


def _leader(data: CellData, number: str) -> polars.DataFrame:
    """Return the share of the win of the seat that led alone after a round; games that were over by then are left out."""
    rows = data.rounds.filter((polars.col("round") == int(number)) & ~polars.col("last") & polars.col("ahead"))
    return rows.select("number", "opening", sum="won", of=polars.lit(1.0))


def _lead_changes(data: CellData, _: str) -> polars.DataFrame:
    """Return how often the seat that leads alone changed, for each game."""
    ahead = data.rounds.filter("ahead").sort("number", "round")
    changed = ahead.with_columns(other=polars.col("seat").ne(polars.col("seat").shift(1).over("number")).fill_null(value=False))
    return _totals(data, changed, "other")


def _decision_rounds(data: CellData, _: str) -> polars.DataFrame:
    return data.decision_rounds.select("number", "opening", sum=polars.col("at").cast(polars.Float64), of=polars.lit(1.0))


def _decision_times(data: CellData, _: str) -> polars.DataFrame:
    return data.decision_rounds.select("number", "opening", sum=polars.col("at") / polars.col("length"), of=polars.lit(1.0))


def _times(data: CellData, category: str, kind: str) -> polars.DataFrame:
    """Return the number of actions or events of a kind in each game."""
    rows = data.uses.filter((polars.col("what") == category) & (polars.col("kind") == kind))
    return _totals(data, rows, "times")


def _totals(data: CellData, rows: polars.DataFrame, column: str) -> polars.DataFrame:
    """Return the sum of a column in each game, 0 for games without rows."""
    counted = rows.group_by("number").agg(sum=polars.col(column).sum().cast(polars.Float64))
    return (
        data.games.select("number", "opening")
        .join(counted, on="number", how="left")
        .with_columns(polars.col("sum").fill_null(0.0), of=polars.lit(1.0))
    )


def _occurrence(rows: polars.DataFrame) -> polars.DataFrame:
    return rows.with_columns(sum=(polars.col("sum") > 0).cast(polars.Float64))


def _mean(data: CellData, column: str) -> polars.DataFrame:
    """Return a measure of each seat at the end."""
    return data.rounds.filter("last").select("number", "opening", sum=polars.col(column), of=polars.lit(1.0))


FIGURES: Final[Mapping[str, Figure]] = {
    "first": Figure(lambda data, _: _win_shares(data, polars.col("first")), even=True),
    "seat": Figure(lambda data, seat: _win_shares(data, polars.col("seat") == seat), even=True, takes="seat"),
    "share": Figure(lambda data, bot: _win_shares(data, polars.col("bot") == bot), even=True, takes="bot"),
    "leader": Figure(_leader, even=True, takes="round"),
    "ended": Figure(lambda data, reason: _games(data, polars.col("reason") == reason), takes="reason"),
    "rounds": Figure(_rounds, is_share=False),
    "actions": Figure(lambda data, _: _games(data, polars.col("actions")), is_share=False),
    "lead_changes": Figure(_lead_changes, is_share=False),
    "decided": Figure(_decision_rounds, is_share=False),
    "decided_at": Figure(_decision_times),
    "used": Figure(lambda data, kind: _occurrence(_times(data, ACTION, kind)), takes="action"),
    "uses": Figure(lambda data, kind: _times(data, ACTION, kind), is_share=False, takes="action"),
    "happened": Figure(lambda data, kind: _occurrence(_times(data, EVENT, kind)), takes="event"),
    "happens": Figure(lambda data, kind: _times(data, EVENT, kind), is_share=False, takes="event"),
    "at_end": Figure(_mean, is_share=False, takes="column"),
}
"""All figures by name; docs/lab.md explains them."""
