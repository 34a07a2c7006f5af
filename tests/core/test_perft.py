"""Counts of action sequences from named positions: whatever they count anew, they are not to change."""

from __future__ import annotations

from typing import Any

import pytest
from tables import full_home, new, table

from kingdoms.core.playouts import perft
from kingdoms.middlesea.state import State


def start() -> State:
    """A new game of four."""
    return new()


def duel() -> State:
    """A new game of two, production a choice."""
    return new(["E", "W"], production="choice")


def lead_example(**rulings: Any) -> State:
    """The position of D-LEAD before Rita's leader phase."""
    return table(
        "leader",
        "N",
        rulings=rulings,
        sites={
            "N.FL": "S3",
            "N.FM": "M5",
            "N.FR": "C2",
            "N.BL": "A3",
            "N.BR": "C5",
            "E.FM": "S1",
            "S.FR": "M2",
            "S.FM": "A5",
            "S.FL": "S4",
            "S.BL": "M3",
            "S.BR": "A1",
            "W.FM": "M4",
            "W.BL": "M1",
        },
        N={
            "king": 5,
            "goods": 1,
            "gold": 1,
            "leaders": {"3": "N.BL"},
            "ports": {"N.FL": 1},
            "roads": ["N.C-N.FL", "N.C-N.FM", "N.C-N.FR", "N.C-N.BL", "N.C-N.BR"],
        },
        E={
            "king": 5,
            "goods": 0,
            "gold": 0,
            "unrest": 1,
            "leaders": {"3": "S.FM"},
            "roads": ["E.C-E.FM", "S.FM-S.FR"],
            "ports": {"E.FM": 1, "S.FR": 1},
        },
        S={
            "king": 3,
            "goods": 1,
            "gold": 1,
            "unrest": 1,
            "leaders": {"2": "S.FL", "4": "S.BL", "5": "S.BR"},
            "roads": ["S.C-S.FL", "S.C-S.BL", "S.C-S.BR"],
            "ports": {"S.FL": 3},
        },
        W={
            "king": 4,
            "goods": 3,
            "gold": 3,
            "unrest": 1,
            "leaders": {"2": "W.FM", "3": "W.BL"},
            "roads": ["W.C-W.FM", "W.C-W.BL"],
            "ports": {"W.FM": 1},
        },
    )


def full_continent() -> State:
    """A rich builder whose continent is full."""
    sites, roads = full_home("N", ("S1", "M2", "C3", "A4", "S5"))
    return table("build", "N", sites=sites, N={"goods": 6, "gold": 6, "roads": roads[:3], "leaders": {"2": "N.FM"}}, seats="NS")


def rebels() -> State:
    """A weak king with six cities, hiring allowed against rebellions."""
    sites, roads = full_home("S", ("A1", "M2", "C3", "A4", "S5"))
    own = {"king": 2, "goods": 2, "gold": 3, "roads": roads, "leaders": {"3": "S.FR", "0": "S.BL", "4": "S.FL"}}
    return table("control", "S", order=["S", "N"], sites=sites, S=own, seats="NS", rulings={"suppress_hire": True})


COUNTS = [
    (start, [4, 108, 2676, 61268]),
    (duel, [2, 54, 1338, 30592]),
    (lead_example, [28, 278, 1644, 9581, 57172]),
    (full_continent, [43, 1611, 46233]),
    (rebels, [3, 15, 53, 567, 9886, 117390]),
]


@pytest.mark.parametrize(("make", "counts"), COUNTS, ids=[make.__name__ for make, _ in COUNTS])
def test_perft(make: Any, counts: list[int]) -> None:
    state = make()
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts
