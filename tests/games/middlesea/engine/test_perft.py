"""Counts of action sequences from named positions, which changes of the code must preserve."""

from __future__ import annotations

from typing import Any

import pytest

from kingdoms.core.playouts import perft
from kingdoms.games.middlesea.engine.state import State
from tests.games.middlesea.support.tables import full_home, new, table
from tests.games.middlesea.support.worked_example import lead_example


def start() -> State:
    """A new game of four."""
    return new()


def duel() -> State:
    """A new game of two, production a choice."""
    return new(["E", "W"], production="choice")


def before_rita(**rulings: Any) -> State:
    """The position of D-LEAD before Rita's leader phase."""
    seats, sites = lead_example()
    return table("leader", "N", sites=sites, **seats, rulings=rulings)


def full_continent() -> State:
    """A rich builder whose continent is full."""
    sites, roads = full_home("N", ("S1", "M2", "C3", "A4", "S5"))
    return table("build", "N", sites=sites, N="money=6 2@N.FM " + " ".join(roads[:3]), seats="NS")


def rebels() -> State:
    """A weak king with six cities, hiring allowed against rebellions."""
    sites, roads = full_home("S", ("A1", "M2", "C3", "A4", "S5"))
    south = "king=2 goods=2 gold=3 3@S.FR 0@S.BL 4@S.FL " + " ".join(roads)
    return table("control", "S", order=["S", "N"], sites=sites, S=south, seats="NS", rulings={"suppress_hire": True})


COUNTS = [
    (start, [4, 108, 2676, 61268]),
    (duel, [2, 54, 1338, 30592]),
    (before_rita, [28, 278, 1644, 9581, 57172]),
    (full_continent, [43, 1611, 46233]),
    (rebels, [3, 15, 53, 567, 9886, 117390]),
]


@pytest.mark.parametrize(("make", "counts"), COUNTS, ids=[make.__name__ for make, _ in COUNTS])
def test_perft(make: Any, counts: list[int]) -> None:
    state = make()
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts
