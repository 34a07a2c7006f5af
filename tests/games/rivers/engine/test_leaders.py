"""Leaders: placed, moved, withdrawn, sent home (D-4 to D-7)."""

from __future__ import annotations

import pytest

from tests.games.rivers.support.tables import (
    cells_for,
    hand,
    hand_of,
    kingdoms_of,
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


def test_D_4_a_river_cell_is_refused() -> None:
    assert refused(table(), "leader red E3") == "leader_needs_land D-4"
    assert refused(table(), "leader red N4") == "leader_needs_land D-4"


def test_D_4_a_cell_without_a_temple_is_refused() -> None:
    assert refused(table(), "leader red F6") == "leader_needs_temple D-4"


def test_D_4_not_where_something_is() -> None:
    state = table(lay(black="H7"), {"B": {"blue": "I6"}})
    assert refused(state, "leader red H7") == "cell_not_empty C-3"
    assert refused(state, "leader red I6") == "cell_not_empty C-3"
    assert refused(state, "leader red I7") == "cell_not_empty C-3"


def test_D_4_at_most_one_kingdom_is_touched() -> None:
    state = table(lay(red="F5 H5"), {"A": {"blue": "E5"}, "B": {"green": "I5"}})
    assert refused(state, "leader black G5") == "leader_joins D-4"
    assert refused(state, "leader black G6") == "leader_needs_temple D-4"
    assert refused(state, "leader black F6") == ""


def test_D_4_two_own_kingdoms_are_two_kingdoms_all_the_same() -> None:
    state = table(lay(red="F5 H5"), {"A": {"blue": "E5", "green": "I5"}})
    assert refused(state, "leader black G5") == "leader_joins D-4"


def test_D_4_leaderless_regions_are_joined_freely() -> None:
    board = lay(red="F5 H5 G4", black="G6")
    state = play(table(board, {"A": {"blue": "E5"}}), "leader black G5")
    assert kingdoms_of(state)[0][0] == {"E5", "F5", "G5", "H5", "G4", "G6"}
    state = play(table(board), "leader black G5")
    assert kingdoms_of(state)[0][0] == {"F5", "G5", "H5", "G4", "G6"}


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


def test_D_4_a_leader_alone_does_not_hold_a_kingdom_that_it_leaves() -> None:
    board = lay(red="E5 G5", black="E6 G6")
    state = table(board, {"A": {"black": "F5"}, "B": {"green": "H5"}})
    assert refused(state, "leader black D5") == ""
    play(state, "leader black D5")
    assert [cells for cells, _ in kingdoms_of(state)] == [{"D5", "E5", "E6"}, {"G5", "G6", "H5"}]


def test_D_4_the_cell_it_leaves_is_no_target() -> None:
    state = table(leaders={"A": {"black": "I6"}})
    assert refused(state, "leader black I6") == "leader_stays D-4"
    assert "leader black I6" not in legal(state)


def test_D_4_own_leaders_of_other_colours_are_no_hindrance() -> None:
    state = play(table(leaders={"A": {"black": "I6", "red": "H7"}}), "leader green J7")
    assert standing(state) == {"A": {"black": "I6", "red": "H7", "green": "J7"}}
    assert question(state) == ("A", "action")


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


def test_D_6_the_winner_of_the_revolt_takes_them() -> None:
    board = lay(red="H5", black="I5 J5 K5 L5 M5")
    state = play(table(board, {"B": {"green": "I6"}}), "leader green G5", "commit 0", "commit 0")
    assert (question(state), legal(state)) == (("B", "take"), {"take I7", "take N5"})


def test_D_6_a_moved_leader_that_loses_goes_to_the_hand() -> None:
    state = table(leaders={"A": {"black": "K2"}, "B": {"black": "I6"}})
    play(state, "leader black I8", "commit 0", "commit 0")
    assert standing(state) == {"B": {"black": "I6"}}
    assert "leader black K2" in legal(state)


def test_D_6_a_leader_moves_within_its_kingdom_without_a_revolt() -> None:
    state = play(table(leaders={"A": {"black": "I6"}, "B": {"red": "H7"}}), "leader black J7")
    assert standing(state) == {"A": {"black": "J7"}, "B": {"red": "H7"}}
    assert question(state) == ("A", "action")


def test_D_6_a_kingdom_falls_apart_when_a_leader_leaves_it() -> None:
    board = lay(red="E5 G5", black="G6")
    state = table(board, {"A": {"black": "F5"}, "B": {"green": "H5", "red": "D5"}})
    play(state, "withdraw black")
    assert [leaders for _, leaders in kingdoms_of(state)] == [{("B", "red")}, {("B", "green")}]


def test_D_7_several_leaders_return_together() -> None:
    leaders = {"A": {"black": "G6"}, "B": {"red": "F5"}, "P": {"blue": "H5"}, "L": {"green": "G4"}}
    state = play(table(lay(red="G5"), leaders), "catastrophe G5")
    assert standing(state) == {}


def test_D_7_a_leader_with_another_temple_stays() -> None:
    leaders = {"A": {"black": "G6"}, "B": {"red": "F5"}}
    state = play(table(lay(red="G5 F6"), leaders), "catastrophe G5")
    assert standing(state) == leaders


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
