"""Pieces and board (section A)."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest

import kingdoms
from kingdoms.games.rivers.engine import geometry
from tests.games.rivers.support.tables import COLOURS, TEMPLES, draw_all, legal, new, play, question

MAP = (
    "....~~~~~.T.~...",
    ".O..~.......~..O",
    "...~~T......~~..",
    "~~~~.........~~~",
    ".............T~~",
    "..............~.",
    "~~~~....T...~~~.",
    ".O.~~~~.....~...",
    "......~~~~~~~.O.",
    ".....T..........",
    "..........T.....",
)
KIND = {f"{column}{row}": MAP[row - 1][i] for row in range(1, 12) for i, column in enumerate("ABCDEFGHIJKLMNOP")}
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
    assert tuple(KIND) == geometry.CELLS
    assert [cell for cell, kind in KIND.items() if kind == "~"] == [
        cell for number, cell in enumerate(geometry.CELLS) if geometry.STANDARD.river[number]
    ]
    assert Counter(KIND.values())["~"] == 41
    assert (
        {geometry.CELLS[cell] for cell in geometry.STANDARD.temples}
        == {cell for cell, kind in KIND.items() if kind in "TO"}
        == set(TEMPLES)
    )
    assert {geometry.CELLS[cell] for cell in geometry.STANDARD.special_temples} == {"B2", "P2", "B8", "O9"}


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
