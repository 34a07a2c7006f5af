"""Monuments and the wonder, an option (sections H and I)."""

from __future__ import annotations

from typing import Any

import pytest

from kingdoms.games.rivers.engine.state import State
from tests.games.rivers.support.tables import (
    FULL,
    draw_all,
    hand,
    kingdoms_of,
    lay,
    legal,
    lies,
    play,
    points,
    question,
    refused,
    table,
    without,
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


def test_H_3_at_once_after_it_was_built() -> None:
    board = lay(black="H5 G6 H6", red="I5")
    state = table(board, {"A": {"black": "J5"}}, A=hand(black=1, red=5), **OTHERS, actions_left=1)
    play(state, "place black G5", "build red-black G5")
    assert points(draw_all(state)) == {"A": {"black": 2}}


PLUS = "H5 G6 H6 I6 H7"
ON = {"wonder": True}


def almost(cell: str = "H6", colour: str = "black", **fields: Any) -> State:
    """A plus that lacks a cell."""
    board = without(lay(**{colour: PLUS}), cell)
    return table(board, A={"hand": {colour: 2}}, **({"rulings": ON} | fields))


@pytest.mark.parametrize("cell", PLUS.split())
def test_I_1_a_plus_completed_by_any_of_its_tiles(cell: str) -> None:
    state = play(almost(cell), f"place black {cell}")
    assert (question(state), legal(state)) == (("A", "build"), {"wonder H6", "decline"})
    play(state, "wonder H6")
    assert lies(state, PLUS) == ["wonder"] * 5
    assert state.position()["monuments"] == {}
    assert question(state) == ("A", "action")


def test_I_1_it_connects_supports_nobody_and_cannot_be_destroyed() -> None:
    board = lay(red="H4 J6") | dict.fromkeys(PLUS.split(), "wonder")
    leaders = {"A": {"black": "G4"}, "B": {"red": "J5"}}
    state = table(board, leaders, A=hand(black=1), rulings=ON)
    assert len(kingdoms_of(state)) == 1
    assert refused(state, "catastrophe H6") == "ruins_building D-12"
    assert state.view(None).dynasties["B"].leaders["red"].supporters == 3, "H4, J6 and I7 next to I6"


def test_I_2_a_point_of_the_kings_choice_after_the_monuments() -> None:
    board = lay(down="J5 K5 J6 K6", red="H4") | dict.fromkeys(PLUS.split(), "wonder")
    state = table(board, {"A": {"black": "G4"}}, A=hand(**FULL), rulings=ON, monuments={"green-black": "J5"})
    play(state, "pass")
    assert points(state) == {"A": {"black": 1}}
    assert (question(state), legal(state)) == (("A", "income"), {f"income {c}" for c in ("red", "blue", "green", "black")})
    assert state.position()["pending"] == {"kind": "income"}
    play(state, "income blue")
    assert points(state) == {"A": {"black": 1, "blue": 1}}


@pytest.mark.parametrize(("leaders", "pays"), [({"black": "G4"}, True), ({"red": "G4"}, False), ({"black": "K2"}, False)])
def test_I_2_only_a_king_in_the_wonders_kingdom(leaders: dict[str, str], pays: bool) -> None:
    board = lay(red="H4") | dict.fromkeys(PLUS.split(), "wonder")
    full = hand(**FULL)
    state = play(table(board, {"A": leaders}, A=full, B=full, P=full, L=full, rulings=ON), "pass")
    assert question(state) == (("A", "income") if pays else ("B", "action"))


def test_I_3_a_square_or_a_plus_but_not_both() -> None:
    board = without(lay(black=PLUS + " G5"), "H6")
    state = play(table(board, A=hand(black=1), rulings=ON), "place black H6")
    assert legal(state) == {"wonder H6", "decline", "build red-black G5", "build blue-black G5", "build green-black G5"}
    play(state, "build red-black G5")
    assert question(state) == ("A", "action")
    assert lies(state, "G5 H5 G6 H6 I6 H7") == ["down"] * 4 + ["black"] * 2
