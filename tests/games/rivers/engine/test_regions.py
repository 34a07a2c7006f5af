"""Words: regions, kingdoms, empty cells, temples (section C)."""

from __future__ import annotations

import pytest

from tests.games.rivers.support.tables import (
    hand,
    kingdoms_of,
    lay,
    legal,
    play,
    question,
    refused,
    table,
)


def test_C_1_tiles_and_leaders_connect_by_sides_alone() -> None:
    state = table(lay(red="F5 G6", black="E6 H6"), {"A": {"black": "F6"}})
    ((cells, leaders),) = kingdoms_of(state)
    assert cells == {"F5", "F6", "E6", "G6", "H6"}
    assert leaders == {("A", "black")}


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


@pytest.mark.parametrize("cell", ["F5", "E5", "G5", "J5", "F6"])
def test_C_3_an_empty_cell_has_nothing_on_it(cell: str) -> None:
    board = lay("G5 catastrophe", red="F5")
    board |= dict.fromkeys(("J5", "K5", "J6", "K6"), "down")
    board |= dict.fromkeys(("F6",), "black")
    state = table(board, {"A": {"black": "E5"}}, A=hand(black=1) | {"catastrophes": 1}, monuments={"red-black": "J5"})
    assert refused(state, f"place black {cell}") == "cell_not_empty C-3"
    assert refused(state, f"leader red {cell}") == "cell_not_empty C-3"


def test_C_4_clockwise_leaves_out_seats_that_are_not_in_the_game() -> None:
    state = table(seats="BL", turn="L", B=hand(red=6), L=hand(red=6))
    play(state, "pass")
    assert question(state) == ("B", "action")
    play(state, "pass")
    assert question(state) == ("L", "action")
    assert "pass" in legal(state)
