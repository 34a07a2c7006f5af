"""Pieces and board, regions, kingdoms, empty cells, temples (sections A and C)."""

from __future__ import annotations

import itertools

import pytest

import kingdoms
from kingdoms.games.rivers.engine import geometry
from tests.games.rivers.reference.board import GROUNDS
from tests.games.rivers.support.scenes import wars
from tests.games.rivers.support.tables import (
    COLOURS,
    TEMPLES,
    check,
    draw_order,
    full,
    hand,
    kingdoms_of,
    lay,
    new,
    play,
    table,
)


def test_A_1_two_to_four_dynasties_clockwise() -> None:
    game = kingdoms.load_game("rivers")
    assert game.seats == ("A", "B", "P", "L")
    assert [game.seat_name(seat) for seat in game.seats] == ["Archer", "Bull", "Pot", "Lion"]
    for number in (2, 3, 4):
        assert kingdoms.load_game("rivers", number).seats == game.seats[:number]
        for seats in itertools.permutations("ABPL", number):
            expected = tuple(seat for seat in "ABPL" if seat in seats)
            assert kingdoms.load_game("rivers", list(seats)).seats == expected


def test_A_2_the_board() -> None:
    ground, board = GROUNDS["standard"], geometry.STANDARD
    assert {cell for cell, wet in zip(geometry.CELLS, board.river, strict=True) if wet} == ground.river
    assert len(ground.river) == 41
    assert {geometry.CELLS[cell] for cell in board.temples} == set(ground.temples) == set(TEMPLES)
    assert {geometry.CELLS[cell] for cell in board.special_temples} == ground.special == {"B2", "P2", "B8", "O9"}


def test_A_3_the_tiles() -> None:
    bag = {"red": 47, "blue": 36, "green": 30, "black": 30}
    assert check(new(), bag=bag).position()["board"] == dict.fromkeys(TEMPLES, "red*")
    assert sum(geometry.TILES) == sum(bag.values()) + len(TEMPLES) == 153


def test_A_4_what_a_seat_has_and_A_5_six_monuments_and_points_of_four_colours() -> None:
    dynasties = new(3).view(None).dynasties
    assert list(dynasties) == ["A", "B", "P"]
    offices = {"red": "priest", "blue": "farmer", "green": "trader", "black": "king"}
    for dynasty in dynasties.values():
        assert {leader.colour: leader.office for leader in dynasty.leaders.values()} == offices
        assert all(leader.cell is None for leader in dynasty.leaders.values())
        assert (dynasty.catastrophes, dynasty.hand_count) == (2, 0)
    assert geometry.PAIR_NAMES == ("red-blue", "red-green", "red-black", "blue-green", "blue-black", "green-black")
    assert check(new(), monuments={}).view("A").dynasties["A"].points == dict.fromkeys(COLOURS, 0)


@pytest.mark.parametrize(("seats", "start", "order"), [("ABPL", "P", "PLAB"), ("BL", "L", "LB"), ("APL", "A", "APL")])
def test_A_6_and_N_4_the_start_is_drawn_then_everybody_draws_six(seats: str, start: str, order: str) -> None:
    state = check(new(list(seats)), asks="chance first", phase="start", legal={f"first {seat}" for seat in seats})
    assert state.chance_outcomes() == [(action, 1 / len(seats)) for action in state.legal_actions()]
    play(state, f"first {start}")
    assert draw_order(state, phase="deal", turn=start, left=2) == "".join(seat * 6 for seat in order)
    check(state, asks=f"{start} action", phase="action", turn=start, left=2)


def test_C_1_tiles_and_leaders_connect_by_sides_alone() -> None:
    state = table(lay(red="F5 G6", black="E6 H6"), {"A": {"black": "F6"}})
    assert kingdoms_of(state) == [({"F5", "F6", "E6", "G6", "H6"}, {"A black"})]


def test_C_1_the_marked_tile_does_not_connect_while_wars_last() -> None:
    state = check(wars(), asks="A war")
    assert [cells for cells, _ in kingdoms_of(state)] == [{"I4", "H5", "I5", "H6"}, {"E5", "F5", "F6"}]
    assert state.view(None).marker == "G5"


def test_C_2_one_seat_may_have_all_its_leaders_in_a_kingdom() -> None:
    state = play(table(lay(red="F5"), {"A": {"black": "E5", "red": "F6", "blue": "G5"}}), "leader green F4")
    assert kingdoms_of(state)[0][1] == {f"A {colour}" for colour in COLOURS}


def test_C_3_an_empty_cell_has_nothing_on_it() -> None:
    board = lay("G5 catastrophe", red="F5", down="J5 K5 J6 K6", black="F6")
    state = table(board, {"A": {"black": "E5"}}, A=hand(black=1) | {"catastrophes": 1}, monuments={"red-black": "J5"})
    pieces = [f"{piece} {cell}" for piece in ("place black", "leader red") for cell in ("F5", "E5", "G5", "J5", "F6")]
    check(state, refuses=dict.fromkeys(pieces, "cell_not_empty C-3"))


def test_C_4_clockwise_leaves_out_seats_that_are_not_in_the_game() -> None:
    state = play(table(seats="BL", turn="L", **full("BL")), "pass")
    check(state, asks="B action")
    check(play(state, "pass"), asks="L action", refuses={"pass": ""})
