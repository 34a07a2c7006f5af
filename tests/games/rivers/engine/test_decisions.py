"""The decisions, their seats, and their order (N-3, N-4)."""

from __future__ import annotations

from tests.games.rivers.support.tables import FULL, hand, hand_of, lay, legal, new, play, points, question, table

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
