"""Words: regions, kingdoms, empty cells, temples (section C)."""

from __future__ import annotations

import pytest

from tests.games.rivers.support.tables import (
    cells_for,
    hand,
    kingdoms_of,
    lay,
    legal,
    play,
    points,
    question,
    refused,
    standing,
    table,
    without,
)


def test_C_1_tiles_and_leaders_connect_by_sides_alone() -> None:
    state = table(lay(red="F5 G6", black="E6 H6"), {"A": {"black": "F6"}})
    ((cells, leaders),) = kingdoms_of(state)
    assert cells == {"F5", "F6", "E6", "G6", "H6"}
    assert leaders == {("A", "black")}


def test_C_1_a_corner_does_not_connect() -> None:
    state = table(lay(red="F5", black="G7"), {"A": {"black": "F6"}})
    assert kingdoms_of(state)[0][0] == {"F5", "F6"}


def test_C_1_the_river_does_not_part() -> None:
    state = table(lay(blue="N7 M7 M8 M9"), {"A": {"black": "O8"}, "B": {"blue": "N9"}})
    assert [leaders for _, leaders in kingdoms_of(state)] == [{("A", "black"), ("B", "blue")}]


def test_C_1_a_region_without_a_leader_is_no_kingdom() -> None:
    assert kingdoms_of(table(lay(red="E5 F5"))) == []


def test_C_1_flipped_tiles_and_the_wonder_connect() -> None:
    board = lay()
    board |= dict.fromkeys(("E5", "F5", "E6", "F6"), "down") | {"G5": "red", "G6": "black"}
    state = table(board, {"A": {"black": "G4"}}, monuments={"red-black": "E5"})
    assert kingdoms_of(state)[0][0] == {"G4", "G5", "G6", "E5", "F5", "E6", "F6"}
    board = lay() | dict.fromkeys(("F5", "E6", "F6", "G6", "F7"), "wonder") | {"F4": "red"}
    state = table(board, {"A": {"black": "G4"}}, rulings={"wonder": True})
    assert kingdoms_of(state)[0][0] == {"G4", "F3", "F4", "F5", "E6", "F6", "G6", "F7"}


def test_C_1_catastrophes_and_empty_cells_do_not_connect() -> None:
    board = lay("G5 catastrophe", red="F5 H5")
    state = table(board, {"A": {"black": "E5"}, "B": {"black": "I5"}}, A={"catastrophes": 1})
    assert [cells for cells, _ in kingdoms_of(state)] == [{"E5", "F5"}, {"H5", "I5"}]


def test_C_1_the_marked_tile_does_not_connect_while_wars_last() -> None:
    board = lay(red="F5 H5")
    leaders = {"A": {"black": "E5", "red": "F6"}, "B": {"black": "I5", "red": "H6"}}
    state = play(table(board, leaders, A=hand(green=1)), "place green G5")
    assert question(state) == ("A", "war")
    assert [cells for cells, _ in kingdoms_of(state)] == [{"E5", "F5", "F6"}, {"H5", "I5", "H6"}]
    assert state.view(None).marker == "G5"


def test_C_2_one_seat_may_have_all_its_leaders_in_a_kingdom() -> None:
    state = table(lay(red="F5"), {"A": {"black": "E5", "red": "F6", "blue": "G5"}})
    play(state, "leader green F4")
    assert kingdoms_of(state)[0][1] == {("A", "black"), ("A", "red"), ("A", "blue"), ("A", "green")}


def test_C_2_after_conflicts_a_kingdom_has_one_leader_of_each_colour() -> None:
    state = table(lay(red="F5"), {"B": {"black": "E5", "red": "F6"}})
    play(state, "leader black G5", "commit 0", "commit 0")
    assert standing(state) == {"B": {"black": "E5", "red": "F6"}}


def test_C_3_a_placed_piece_joins_what_it_touches() -> None:
    board = lay(red="F5", black="H5 G6")
    state = play(table(board, {"A": {"black": "E5"}}, A=hand(red=1)), "place red G5")
    assert kingdoms_of(state)[0][0] == {"E5", "F5", "G5", "H5", "G6"}


@pytest.mark.parametrize("cell", ["F5", "E5", "G5", "J5", "F6"])
def test_C_3_an_empty_cell_has_nothing_on_it(cell: str) -> None:
    board = lay("G5 catastrophe", red="F5")
    board |= dict.fromkeys(("J5", "K5", "J6", "K6"), "down")
    board |= dict.fromkeys(("F6",), "black")
    state = table(board, {"A": {"black": "E5"}}, A=hand(black=1) | {"catastrophes": 1}, monuments={"red-black": "J5"})
    assert refused(state, f"place black {cell}") == "cell_not_empty C-3"
    assert refused(state, f"leader red {cell}") == "cell_not_empty C-3"


def test_C_3_two_sides_of_one_kingdom_are_touched_once() -> None:
    board = lay(red="E5 E6 E7 F7 G7")  # a bow around F6 and F5
    state = table(board, {"A": {"black": "D5", "green": "G6"}}, A=hand(green=1))
    play(state, "place green F6")
    assert points(state) == {"A": {"green": 1}}


def test_C_3_the_wonder_is_not_an_empty_cell() -> None:
    board = lay() | dict.fromkeys(("F5", "E6", "F6", "G6", "F7"), "wonder")
    state = table(board, A=hand(red=1), rulings={"wonder": True})
    assert refused(state, "place red F6") == "cell_not_empty C-3"
    refusal = state.refusal("place red F6")
    assert refusal is not None
    assert "wonder" in refusal.message


def test_C_4_a_temple_is_a_face_up_red_tile_with_or_without_a_treasure() -> None:
    board = without(lay(red="E5", black="H5"), "I7") | {"I7": "red"}
    board |= dict.fromkeys(("K5", "L5", "K6", "L6"), "down")
    state = table(board, monuments={"red-blue": "K5"})
    near = {"E6", "D5", "F5", "I6", "I8", "H7", "J7", "K2", "M5", "N6"}
    assert near <= cells_for(state, "leader black")
    assert not {"H6", "G5", "K4", "J5", "L7"} & cells_for(state, "leader black")


def test_C_4_a_leader_that_returns_can_be_placed_again() -> None:
    state = play(table(lay(red="G5"), {"A": {"black": "G6"}}), "catastrophe G5")
    assert standing(state) == {}
    play(state, "leader black I6")
    assert standing(state) == {"A": {"black": "I6"}}


def test_C_4_clockwise_leaves_out_seats_that_are_not_in_the_game() -> None:
    state = table(seats="BL", turn="L", B=hand(red=6), L=hand(red=6))
    play(state, "pass")
    assert question(state) == ("B", "action")
    play(state, "pass")
    assert question(state) == ("L", "action")
    assert "pass" in legal(state)
