"""Treasures, monuments, and the wonder, an option (sections G, H and I)."""

from __future__ import annotations

import pytest

from tests.games.rivers.support.scenes import PLUS, ROAD, square
from tests.games.rivers.support.tables import FULL, check, draw_all, full, hand, kingdoms_of, lay, legal, play, table

PAIRS = {
    "red": ("red-blue", "red-green", "red-black"),
    "green": ("red-green", "blue-green", "green-black"),
    "black": ("red-black", "blue-black", "green-black"),
}
ON = {"wonder": True}
FOUR = "G5 H5 G6 H6"


def test_G_1_only_placing_a_tile_or_leader_causes_it() -> None:
    board = lay(black=f"{ROAD} M5")
    start = table(board, {"B": {"green": "I6"}}, A=hand(black=3) | {"catastrophes": 2}, **full())
    for action in ("catastrophe A1", "swap 0 0 0 1", "pass"):
        check(play(start.clone(), action), treasures={})
    state = play(table(board, {"A": {"black": "K2"}, "B": {"green": "I6"}}), "withdraw black")
    check(state, treasures={}, asks="A action")
    for action in ("place black A1", "leader black K2"):
        check(play(start.clone(), action), asks="B take")


def test_G_2_others_are_refused_while_specials_are_left() -> None:
    board = lay(black="B3 B5 B9 C9 D9 E9 F9", blue="B4 B7")
    state = play(table(board, {"A": {"green": "A8"}}, A=hand(black=1)), "place black B6")
    reasons = {"take F10": "special_first G-2", "take K1": "treasure_elsewhere G-1", "take A1": "no_treasure G-1"}
    check(state, legal={"take B2", "take B8"}, refuses=reasons)
    check(play(state, "take B2"), treasures={"A": 2}, lies={"red": "B2 B8", "red*": "F10"})


def test_G_3_without_a_trader_they_stay() -> None:
    state = play(table(lay(black=ROAD), {"B": {"black": "I6"}}, A=hand(black=1)), "place black M5")
    check(state, treasures={}, asks="A action")
    check(play(state, "leader green H7"), asks="A take", legal={"take I7", "take N5"})


def test_G_4_several_kingdoms_come_in_the_order_of_their_first_cells() -> None:
    board = lay(black=f"{ROAD} M5 G10 H10 I10 J10 J11")
    state = play(table(board, {"B": {"green": "I6"}, "L": {"green": "F11"}}, A=hand(red=1)), "place red A1")
    check(state, asks="B take", legal={"take I7", "take N5"})
    check(play(state, "take N5"), asks="L take", legal={"take F10", "take K11"})
    check(play(state, "take K11"), treasures={"B": 1, "L": 1}, asks="A action")


@pytest.mark.parametrize("colour", PAIRS)
def test_H_1_a_square_of_one_colour_may_become_a_monument_of_that_colour(colour: str) -> None:
    state = play(table(lay(**{colour: "H5 G6 H6"}), A=hand(**{colour: 1})), f"place {colour} G5")
    check(state, asks="A build", legal={f"build {pair} G5" for pair in PAIRS[colour]} | {"decline"})
    pair = PAIRS[colour][1]
    check(play(state, f"build {pair} G5"), lies={"down": FOUR}, monuments={pair: "G5"}, asks="A action")


def test_H_1_only_monuments_that_are_unused() -> None:
    board = lay(down="J5 K5 J6 K6", black="H5 G6 H6")
    state = play(table(board, A=hand(black=1), monuments={"red-black": "J5"}), "place black G5")
    assert legal(state, "build") == {"build blue-black G5", "build green-black G5"}
    reasons = {"red-black G5": "monument_used A-5", "red-blue G5": "monument_colour H-1", "blue-black H5": "no_square H-1"}
    check(state, refuses={f"build {action}": reason for action, reason in reasons.items()})


def test_H_2_no_points_for_building_but_the_tiles_point_before() -> None:
    state = play(table(lay(red="H5 G6 H6"), {"B": {"red": "I5"}}, A=hand(red=1)), "place red G5")
    check(state, points={"B": {"red": 1}})
    check(play(state, "build red-green G5"), points={"B": {"red": 1}})


def test_H_3_at_once_after_it_was_built() -> None:
    board = lay(black="H5 G6 H6", red="I5")
    state = table(board, {"A": {"black": "J5"}}, A=hand(black=1, red=5), **full(), actions_left=1)
    check(draw_all(play(state, "place black G5", "build red-black G5")), points={"A": {"black": 2}})


@pytest.mark.parametrize("cell", PLUS.split())
def test_I_1_a_plus_completed_by_any_of_its_tiles(cell: str) -> None:
    state = square(PLUS.replace(cell, ""), cell, rulings=ON)
    check(state, asks="A build", legal={"wonder H6", "decline"})
    check(play(state, "wonder H6"), lies={"wonder": PLUS}, monuments={}, asks="A action")


def test_I_1_it_connects_supports_nobody_and_cannot_be_destroyed() -> None:
    leaders = {"A": {"black": "G4"}, "B": {"red": "J5"}}
    state = table(lay(red="H4 J6", wonder=PLUS), leaders, A=hand(black=1), rulings=ON)
    assert len(kingdoms_of(state)) == 1
    check(state, refuses={"catastrophe H6": "ruins_building D-12"})
    assert state.view(None).dynasties["B"].leaders["red"].supporters == 3, "H4, J6 and I7 next to I6"


def test_I_2_a_point_of_the_kings_choice_after_the_monuments() -> None:
    board = lay(down="J5 K5 J6 K6", red="H4", wonder=PLUS)
    state = play(table(board, {"A": {"black": "G4"}}, A=FULL, rulings=ON, monuments={"green-black": "J5"}), "pass")
    colours = {f"income {colour}" for colour in ("red", "blue", "green", "black")}
    check(state, points={"A": {"black": 1}}, asks="A income", legal=colours, pending={"kind": "income"})
    check(play(state, "income blue"), points={"A": {"black": 1, "blue": 1}})


@pytest.mark.parametrize(("leader", "question"), [("black G4", "A income"), ("red G4", "B action"), ("black K2", "B action")])
def test_I_2_only_a_king_in_the_wonders_kingdom(leader: str, question: str) -> None:
    colour, cell = leader.split()
    state = table(lay(red="H4", wonder=PLUS), {"A": {colour: cell}}, **full("ABPL"), rulings=ON)
    check(play(state, "pass"), asks=question)


def test_I_3_a_square_or_a_plus_but_not_both() -> None:
    state = square("H5 G6 I6 H7 G5", "H6", rulings=ON)
    check(state, legal={"wonder H6", "decline", *(f"build {pair} G5" for pair in PAIRS["black"])})
    check(play(state, "build red-black G5"), asks="A action", lies={"down": FOUR, "black": "I6 H7"})
