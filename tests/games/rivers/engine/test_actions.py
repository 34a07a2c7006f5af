"""A turn: its course, leaders, tiles, catastrophes, swaps, and what is asked (section D, N-3, N-4)."""

from __future__ import annotations

import pytest

from kingdoms.games.rivers.engine.geometry import CELLS, STANDARD
from tests.games.rivers.support.scenes import ROAD, revolt
from tests.games.rivers.support.tables import (
    cells_for,
    check,
    draw_all,
    draw_order,
    full,
    hand,
    kingdoms_of,
    lay,
    legal,
    play,
    table,
)


def test_D_1_two_actions_of_any_kind_and_D_3_what_they_leave_on_the_board() -> None:
    state = check(table(A=hand(red=2) | {"catastrophes": 2}), left=2)
    check(play(state, "place red E5"), asks="A action", left=1)
    check(play(state, "catastrophe A1"), asks="chance draw", lies={"red": "E5", "catastrophe": "A1"})
    check(draw_all(state), asks="B action", left=2)


def test_D_2_hands_are_filled_clockwise_each_in_full() -> None:
    state = play(table(turn="P", A=hand(red=3), B=hand(black=6), P=hand(red=4), L=hand(green=5)), "pass")
    assert draw_order(state, phase="refill") == "PPLAAA"
    check(state, asks="L action")


def test_D_2_the_end_is_tested_after_the_refill() -> None:
    state = play(table({"K1": "red*", "B2": "red*", "I7": "red"}, A=hand(red=5), **full()), "pass")
    check(state, asks="chance draw")
    check(play(state, "draw blue"), asks="over", hand_A={"red": 5, "blue": 1})


def test_D_4_on_empty_land_next_to_a_temple() -> None:
    cells = "J1 L1 K2 B1 A2 C2 B3 P1 O2 P3 F2 G3 F4 M5 N6 I6 H7 J7 I8 A8 C8 B9 O8 N9 P9 O10 E10 G10 F9 F11 J11 L11 K10"
    for colour in ("red", "blue", "green", "black"):
        assert cells_for(table(), f"leader {colour}") == set(cells.split())


def test_D_4_at_most_one_kingdom_is_touched() -> None:
    state = table(lay(red="F5 H5"), {"A": {"blue": "E5"}, "B": {"green": "I5"}})
    joins, needs = "leader_joins D-4", "leader_needs_temple D-4"
    check(state, refuses={"leader black G5": joins, "leader black G6": needs, "leader black F6": ""})


def test_D_4_a_moving_leader_is_lifted_first() -> None:
    # the king alone holds the two halves of its kingdom together: without it they are two kingdoms
    leaders = {"A": {"black": "F5", "blue": "D5", "green": "H5"}}
    state = table(lay(red="E5 G5", black="E6 G6"), leaders)
    check(state, refuses={"leader black F6": "leader_needs_temple D-4"})
    state = table(lay(red="E5 G5 F7", black="E6 G6"), leaders)
    check(state, refuses={"leader black F6": "leader_joins D-4", "leader black E4": "", "leader red F6": ""})


def test_D_5_withdrawing_is_an_action() -> None:
    state = table(leaders={"A": {"black": "I6"}, "B": {"red": "H7"}})
    assert legal(state, "withdraw") == {"withdraw black"}
    check(state, refuses={"withdraw red": "leader_in_hand D-5"})
    check(play(state, "withdraw black"), leaders={"B": {"red": "H7"}}, left=1, lies={"": "I6"})


def test_D_6_treasures_are_taken_after_the_revolt() -> None:
    board = lay(red="H5", black="I6 I5 J5 K5 L5 M5")
    state = play(table(board, {"B": {"green": "H7"}}, A=hand(red=2)), "leader green G5", "commit 2")
    check(state, asks="B commit")
    check(play(state, "commit 0"), points={"A": {"red": 1}}, asks="A take", legal={"take I7", "take N5"})


@pytest.mark.parametrize("temple", ["red", "red*"])
def test_D_7_a_temple_that_loses_its_treasure_is_still_one(temple: str) -> None:
    check(table(lay() | {"I7": temple}, {"A": {"green": "I6"}}), leaders={"A": {"green": "I6"}})


