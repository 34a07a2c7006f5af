"""A turn: its course, leaders, tiles, catastrophes, swaps, and what is asked (section D, N-3, N-4)."""

from __future__ import annotations

import random

import pytest

from kingdoms.games.rivers.engine.geometry import CELLS, STANDARD
from tests.games.rivers.support.tables import (
    FULL,
    cells_for,
    draw_all,
    hand,
    hand_of,
    kingdoms_of,
    lay,
    left,
    legal,
    lies,
    new,
    play,
    points,
    question,
    refused,
    standing,
    table,
    without,
)

FULL_HANDS = {seat: hand(**FULL) for seat in "BPL"}


def test_D_1_two_actions_of_any_kind() -> None:
    state = table(A=hand(red=2) | {"catastrophes": 2})
    assert left(state) == 2
    play(state, "place red E5")
    assert (question(state), left(state)) == (("A", "action"), 1)
    play(state, "catastrophe A1")
    assert question(state) == ("chance", "draw")
    assert question(draw_all(state)) == ("B", "action")
    assert left(state) == 2


def test_D_2_hands_are_filled_clockwise_each_in_full() -> None:
    state = play(table(turn="P", A=hand(red=3), B=hand(black=6), P=hand(red=4), L=hand(green=5)), "pass")
    drawn, rng = "", random.Random(2)
    while state.decision() == "draw":
        assert state.position()["phase"] == "refill"
        before = {seat: sum(hand_of(state, seat).values()) for seat in "ABPL"}
        state.apply_action(rng.choice(state.legal_actions()))
        drawn += "".join(seat for seat in "ABPL" if sum(hand_of(state, seat).values()) > before[seat])
    assert drawn == "PPLAAA"
    assert question(state) == ("L", "action")


def test_D_2_the_end_is_tested_after_the_refill() -> None:
    board = {"K1": "red*", "B2": "red*", "I7": "red"}
    state = play(table(board, A=hand(red=5), **FULL_HANDS), "pass")
    assert question(state) == ("chance", "draw")
    play(state, "draw blue")
    assert state.is_terminal()
    assert hand_of(state, "A") == {"red": 5, "blue": 1}


def test_D_3_what_an_action_leaves_on_the_board() -> None:
    state = play(table(A=hand(black=1)), "place black E5", "leader red I6")
    draw_all(state)
    assert lies(state, "E5 I6") == ["black", None]
    assert standing(state) == {"A": {"red": "I6"}}


def test_D_4_on_empty_land_next_to_a_temple() -> None:
    state = table()
    for colour in ("red", "blue", "green", "black"):
        assert cells_for(state, f"leader {colour}") == {
            *("J1", "L1", "K2"),
            *("B1", "A2", "C2", "B3"),
            *("P1", "O2", "P3"),
            *("F2", "G3", "F4"),
            *("M5", "N6"),
            *("I6", "H7", "J7", "I8"),
            *("A8", "C8", "B9"),
            *("O8", "N9", "P9", "O10"),
            *("E10", "G10", "F9", "F11"),
            *("J11", "L11", "K10"),
        }


def test_D_4_at_most_one_kingdom_is_touched() -> None:
    state = table(lay(red="F5 H5"), {"A": {"blue": "E5"}, "B": {"green": "I5"}})
    assert refused(state, "leader black G5") == "leader_joins D-4"
    assert refused(state, "leader black G6") == "leader_needs_temple D-4"
    assert refused(state, "leader black F6") == ""


def test_D_4_a_moving_leader_is_lifted_first() -> None:
    # the king alone holds the two halves of its kingdom together: without it they are two kingdoms
    board = lay(red="E5 G5", black="E6 G6")
    leaders = {"A": {"black": "F5", "blue": "D5", "green": "H5"}}
    state = table(board, leaders)
    assert refused(state, "leader black F6") == "leader_needs_temple D-4"
    board = lay(red="E5 G5 F7", black="E6 G6")
    state = table(board, leaders)
    assert refused(state, "leader black F6") == "leader_joins D-4"
    assert refused(state, "leader black E4") == ""
    assert refused(state, "leader red F6") == ""


def test_D_5_withdrawing_is_an_action() -> None:
    state = table(leaders={"A": {"black": "I6"}, "B": {"red": "H7"}})
    assert legal(state, "withdraw") == {"withdraw black"}
    assert refused(state, "withdraw red") == "leader_in_hand D-5"
    play(state, "withdraw black")
    assert (standing(state), left(state)) == ({"B": {"red": "H7"}}, 1)
    assert lies(state, "I6") == [None]


def test_D_6_treasures_are_taken_after_the_revolt() -> None:
    board = lay(red="H5", black="I6 I5 J5 K5 L5 M5")
    state = table(board, {"B": {"green": "H7"}}, A=hand(red=2))
    play(state, "leader green G5", "commit 2")
    assert question(state) == ("B", "commit")
    play(state, "commit 0")
    assert points(state) == {"A": {"red": 1}}
    assert (question(state), legal(state)) == (("A", "take"), {"take I7", "take N5"})


@pytest.mark.parametrize("temples", ["red", "red*"])
def test_D_7_a_temple_that_loses_its_treasure_is_still_one(temples: str) -> None:
    board = without(lay(), "I7") | {"I7": temples}
    state = table(board, {"A": {"green": "I6"}})
    assert standing(state) == {"A": {"green": "I6"}}
    assert hand_of(state, "A") == {}


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


ALL_FULL = {seat: hand(**FULL) for seat in "ABPL"}


def test_N_3_a_decision_with_one_outcome_is_automatic() -> None:
    hands = ALL_FULL | {"A": hand(red=4)}
    state = play(table(**hands, bag={"blue": 7}), "pass")
    assert question(state) == ("B", "action"), "a bag of one colour"
    assert hand_of(state, "A") == {"red": 4, "blue": 2}
    state = play(table(**hands, bag={"blue": 1, "green": 1}), "pass")
    assert question(state) == ("chance", "draw")
    play(state, "draw blue")
    assert hand_of(state, "A") == {"red": 4, "blue": 1, "green": 1}, "then of one colour"
    assert question(state) == ("B", "action")


def test_N_3_actions_and_commitments_are_asked_even_with_one_answer() -> None:
    state = table({}, A={"catastrophes": 0})
    assert (question(state), legal(state)) == (("A", "action"), {"pass"})
    state = play(table(leaders={"B": {"black": "I6"}}), "leader black I8")
    assert (question(state), legal(state)) == (("A", "commit"), {"commit 0"})
    play(state, "commit 0")
    assert (question(state), legal(state)) == (("B", "commit"), {"commit 0"})


def test_N_4_1_first_then_the_deal() -> None:
    state = new(2)
    assert (state.decision(), state.position()["phase"]) == ("first", "start")
    play(state, "first B")
    assert (state.decision(), state.position()["phase"]) == ("draw", "deal")
    for _ in range(12):
        assert question(state) == ("chance", "draw")
        play(state, "draw red")
    assert question(state) == ("B", "action")
    assert state.position()["phase"] == "action"
