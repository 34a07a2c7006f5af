"""The decisions, their seats, and their order (N-3, N-4)."""

from __future__ import annotations

from tests.games.rivers.support.tables import FULL, hand, hand_of, legal, new, play, question, table

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
