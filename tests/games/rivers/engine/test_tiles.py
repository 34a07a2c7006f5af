"""Tiles, catastrophes, swaps (D-8 to D-13)."""

from __future__ import annotations

from kingdoms.games.rivers.engine.geometry import CELLS, STANDARD
from tests.games.rivers.support.tables import (
    cells_for,
    hand,
    hand_of,
    kingdoms_of,
    lay,
    left,
    legal,
    play,
    points,
    question,
    refused,
    table,
    treasures,
)


def test_D_8_blue_on_river_the_others_on_land() -> None:
    state = table(A=hand(red=1, blue=1, green=1, black=1))
    river = {cell for cell, wet in zip(CELLS, STANDARD.river, strict=True) if wet}
    assert cells_for(state, "place blue") == river
    for colour in ("red", "green", "black"):
        assert cells_for(state, f"place {colour}") == set(CELLS) - river - set(lay())
    assert refused(state, "place blue A1") == "tile_needs_river D-8"
    assert refused(state, "place black E1") == "tile_needs_land D-8"


def test_D_9_a_farm_on_the_river() -> None:
    state = play(table(leaders={"B": {"blue": "M5"}, "L": {"black": "N6"}}, A=hand(blue=2)), "place blue O5")
    assert points(state) == {"B": {"blue": 1}}
    assert points(play(state, "place blue O6")) == {"B": {"blue": 2}}


def test_D_10_joining_two_kingdoms_gives_nobody_a_point() -> None:
    leaders = {"A": {"black": "E5"}, "B": {"green": "I5"}}
    state = play(table(lay(red="F5 H5"), leaders, A=hand(green=1)), "place green G5")
    assert (points(state), question(state)) == ({}, ("A", "action"))
    assert kingdoms_of(state)[0][1] == {("A", "black"), ("B", "green")}


def test_D_11_the_monument_comes_before_the_treasures() -> None:
    board = lay(black="I5 J5 K5 L5 M4 L4")
    state = play(table(board, {"B": {"green": "I6"}}, A=hand(black=1)), "place black M5")
    assert question(state) == ("A", "build")
    play(state, "decline")
    assert (question(state), legal(state)) == (("B", "take"), {"take I7", "take N5"})


def test_D_12_not_on_leaders_treasures_buildings_or_another() -> None:
    board = lay("A1 catastrophe", down="H5 I5 H6 I6") | dict.fromkeys(("F5", "E6", "F6", "G6", "F7"), "wonder")
    state = table(
        board,
        {"A": {"green": "J7"}, "B": {"blue": "K2"}},
        A={"catastrophes": 1},
        monuments={"red-black": "H5"},
        rulings={"wonder": True},
    )
    assert refused(state, "catastrophe J7") == "ruins_leader D-12"
    assert refused(state, "catastrophe K2") == "ruins_leader D-12"
    assert refused(state, "catastrophe K1") == "ruins_treasure D-12"
    assert refused(state, "catastrophe H5") == "ruins_building D-12"
    assert refused(state, "catastrophe F6") == "ruins_building D-12"
    assert refused(state, "catastrophe A1") == "ruins_ruin D-12"


def test_D_12_it_parts_a_kingdom_for_good() -> None:
    board = lay(red="E5 I5", black="F5 G5 H5")
    state = play(table(board, {"A": {"black": "E6"}, "B": {"red": "I6"}}, A=hand(black=2)), "catastrophe G5")
    assert [leaders for _, leaders in kingdoms_of(state)] == [{("A", "black")}, {("B", "red")}]
    assert refused(state, "place black G5") == "cell_not_empty C-3"
    assert refused(state, "catastrophe G5") == "ruins_ruin D-12"
    assert points(state) == {}
    assert treasures(state) == {}


def test_D_13_one_to_six_tiles_of_the_hand() -> None:
    state = table(A=hand(red=2, black=1))
    counts = {(r, k) for r in range(3) for k in range(2)} - {(0, 0)}
    assert legal(state, "swap") == {f"swap {r} 0 0 {k}" for r, k in counts}
    assert refused(state, "swap 3 0 0 0") == "swaps_too_many D-13"
    assert refused(state, "swap 1 1 0 0") == "swaps_too_many D-13"
    assert not legal(table(), "swap")
    assert len(legal(table(A=hand(red=2, blue=2, green=1, black=1)), "swap")) == 3 * 3 * 2 * 2 - 1
    assert "swap 0 6 0 0" in legal(table(A=hand(blue=6)))


def test_D_13_as_many_are_drawn() -> None:
    state = play(table(A=hand(red=2, black=1), bag={"blue": 2, "green": 5}), "swap 2 0 0 0")
    assert hand_of(state, "A") == {"black": 1}
    assert question(state) == ("chance", "draw")
    play(state, "draw blue")
    assert state.position()["pending"] == {"kind": "draw", "left": 1}
    play(state, "draw green")
    assert hand_of(state, "A") == {"blue": 1, "green": 1, "black": 1}
    assert state.position()["bag"] == {"blue": 1, "green": 4}
    assert (question(state), left(state)) == (("A", "action"), 1)
