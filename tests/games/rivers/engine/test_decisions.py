"""The decisions, their seats, and their order (N-3, N-4)."""

from __future__ import annotations

import random

import pytest

from kingdoms.games.rivers.engine.state import DECISIONS
from tests.games.rivers.support.tables import FULL, hand, hand_of, lay, legal, new, play, points, question, table, treasures

FULL_HANDS = {seat: hand(**FULL) for seat in "ABPL"}


def test_N_3_a_decision_with_one_outcome_is_automatic() -> None:
    hands = FULL_HANDS | {"A": hand(red=4)}
    state = play(table(**hands, bag={"blue": 7}), "pass")
    assert question(state) == ("B", "action"), "a bag of one colour"
    assert hand_of(state, "A") == {"red": 4, "blue": 2}
    state = play(table(**hands, bag={"blue": 1, "green": 1}), "pass")
    assert question(state) == ("chance", "draw")
    play(state, "draw blue")
    assert hand_of(state, "A") == {"red": 4, "blue": 1, "green": 1}, "then of one colour"
    assert question(state) == ("B", "action")


def test_N_3_a_whole_deal_from_a_bag_of_one_colour() -> None:
    state = table(phase="start", bag={"blue": 30})
    play(state, "first P")
    assert question(state) == ("P", "action")
    assert [hand_of(state, seat) for seat in "ABPL"] == [{"blue": 6}] * 4


def test_N_3_a_swap_from_a_bag_of_one_colour() -> None:
    state = play(table(A=hand(red=2), bag={"green": 9}), "swap 2 0 0 0")
    assert (question(state), hand_of(state, "A")) == (("A", "action"), {"green": 2})


def test_N_3_a_single_war_or_treasure_is_not_chosen() -> None:
    state = play(table(lay(red="F5 H5"), {"A": {"black": "E5"}, "B": {"black": "I5"}}, A=hand(green=1)), "place green G5")
    assert question(state) == ("A", "commit")
    board = lay(black="B9 C9 E9", green="F9")
    state = play(table(board, {"A": {"green": "A8"}}, A=hand(black=1)), "place black D9")
    assert (question(state), treasures(state)) == (("A", "action"), {"A": 1})


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


def test_N_4_2_two_actions_of_the_active_seat() -> None:
    state = table(A=hand(red=6), B=hand(red=6), P=hand(red=6), L=hand(red=6))
    assert [question(state), question(play(state, "catastrophe A1"))] == [("A", "action")] * 2
    assert question(play(state, "catastrophe A2")) == ("B", "action")


def test_N_4_3_place_then_wars_then_build_then_take() -> None:
    board = lay(red="E6", black="F5 F6 G6", green="H5 I5 I6 J5 K5 L5 M5")
    leaders = {"A": {"black": "E5"}, "B": {"black": "J7", "green": "H7"}}
    state = play(table(board, leaders, A=hand(black=2)), "place black G5")
    order = [question(state)]
    for action in ("commit 0", "commit 0", "build red-black F5", "take I7"):
        order.append(question(play(state, action)))
    assert order == [("A", "commit"), ("B", "commit"), ("A", "build"), ("B", "take"), ("A", "action")]


def test_N_4_3_the_treasures_come_last() -> None:
    board = lay(red="F5 H5", black="I5 J5 K5 L5 M5 I6")
    leaders = {"A": {"blue": "E5", "red": "F6"}, "B": {"blue": "H6", "red": "H4"}, "P": {"green": "F4"}}
    state = table(board, leaders, A=hand(green=1))
    play(state, "place green G5")
    assert (question(state), legal(state)) == (("A", "war"), {"war red", "war blue"})
    play(state, "war blue", "commit 0", "commit 0", "commit 0", "commit 0")
    assert points(state) == {"B": {"blue": 1, "red": 1}}
    assert (question(state), legal(state)) == (("P", "take"), {"take F3", "take I7", "take N5"})
    assert question(play(state, "take N5", "take F3")) == ("A", "action")


def test_N_4_4_leader_then_revolt_then_take() -> None:
    board = lay(black="I6 I5 J5 K5 L5 M5", red="H5")
    state = play(table(board, {"B": {"green": "H7"}}, A=hand(red=2)), "leader green G5")
    order = [
        question(state),
        question(play(state, "commit 2")),
        question(play(state, "commit 0")),
        question(play(state, "take I7")),
    ]
    assert order == [("A", "commit"), ("B", "commit"), ("A", "take"), ("A", "action")]


def test_N_4_5_swap_draws_one_by_one_and_the_others_ask_nothing() -> None:
    state = play(table(A=hand(red=3)), "swap 3 0 0 0")
    for _ in range(3):
        assert question(state) == ("chance", "draw")
        play(state, "draw blue")
    assert question(state) == ("A", "action")
    for action in ("withdraw black", "catastrophe A1"):
        assert question(play(table(leaders={"A": {"black": "I6"}}), action)) == ("A", "action")


def test_N_4_6_the_end_of_a_turn() -> None:
    wonder = dict.fromkeys(("H5", "G6", "H6", "I6", "H7"), "wonder")
    board = {"K1": "red*", "H4": "red"} | wonder | dict.fromkeys(("J5", "K5", "J6", "K6"), "down")
    hands = FULL_HANDS | {"A": hand(red=5), "L": hand(blue=5)}
    leaders = {"A": {"black": "G4"}}
    state = table(board, leaders, **hands, rulings={"wonder": True}, monuments={"red-black": "J5"})
    play(state, "pass")
    assert question(state) == ("A", "income")
    assert points(state) == {"A": {"black": 1}}
    play(state, "income red")
    assert (question(state), state.position()["phase"]) == (("chance", "draw"), "refill")
    play(state, "draw green", "draw green")
    assert state.is_terminal()
    assert question(state) == (None, None)


def test_N_4_the_kinds_of_decision() -> None:
    assert DECISIONS == ("first", "draw", "action", "war", "commit", "raise", "build", "take", "income")


@pytest.mark.parametrize("seed", range(6))
def test_N_4_to_move_is_a_seat_chance_or_null(seed: int) -> None:
    rng = random.Random(seed)
    state = new(rng.choice([2, 3, 4]), wonder=True)
    for _ in range(300):
        if state.is_terminal():
            break
        mover, decision = question(state)
        assert decision in DECISIONS
        assert (mover == "chance") == (decision in ("first", "draw"))
        assert mover == "chance" or mover in state.game.seats
        if decision == "action":
            assert mover == state.position()["turn"]
        play(state, state.game.action_to_string(rng.choice(state.legal_actions())))
