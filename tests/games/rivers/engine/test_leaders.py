"""Leaders: placed, moved, withdrawn, sent home (D-4 to D-7)."""

from __future__ import annotations

import pytest

from tests.games.rivers.support.tables import (
    cells_for,
    hand,
    hand_of,
    lay,
    left,
    legal,
    lies,
    play,
    points,
    question,
    refused,
    standing,
    table,
    without,
)


def test_D_4_on_empty_land_next_to_a_temple() -> None:
    state = table()
    for colour in ("red", "blue", "green", "black"):
        assert cells_for(state, f"leader {colour}") == {
            *("J1", "L1", "K2"),
            *("B1", "A2", "C2", "B3"),
            *("P1", "O2", "P3"),
            *("F2", "G3", "F4"),
            *("M5", "N6"),
            *("I6", "H7", "J7", "I8"),
            *("A8", "C8", "B9"),
            *("O8", "N9", "P9", "O10"),
            *("E10", "G10", "F9", "F11"),
            *("J11", "L11", "K10"),
        }


def test_D_4_at_most_one_kingdom_is_touched() -> None:
    state = table(lay(red="F5 H5"), {"A": {"blue": "E5"}, "B": {"green": "I5"}})
    assert refused(state, "leader black G5") == "leader_joins D-4"
    assert refused(state, "leader black G6") == "leader_needs_temple D-4"
    assert refused(state, "leader black F6") == ""


def test_D_4_a_moving_leader_is_lifted_first() -> None:
    # the king alone holds the two halves of its kingdom together: without it they are two kingdoms
    board = lay(red="E5 G5", black="E6 G6")
    leaders = {"A": {"black": "F5", "blue": "D5", "green": "H5"}}
    state = table(board, leaders)
    assert refused(state, "leader black F6") == "leader_needs_temple D-4"
    board = lay(red="E5 G5 F7", black="E6 G6")
    state = table(board, leaders)
    assert refused(state, "leader black F6") == "leader_joins D-4"
    assert refused(state, "leader black E4") == ""
    assert refused(state, "leader red F6") == ""


def test_D_5_withdrawing_is_an_action() -> None:
    state = table(leaders={"A": {"black": "I6"}, "B": {"red": "H7"}})
    assert legal(state, "withdraw") == {"withdraw black"}
    assert refused(state, "withdraw red") == "leader_in_hand D-5"
    play(state, "withdraw black")
    assert (standing(state), left(state)) == ({"B": {"red": "H7"}}, 1)
    assert lies(state, "I6") == [None]


def test_D_6_where_that_colour_rules_there_is_a_revolt() -> None:
    state = play(table(leaders={"B": {"black": "I6"}}), "leader black J7")
    assert question(state) == ("A", "commit")
    state = play(table(leaders={"B": {"black": "I6"}}), "leader red J7")
    assert question(state) == ("A", "action")


def test_D_6_treasures_are_taken_after_the_revolt() -> None:
    board = lay(red="H5", black="I6 I5 J5 K5 L5 M5")
    state = table(board, {"B": {"green": "H7"}}, A=hand(red=2))
    play(state, "leader green G5", "commit 2")
    assert question(state) == ("B", "commit")
    play(state, "commit 0")
    assert points(state) == {"A": {"red": 1}}
    assert (question(state), legal(state)) == (("A", "take"), {"take I7", "take N5"})


def test_D_7_any_seats_leader_at_once_in_the_middle_of_a_turn() -> None:
    state = play(table(lay(red="G5"), {"B": {"black": "G6"}}), "catastrophe G5")
    assert (standing(state), question(state)) == ({}, ("A", "action"))
    refusal = state.refusal("leader red G6")
    assert refusal is not None
    assert refusal.code == "leader_needs_temple"


@pytest.mark.parametrize("temples", ["red", "red*"])
def test_D_7_a_temple_that_loses_its_treasure_is_still_one(temples: str) -> None:
    board = without(lay(), "I7") | {"I7": temples}
    state = table(board, {"A": {"green": "I6"}})
    assert standing(state) == {"A": {"green": "I6"}}
    assert hand_of(state, "A") == {}
