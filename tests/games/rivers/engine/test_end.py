"""The end of the game and the score (section J)."""

from __future__ import annotations

from typing import Any

import pytest

from kingdoms.core.answers import Outcome
from kingdoms.games.rivers.engine.state import State
from kingdoms.games.rivers.engine.victory import final_score
from tests.games.rivers.support.tables import FULL, draw_all, hand, hand_of, lay, play, points, question, table

HANDS: dict[str, Any] = {seat: hand(**FULL) for seat in "ABPL"}
FEW = {"K1": "red*", "B2": "red*", "I7": "red"}


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


def test_J_1_at_the_end_of_the_turn_only() -> None:
    board = {"I7": "red*", "N5": "red*", "K1": "red*"} | dict.fromkeys(("I5", "J5", "K5", "L5"), "black")
    state = table(board, {"A": {"green": "I6"}}, **HANDS | {"A": hand(black=2)})
    play(state, "place black M5", "take I7")
    assert question(state) == ("A", "action")
    draw_all(play(state, "pass"))
    assert outcome(state).reason == "treasures"
    assert sum(hand_of(state, "A").values()) == 6, "after the refill"


def test_J_1_the_monuments_of_the_last_turn_pay() -> None:
    board = FEW | dict.fromkeys(("G5", "H5", "G6", "H6"), "down") | {"F5": "red"}
    state = play(table(board, {"A": {"black": "E5"}}, **HANDS, monuments={"red-black": "G5"}), "pass")
    assert outcome(state).scores["A"] == [0, 0, 0, 1]
    assert points(state) == {"A": {"black": 1}}


def test_J_1_a_swap_of_more_tiles_than_the_bag_holds() -> None:
    board = lay(down="G5 H5 G6 H6", red="F5")
    start = table(board, {"A": {"black": "E5"}}, A=hand(red=3), bag={"red": 2}, monuments={"red-black": "G5"})
    state = play(start.clone(), "swap 3 0 0 0")
    assert outcome(state).reason == "bag"
    assert points(state) == {}, "no income"
    assert state.position()["bag"] == {"red": 2}
    state = play(start.clone(), "swap 2 0 0 0")
    assert not state.is_terminal()
    assert (question(state), hand_of(state, "A")) == (("A", "action"), {"red": 3})


@pytest.mark.parametrize("bag_count", [2, 3, 4])
def test_J_1_a_refill_of_all_hands_judged_before_the_first_tile(bag_count: int) -> None:
    hands = HANDS | {"A": hand(red=5), "P": hand(blue=4)}
    state = draw_all(play(table(**hands, bag={"green": bag_count}), "pass"))
    if bag_count >= 3:
        assert question(state) == ("B", "action")
        assert (hand_of(state, "A"), hand_of(state, "P")) == ({"red": 5, "green": 1}, {"blue": 4, "green": 2})
    else:
        assert outcome(state).reason == "bag"
        assert (hand_of(state, "A"), state.position()["bag"]) == ({"red": 5}, {"green": 2})


def test_J_1_the_income_is_paid_before_the_refill_that_fails() -> None:
    board = lay(down="G5 H5 G6 H6", red="F5")
    state = table(board, {"A": {"black": "E5"}}, A=hand(red=5), bag={}, monuments={"red-black": "G5"})
    assert outcome(play(state, "pass")).scores["A"] == [0, 0, 0, 1]


def test_J_1_an_empty_bag_does_not_matter_while_hands_are_full() -> None:
    assert question(play(table(**HANDS, bag={}), "pass")) == ("B", "action")


def test_J_1_a_first_deal_larger_than_the_bag() -> None:
    state = table(phase="deal", turn="P", bag={"red": 23})
    assert outcome(state).reason == "bag"
    assert [hand_of(state, seat) for seat in "ABPL"] == [{}, {}, {}, {}]
    state = table(phase="deal", turn="P", bag={"red": 24})
    assert question(state) == ("P", "action")


def test_J_1_the_bag_runs_out_and_few_treasures_are_left_too() -> None:
    state = play(table(FEW, **HANDS | {"A": hand(red=5)}, bag={}), "pass")
    assert outcome(state).reason == "bag", "the refill comes before the test of the treasures"


SCORES = [
    ([0, 0, 0, 0], 0, [0, 0, 0, 0]),
    ([3, 7, 1, 4], 0, [1, 3, 4, 7]),
    ([3, 7, 1, 4], 3, [3, 4, 4, 7]),
    ([0, 0, 0, 9], 4, [1, 1, 2, 9]),
    ([5, 5, 5, 5], 2, [5, 5, 6, 6]),
    ([10, 0, 10, 10], 5, [5, 10, 10, 10]),
    ([2, 2, 3, 3], 10, [5, 5, 5, 5]),
]


@pytest.mark.parametrize(("points", "treasures", "score"), SCORES)
def test_J_2_treasures_go_to_the_weakest_colour_one_after_the_other(
    points: list[int], treasures: int, score: list[int]
) -> None:
    assert final_score(points, treasures) == score


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


def test_J_2_a_game_broken_off_is_judged_the_same_way() -> None:
    state = table(A=earned(1, 1, 1, 1), B=earned(2, 2, 2, 2))
    assert state.returns() == [0.0] * 4
    assert state.returns_by_score() == [0.0, 1.0, 0.0, 0.0]


def test_N_7_the_outcome() -> None:
    result = outcome(over(A=earned(9, 8, 7, 1, 2), B=earned(2, 2, 2, 2))).to_json()
    assert result == {
        "reason": "treasures",
        "winners": ["A"],
        "loser": None,
        "scores": {"A": [3, 7, 8, 9], "B": [2, 2, 2, 2], "P": [0, 0, 0, 0], "L": [0, 0, 0, 0]},
    }
