"""The end of the game and the score (section J)."""

from __future__ import annotations

from typing import Any

import pytest

import kingdoms
from kingdoms.games.rivers.engine import codes
from kingdoms.games.rivers.engine.geometry import BOARDS, CELLS
from kingdoms.games.rivers.engine.state import State
from tests.games.rivers.support.tables import COLOURS, FULL, check, full, hand, lay, play, table


@pytest.mark.parametrize("board", ["standard", "advanced"])
@pytest.mark.parametrize(
    ("short", "count", "ends"), [(False, 0, True), (False, 2, True), (False, 3, False), (True, 5, True), (True, 6, False)]
)
def test_J_1_AB_6_and_VA_1_few_treasures_end_it(board: str, short: bool, count: int, ends: bool) -> None:
    treasures = dict.fromkeys([CELLS[cell] for cell in BOARDS[board].temples][:count], "red*")
    state = table(treasures, seats="AB", rulings={"board": board, "short": short}, **full("AB"))
    assert state.position()["rulings"].get("short", False) is short
    check(play(state, "pass"), asks="over" if ends else "B action", reason="treasures" if ends else None)


def over(**seats: dict[str, Any]) -> State:
    """Return a game that has ended for lack of treasures."""
    fields = {seat: FULL | seats.get(seat, {}) for seat in "ABPL"}
    return play(table(dict.fromkeys(lay(), "red"), **fields), "pass")


def earned(*points: int, treasures: int = 0) -> dict[str, Any]:
    """Return the fields of a seat with points by colour, and treasures."""
    return {"points": dict(zip(COLOURS, points, strict=True)), "treasures": treasures}


@pytest.mark.parametrize(
    ("seats", "winners"),
    [
        ({"A": earned(9, 9, 9, 1), "B": earned(2, 2, 2, 2)}, "B"),
        ({"A": earned(9, 9, 9, 1, treasures=1), "B": earned(2, 2, 2, 2)}, "A"),
        ({"A": earned(2, 3, 2, 2), "B": earned(2, 2, 2, 9)}, "B"),
        ({"A": earned(2, 5, 6, 7), "B": earned(2, 4, 9, 9)}, "A"),
        ({"A": earned(2, 5, 6, 7), "B": earned(2, 5, 7, 6), "L": earned(7, 6, 5, 2)}, "ABL"),
        ({"P": earned(0, 0, 0, 0, treasures=3), "L": earned(1, 1, 1, 0)}, "PL"),
        ({}, "ABPL"),
    ],
)
def test_J_2_the_weakest_colour_then_the_second_weakest_then_shared(seats: dict[str, dict[str, Any]], winners: str) -> None:
    state = over(**seats)
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == tuple(winners)
    assert state.returns() == [1 / len(winners) if seat in winners else 0.0 for seat in "ABPL"]
    assert state.returns_by_score() == state.returns()


def test_N_7_the_outcome() -> None:
    outcome = over(A=earned(9, 8, 7, 1, treasures=2), B=earned(2, 2, 2, 2)).outcome()
    assert outcome is not None
    scores = {"A": [3, 7, 8, 9], "B": [2, 2, 2, 2], "P": [0, 0, 0, 0], "L": [0, 0, 0, 0]}
    assert outcome.to_json() == {"reason": "treasures", "winners": ["A"], "loser": None, "scores": scores}


def test_points_are_capped() -> None:
    most = codes.MOST_POINTS
    state = table(leaders={"A": {"red": "I6"}}, A=hand(red=1) | earned(most, most, most, most))
    check(play(state, "place red H6"), points={"A": dict.fromkeys(COLOURS, most)})
    with pytest.raises(kingdoms.PositionError, match=f"from 0 to {most}"):
        table(A=earned(most + 1, 0, 0, 0))
