"""Monuments (section H)."""

from __future__ import annotations

from typing import Any

import pytest

from kingdoms.games.rivers.engine.state import State
from tests.games.rivers.support.tables import (
    FULL,
    draw_all,
    hand,
    lay,
    legal,
    lies,
    play,
    points,
    question,
    refused,
    table,
)

PAIRS = {
    "red": ("red-blue", "red-green", "red-black"),
    "blue": ("red-blue", "blue-green", "blue-black"),
    "green": ("red-green", "blue-green", "green-black"),
    "black": ("red-black", "blue-black", "green-black"),
}
OTHERS = {seat: hand(**FULL) for seat in "BPL"}


def square(colour: str, **fields: Any) -> State:
    """Three of four tiles of a square at G5."""
    board = lay(**{colour: "H5 G6 H6"})
    return table(board, A={"hand": {colour: 1}}, **fields)


@pytest.mark.parametrize("colour", ["red", "green", "black"])
def test_H_1_a_square_of_one_colour_may_become_a_monument_of_that_colour(colour: str) -> None:
    state = play(square(colour), f"place {colour} G5")
    assert question(state) == ("A", "build")
    assert legal(state) == {f"build {pair} G5" for pair in PAIRS[colour]} | {"decline"}
    play(state, f"build {PAIRS[colour][1]} G5")
    assert lies(state, "G5 H5 G6 H6") == ["down"] * 4
    assert state.position()["monuments"] == {PAIRS[colour][1]: "G5"}
    assert question(state) == ("A", "action")


def test_H_1_only_monuments_that_are_unused() -> None:
    board = lay(down="J5 K5 J6 K6", black="H5 G6 H6")
    state = play(table(board, A=hand(black=1), monuments={"red-black": "J5"}), "place black G5")
    assert legal(state, "build") == {"build blue-black G5", "build green-black G5"}
    assert refused(state, "build red-black G5") == "monument_used A-5"
    assert refused(state, "build red-blue G5") == "monument_colour H-1"
    assert refused(state, "build blue-black H5") == "no_square H-1"


def test_H_2_no_points_for_building_but_the_tiles_point_before() -> None:
    state = play(table(lay(red="H5 G6 H6"), {"B": {"red": "I5"}}, A=hand(red=1)), "place red G5")
    assert points(state) == {"B": {"red": 1}}
    play(state, "build red-green G5")
    assert points(state) == {"B": {"red": 1}}


def monuments(leaders: dict[str, dict[str, str]], **fields: Any) -> State:
    """A red-black and a blue-black monument in one kingdom."""
    board = lay(down="G5 H5 G6 H6 I5 J5 I6 J6", red="F5 K5")
    corners = {"red-black": "G5", "blue-black": "I5"}
    return table(board, leaders, monuments=corners, A=hand(**FULL), **OTHERS, **fields)


def test_H_3_the_king_draws_on_black_only() -> None:
    board = lay(down="G5 H5 G6 H6", red="F5")
    state = table(board, {"A": {"black": "E5"}}, monuments={"red-green": "G5"}, A=hand(**FULL), **OTHERS)
    assert points(play(state, "pass")) == {}


def test_H_3_at_once_after_it_was_built() -> None:
    board = lay(black="H5 G6 H6", red="I5")
    state = table(board, {"A": {"black": "J5"}}, A=hand(black=1, red=5), **OTHERS, actions_left=1)
    play(state, "place black G5", "build red-black G5")
    assert points(draw_all(state)) == {"A": {"black": 2}}
