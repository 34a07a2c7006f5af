"""The course of a turn (D-1 to D-3)."""

from __future__ import annotations

import random

import pytest

from tests.games.rivers.support.tables import (
    FULL,
    draw_all,
    hand,
    hand_of,
    lay,
    left,
    legal,
    lies,
    play,
    points,
    question,
    standing,
    table,
)

MONUMENT = lay(down="H5 I5 H6 I6", red="G5", black="G6")
WONDER = dict.fromkeys(("K5", "J6", "K6", "L6", "K7"), "wonder") | {"J5": "red"}
"""It connects with the monument: J6 is beside I6."""
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


@pytest.mark.parametrize(
    "actions",
    [
        ("place red E5", "place red E6"),
        ("leader red I6", "leader red I8"),
        ("leader red I6", "withdraw red"),
        ("catastrophe A1", "catastrophe A2"),
        ("leader red I6", "leader black I8"),
        ("place red E5", "pass"),
    ],
)
def test_D_1_the_same_kind_twice_is_allowed(actions: tuple[str, str]) -> None:
    state = play(table(A=hand(red=4, blue=2), **FULL_HANDS), *actions)
    assert question(draw_all(state)) == ("B", "action")


def test_D_1_swapping_twice_is_allowed() -> None:
    state = draw_all(play(table(A=hand(red=6), **FULL_HANDS), "swap 1 0 0 0"))
    assert (question(state), left(state)) == (("A", "action"), 1)
    assert question(draw_all(play(state, "swap 2 0 0 0"))) == ("B", "action")


@pytest.mark.parametrize("number", [1, 2])
def test_D_1_passing_gives_up_what_is_left_of_the_turn(number: int) -> None:
    state = play(table(A=hand(**FULL), **FULL_HANDS, actions_left=number), "pass")
    assert (question(state), left(state)) == (("B", "action"), 2)


def test_D_1_a_conflict_is_finished_inside_its_action() -> None:
    state = play(table(leaders={"B": {"black": "I6"}}, actions_left=1), "leader black I8")
    assert (question(state), left(state)) == (("A", "commit"), 0)
    assert state.position()["turn"] == "A"
    play(state, "commit 0", "commit 0")
    assert question(state) == ("chance", "draw")


def test_D_1_treasures_are_taken_before_the_next_action() -> None:
    board = lay(black="I5 J5 K5 L5")
    state = play(table(board, {"B": {"green": "I6"}}, A=hand(black=2)), "place black M5")
    assert (question(state), left(state)) == (("B", "take"), 1)
    assert question(play(state, "take I7")) == ("A", "action")


def test_D_2_monument_income_then_the_wonders_then_refill() -> None:
    state = table(
        MONUMENT | WONDER,
        {"A": {"black": "G4"}},
        A=hand(red=5),
        **FULL_HANDS,
        monuments={"red-black": "H5"},
        rulings={"wonder": True},
    )
    play(state, "pass")
    assert question(state) == ("A", "income")
    assert points(state) == {"A": {"black": 1}}
    assert hand_of(state, "A") == {"red": 5}
    play(state, "income green")
    assert points(state) == {"A": {"black": 1, "green": 1}}
    assert question(state) == ("chance", "draw")


def test_D_2_only_the_active_seat_has_income() -> None:
    leaders = {"A": {"black": "G4"}, "B": {"red": "F5"}}
    state = play(table(MONUMENT, leaders, monuments={"red-black": "H5"}, A=hand(**FULL), **FULL_HANDS), "pass")
    assert points(state) == {"A": {"black": 1}}
    assert points(play(state, "pass")) == {"A": {"black": 1}, "B": {"red": 1}}


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


def test_D_3_the_five_kinds_of_actions() -> None:
    state = table(leaders={"A": {"black": "I6"}}, A=hand(red=1, blue=2))
    kinds = {text.split(" ")[0] for text in legal(state)}
    assert kinds == {"place", "leader", "withdraw", "catastrophe", "swap", "pass"}


def test_D_3_nothing_but_passing_may_be_left() -> None:
    state = table({}, A={"catastrophes": 0}, seats="AB")
    assert legal(state) == {"pass"}
    assert question(state) == ("A", "action")


def test_D_3_what_an_action_leaves_on_the_board() -> None:
    state = play(table(A=hand(black=1)), "place black E5", "leader red I6")
    draw_all(state)
    assert lies(state, "E5 I6") == ["black", None]
    assert standing(state) == {"A": {"red": "I6"}}
