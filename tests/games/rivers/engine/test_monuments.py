"""Monuments (section H)."""

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
    standing,
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


def test_H_1_farms_on_the_river() -> None:
    state = play(table(lay(blue="A4 B4 C4"), A=hand(blue=2)), "place blue D4")
    assert question(state) == ("A", "action"), "a row is not a square"
    state = play(table(lay(blue="O4 P4 O5"), A=hand(blue=1)), "place blue P5")
    assert legal(state) == {"build red-blue O4", "build blue-green O4", "build blue-black O4", "decline"}


@pytest.mark.parametrize("cell", ["G5", "H5", "G6", "H6"])
def test_H_1_the_tile_may_be_any_corner(cell: str) -> None:
    board = {name: piece for name, piece in lay(green="G5 H5 G6 H6").items() if name != cell}
    state = play(table(board, A=hand(green=1)), f"place green {cell}")
    assert legal(state, "build") == {f"build {pair} G5" for pair in PAIRS["green"]}


def test_H_1_all_four_have_one_colour() -> None:
    state = play(table(lay(green="H5 G6", black="H6"), A=hand(green=1)), "place green G5")
    assert question(state) == ("A", "action")


def test_H_1_flipped_tiles_make_no_square() -> None:
    board = lay(down="H5 I5 H6 I6", green="G6")
    state = play(table(board, A=hand(green=1), monuments={"red-green": "H5"}), "place green G5")
    assert question(state) == ("A", "action")


def test_H_1_one_of_several_squares() -> None:
    board = lay(black="F5 H5 F6 G6 H6")
    state = play(table(board, A=hand(black=1)), "place black G5")
    assert legal(state, "build") == {f"build {pair} {cell}" for pair in PAIRS["black"] for cell in ("F5", "G5")}
    play(state, "build red-black G5")
    assert lies(state, "F5 F6 G5 H5") == ["black", "black", "down", "down"]
    assert question(state) == ("A", "action"), "one building at most"


def test_H_1_four_squares_around_a_tile() -> None:
    board = lay(black="F4 G4 H4 F5 H5 F6 G6 H6")
    state = play(table(board, A=hand(black=1)), "place black G5")
    assert {text.split(" ")[2] for text in legal(state, "build")} == {"F4", "G4", "F5", "G5"}


def test_H_1_only_monuments_that_are_unused() -> None:
    board = lay(down="J5 K5 J6 K6", black="H5 G6 H6")
    state = play(table(board, A=hand(black=1), monuments={"red-black": "J5"}), "place black G5")
    assert legal(state, "build") == {"build blue-black G5", "build green-black G5"}
    assert refused(state, "build red-black G5") == "monument_used A-5"
    assert refused(state, "build red-blue G5") == "monument_colour H-1"
    assert refused(state, "build blue-black H5") == "no_square H-1"


def test_H_1_nothing_is_asked_when_none_is_left_for_the_colour() -> None:
    board = lay(down="J5 K5 J6 K6 I2 J2 I3 J3 K8 L8 K7 L7", black="H5 G6 H6")
    corners = {"red-black": "J5", "blue-black": "I2", "green-black": "K7"}
    state = play(table(board, A=hand(black=1), monuments=corners), "place black G5")
    assert question(state) == ("A", "action")


def test_H_1_a_declined_monument_is_not_asked_again() -> None:
    state = play(table(lay(black="H5 G6 H6"), A=hand(black=2)), "place black G5", "decline")
    assert lies(state, "G5 H5") == ["black", "black"]
    play(state, "place black F4")
    assert question(state) != ("A", "build")


def test_H_1_it_counts_again_as_part_of_another_square_only() -> None:
    state = play(table(lay(black="H5 G6 H6 F6"), A=hand(black=2)), "place black G5", "decline", "place black F5")
    assert question(state) == ("A", "build")
    assert {text.split(" ")[2] for text in legal(state, "build")} == {"F5"}, "the square at G5 lacks the new tile"


