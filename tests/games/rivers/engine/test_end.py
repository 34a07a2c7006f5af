"""The end of the game and the score (section J)."""

from __future__ import annotations

from typing import Any

import pytest

import kingdoms
from kingdoms.core.answers import Outcome
from kingdoms.games.rivers.engine import codes
from kingdoms.games.rivers.engine.state import State
from tests.games.rivers.support.tables import FULL, hand, lay, play, question, table

HANDS: dict[str, Any] = {seat: hand(**FULL) for seat in "ABPL"}


def outcome(state: State) -> Outcome:
    """How the game has ended."""
    result = state.outcome()
    assert result is not None
    assert state.is_terminal()
    return result


@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_J_1_two_treasures_or_fewer_end_it(number: int) -> None:
    board = {cell: "red*" if at < number else "red" for at, cell in enumerate(lay())}
    state = play(table(board, **HANDS), "pass")
    if number == 3:
        assert question(state) == ("B", "action")
    else:
        assert outcome(state).reason == "treasures"


def over(**seats: dict[str, Any]) -> State:
    """A game that ends with the next action."""
    board = dict.fromkeys(lay(), "red")
    fields = {seat: {**HANDS[seat], **seats.get(seat, {})} for seat in "ABPL"}
    return play(table(board, **fields), "pass")


def earned(red: int, blue: int, green: int, black: int, treasures: int = 0) -> dict[str, Any]:
    """Points and treasures."""
    return {"points": {"red": red, "blue": blue, "green": green, "black": black}, "treasures": treasures}


ENDS = [
    ({"A": earned(9, 9, 9, 1), "B": earned(2, 2, 2, 2)}, ("B",)),
    ({"A": earned(9, 9, 9, 1, 1), "B": earned(2, 2, 2, 2)}, ("A",)),
    ({"A": earned(2, 3, 2, 2), "B": earned(2, 2, 2, 9)}, ("B",)),
    ({"A": earned(2, 5, 6, 7), "B": earned(2, 4, 9, 9)}, ("A",)),
    ({"A": earned(2, 5, 6, 7), "B": earned(2, 5, 7, 6), "L": earned(7, 6, 5, 2)}, ("A", "B", "L")),
    ({"P": earned(0, 0, 0, 0, 3), "L": earned(1, 1, 1, 0)}, ("P", "L")),
    ({}, ("A", "B", "P", "L")),
]


@pytest.mark.parametrize(("seats", "winners"), ENDS)
def test_J_2_the_weakest_colour_then_the_second_weakest_then_shared(
    seats: dict[str, dict[str, Any]], winners: tuple[str, ...]
) -> None:
    state = over(**seats)
    assert outcome(state).winners == winners
    assert state.returns() == [1 / len(winners) if seat in winners else 0.0 for seat in "ABPL"]
    assert state.returns_by_score() == state.returns()


def test_N_7_the_outcome() -> None:
    result = outcome(over(A=earned(9, 8, 7, 1, 2), B=earned(2, 2, 2, 2))).to_json()
    assert result == {
        "reason": "treasures",
        "winners": ["A"],
        "loser": None,
        "scores": {"A": [3, 7, 8, 9], "B": [2, 2, 2, 2], "P": [0, 0, 0, 0], "L": [0, 0, 0, 0]},
    }


def test_points_are_capped() -> None:
    most = codes.MOST_POINTS
    state = table(leaders={"A": {"red": "I6"}}, A=hand(red=1) | earned(most, most, most, most))
    assert play(state, "place red H6").position()["seats"]["A"]["points"]["red"] == most
    with pytest.raises(kingdoms.PositionError, match=f"from 0 to {most}"):
        table(A=earned(most + 1, 0, 0, 0))