def test_D_8_blue_on_river_the_others_on_land() -> None:
    state = table(A=hand(red=1, blue=1, green=1, black=1))
    river = {cell for cell, wet in zip(CELLS, STANDARD.river, strict=True) if wet}
    assert cells_for(state, "place blue") == river
    for colour in ("red", "green", "black"):
        assert cells_for(state, f"place {colour}") == set(CELLS) - river - set(lay())
    check(state, refuses={"place blue A1": "tile_needs_river D-8", "place black E1": "tile_needs_land D-8"})


def test_D_9_a_farm_on_the_river() -> None:
    state = play(table(leaders={"B": {"blue": "M5"}, "L": {"black": "N6"}}, A=hand(blue=2)), "place blue O5")
    check(state, points={"B": {"blue": 1}})
    check(play(state, "place blue O6"), points={"B": {"blue": 2}})


def test_D_10_joining_two_kingdoms_gives_nobody_a_point() -> None:
    leaders = {"A": {"black": "E5"}, "B": {"green": "I5"}}
    state = play(table(lay(red="F5 H5"), leaders, A=hand(green=1)), "place green G5")
    check(state, points={}, asks="A action")
    assert kingdoms_of(state)[0][1] == {"A black", "B green"}


def test_D_11_the_monument_comes_before_the_treasures() -> None:
    state = play(table(lay(black=f"{ROAD} M4 L4"), {"B": {"green": "I6"}}, A=hand(black=1)), "place black M5")
    check(state, asks="A build")
    check(play(state, "decline"), asks="B take", legal={"take I7", "take N5"})


def test_D_12_not_on_leaders_treasures_buildings_or_another() -> None:
    board = lay("A1 catastrophe", down="H5 I5 H6 I6", wonder="F5 E6 F6 G6 F7")
    leaders = {"A": {"green": "J7"}, "B": {"blue": "K2"}}
    state = table(board, leaders, A={"catastrophes": 1}, monuments={"red-black": "H5"}, rulings={"wonder": True})
    reasons = {"J7": "leader", "K2": "leader", "K1": "treasure", "H5": "building", "F6": "building", "A1": "ruin"}
    check(state, refuses={f"catastrophe {cell}": f"ruins_{reason} D-12" for cell, reason in reasons.items()})


def test_D_13_one_to_six_tiles_of_the_hand() -> None:
    state = table(A=hand(red=2, black=1))
    counts = {(red, black) for red in range(3) for black in range(2)} - {(0, 0)}
    assert legal(state, "swap") == {f"swap {red} 0 0 {black}" for red, black in counts}
    check(state, refuses={"swap 3 0 0 0": "swaps_too_many D-13", "swap 1 1 0 0": "swaps_too_many D-13"})
    assert not legal(table(), "swap")
    assert len(legal(table(A=hand(red=2, blue=2, green=1, black=1)), "swap")) == 3 * 3 * 2 * 2 - 1
    assert "swap 0 6 0 0" in legal(table(A=hand(blue=6)))


def test_D_13_as_many_are_drawn() -> None:
    state = play(table(A=hand(red=2, black=1), bag={"blue": 2, "green": 5}), "swap 2 0 0 0")
    check(state, hands={"A": {"black": 1}}, asks="chance draw")
    check(play(state, "draw blue"), pending={"kind": "draw", "left": 1})
    hands = {"A": {"blue": 1, "green": 1, "black": 1}}
    check(play(state, "draw green"), hands=hands, bag={"blue": 1, "green": 4}, asks="A action", left=1)


def test_N_3_a_decision_with_one_outcome_is_automatic() -> None:
    state = play(table(**full(), A=hand(red=4), bag={"blue": 7}), "pass")
    check(state, asks="B action", hand_A={"red": 4, "blue": 2})
    state = check(play(table(**full(), A=hand(red=4), bag={"blue": 1, "green": 1}), "pass"), asks="chance draw")
    check(play(state, "draw blue"), asks="B action", hand_A={"red": 4, "blue": 1, "green": 1})


def test_N_3_actions_and_commitments_are_asked_even_with_one_answer() -> None:
    check(table({}, A={"catastrophes": 0}), asks="A action", legal={"pass"})
    state = check(revolt(), asks="A commit", legal={"commit 0"})
    check(play(state, "commit 0"), asks="B commit", legal={"commit 0"})
