"""Pieces and board, regions, kingdoms, empty cells, temples (sections A and C)."""

from __future__ import annotations

import itertools
import random

import pytest

import kingdoms
from kingdoms.games.rivers.engine import geometry
from tests.games.rivers.reference.board import GROUNDS
from tests.games.rivers.support.tables import (
    COLOURS,
    TEMPLES,
    draw_all,
    hand,
    kingdoms_of,
    lay,
    legal,
    new,
    play,
    question,
    refused,
    table,
)

GAME = kingdoms.load_game("rivers")


def test_A_1_two_to_four_dynasties_clockwise() -> None:
    assert GAME.seats == ("A", "B", "P", "L")
    assert kingdoms.load_game("rivers", 2).seats == ("A", "B")
    assert kingdoms.load_game("rivers", 3).seats == ("A", "B", "P")
    assert [GAME.seat_name(seat) for seat in GAME.seats] == ["Archer", "Bull", "Pot", "Lion"]
    for number in (2, 3, 4):
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
    position = new().position()
    assert position["board"] == dict.fromkeys(TEMPLES, "red*")
    assert position["bag"] == {"red": 47, "blue": 36, "green": 30, "black": 30}
    assert sum(geometry.TILES) == 153
    assert sum(position["bag"].values()) + len(TEMPLES) == 153


def test_A_4_what_a_seat_has() -> None:
    state = new(3)
    view = state.view(None)
    assert list(view.dynasties) == ["A", "B", "P"]
    for dynasty in view.dynasties.values():
        assert [(leader.colour, leader.office, leader.cell) for leader in dynasty.leaders.values()] == [
            ("red", "priest", None),
            ("blue", "farmer", None),
            ("green", "trader", None),
            ("black", "king", None),
        ]
        assert (dynasty.catastrophes, dynasty.hand_count) == (2, 0)
    draw_all(play(state, "first P"))
    assert [sum(fields["hand"].values()) for fields in state.position()["seats"].values()] == [6, 6, 6]


def test_A_5_six_monuments_and_points_of_four_colours() -> None:
    assert geometry.PAIR_NAMES == ("red-blue", "red-green", "red-black", "blue-green", "blue-black", "green-black")
    assert new().position()["monuments"] == {}
    dynasty = new().view("A").dynasties["A"]
    assert dynasty.points == dict.fromkeys(COLOURS, 0)


@pytest.mark.parametrize(("seats", "start", "order"), [("ABPL", "P", "PLAB"), ("BL", "L", "LB"), ("APL", "A", "APL")])
def test_A_6_the_start_is_drawn_then_everybody_draws_six(seats: str, start: str, order: str) -> None:
    state = new(list(seats))
    assert question(state) == ("chance", "first")
    assert legal(state) == {f"first {seat}" for seat in seats}
    assert state.chance_outcomes() == [(action, 1 / len(seats)) for action in state.legal_actions()]
    play(state, f"first {start}")
    drawn = []
    rng = random.Random(3)
    while state.decision() == "draw":
        assert state.position()["phase"] == "deal"
        assert (state.position()["turn"], state.position()["actions_left"]) == (start, 2)
        before = [sum(fields["hand"].values()) for fields in state.position()["seats"].values()]
        state.apply_action(rng.choice(state.legal_actions()))
        after = [sum(fields["hand"].values()) for fields in state.position()["seats"].values()]
        drawn += [seat for seat, old, now in zip(state.game.seats, before, after, strict=True) if now > old]
    assert drawn == [seat for seat in order for _ in range(6)]
    assert question(state) == (start, "action")
    assert (state.position()["turn"], state.position()["actions_left"]) == (start, 2)


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
