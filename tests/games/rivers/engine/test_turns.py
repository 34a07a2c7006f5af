"""The course of a turn (D-1 to D-3)."""

from __future__ import annotations

import random

from tests.games.rivers.support.tables import (
    FULL,
    draw_all,
    hand,
    hand_of,
    left,
    lies,
    play,
    question,
    standing,
    table,
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