def test_H_1_only_the_active_seats_tile_causes_it() -> None:
    state = play(table(lay(black="G5 H5 G6 H6"), A=hand(black=1)), "place black A1")
    assert question(state) == ("A", "action"), "a square that is given is nothing new"


def test_H_1_it_does_not_matter_whose_kingdom_it_is() -> None:
    state = play(table(lay(green="I5 H6 H5"), {"B": {"black": "J7"}}, A=hand(green=1)), "place green I6")
    assert question(state) == ("A", "build")


def test_H_2_flipped_tiles_are_no_temples_and_leaders_go_home() -> None:
    leaders = {"A": {"red": "F6"}, "B": {"black": "I5", "green": "J4"}}
    state = play(table(lay(red="H5 G6 H6 J5"), leaders, A=hand(red=1)), "place red G5", "build red-blue G5")
    assert standing(state) == {"B": {"black": "I5", "green": "J4"}}


def test_H_2_they_connect_and_cannot_be_destroyed() -> None:
    board = lay(down="G5 H5 G6 H6", red="F5 I5")
    state = table(board, {"A": {"black": "E5"}, "B": {"red": "J5"}}, monuments={"red-black": "G5"})
    assert len(kingdoms_of(state)) == 1
    assert refused(state, "catastrophe G5") == "ruins_building D-12"


def test_H_2_no_points_for_building_but_the_tiles_point_before() -> None:
    state = play(table(lay(red="H5 G6 H6"), {"B": {"red": "I5"}}, A=hand(red=1)), "place red G5")
    assert points(state) == {"B": {"red": 1}}
    play(state, "build red-green G5")
    assert points(state) == {"B": {"red": 1}}


def test_H_2_they_support_no_leader_in_a_war() -> None:
    board = lay(down="H4 I4 H5 I5", red="F5 J5")
    leaders = {"A": {"red": "E5"}, "B": {"red": "J4"}}
    state = play(table(board, leaders, A=hand(green=1), monuments={"red-black": "H4"}), "place green G5")
    conflict = state.view(None).conflict
    assert conflict is not None
    assert (conflict.attacker.board, conflict.defender.board) == (1, 1)


def monuments(leaders: dict[str, dict[str, str]], **fields: Any) -> State:
    """A red-black and a blue-black monument in one kingdom."""
    board = lay(down="G5 H5 G6 H6 I5 J5 I6 J6", red="F5 K5")
    corners = {"red-black": "G5", "blue-black": "I5"}
    return table(board, leaders, monuments=corners, A=hand(**FULL), **OTHERS, **fields)


def test_H_3_a_point_for_each_monument_of_the_leaders_colour() -> None:
    state = play(monuments({"A": {"black": "E5", "red": "F4", "blue": "K4", "green": "K6"}}), "pass")
    assert points(state) == {"A": {"red": 1, "blue": 1, "black": 2}}


def test_H_3_the_king_draws_on_black_only() -> None:
    board = lay(down="G5 H5 G6 H6", red="F5")
    state = table(board, {"A": {"black": "E5"}}, monuments={"red-green": "G5"}, A=hand(**FULL), **OTHERS)
    assert points(play(state, "pass")) == {}


def test_H_3_only_in_the_leaders_kingdom() -> None:
    state = play(monuments({"A": {"black": "K2", "red": "F4"}}), "pass")
    assert points(state) == {"A": {"red": 1}}


def test_H_3_every_turn_anew() -> None:
    state = monuments({"A": {"black": "E5"}}, seats="ABPL")
    for _ in range(2):
        play(state, "pass", "pass", "pass", "pass")
    assert points(state) == {"A": {"black": 4}}


def test_H_3_at_once_after_it_was_built() -> None:
    board = lay(black="H5 G6 H6", red="I5")
    state = table(board, {"A": {"black": "J5"}}, A=hand(black=1, red=5), **OTHERS, actions_left=1)
    play(state, "place black G5", "build red-black G5")
    assert points(draw_all(state)) == {"A": {"black": 2}}
