"""Positions: their fields, their defaults, and reading them again (N-5)."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

import kingdoms
from kingdoms.games.rivers.engine.state import State
from kingdoms.games.rivers.game import Rivers
from tests.games.rivers.support.scenes import income, revolt, square, taking, wars
from tests.games.rivers.support.tables import RULINGS, check, full, hand, lay, play, position, table

LETTER = {
    "game": "rivers",
    "rulings": dict(RULINGS),
    "phase": "action",
    "turn": "P",
    "actions_left": 2,
    "seats": {
        "A": {"hand": {"red": 2, "blue": 1}, "points": {"green": 3}, "treasures": 1, "catastrophes": 2},
        "P": {},
    },
    "board": dict.fromkeys(("I7", "F10", "B2"), "red*")
    | {"F5": "black", "G5": "catastrophe", "E8": "blue"}
    | dict.fromkeys(("C5", "D5", "C6", "D6"), "down"),
    "leaders": {"A": {"black": "I6"}, "P": {"green": "J7"}},
    "monuments": {"red-blue": "C5"},
    "bag": {"red": 40, "blue": 30, "green": 28, "black": 27},
    "pending": None,
}


def reread(state: State) -> State:
    """The state of its position, having been JSON."""
    return Rivers.read_position(json.loads(json.dumps(state.position())))


def test_N_5_the_example_of_the_rules() -> None:
    letter = copy.deepcopy(LETTER)
    letter["seats"]["P"] = {"catastrophes": 1}  # type: ignore[index]
    state = Rivers.read_position(letter)
    check(state, asks="P action", leaders={"A": {"black": "I6"}, "P": {"green": "J7"}}, hands={"A": {"red": 2, "blue": 1}})
    assert reread(state) == state
    with pytest.raises(kingdoms.PositionError, match="more than two for each seat"):
        Rivers.read_position(LETTER)


def test_N_5_defaults() -> None:
    state = Rivers.read_position({"game": "rivers", "phase": "action", "seats": {"P": {}, "B": {}}})
    assert state.position() == {
        "game": "rivers",
        "rulings": dict(RULINGS),
        "phase": "action",
        "turn": "B",
        "actions_left": 2,
        "seats": {seat: {"hand": {}, "points": {}, "treasures": 0, "catastrophes": 2} for seat in "BP"},
        "board": lay(),
        "leaders": {},
        "monuments": {},
        "bag": {"red": 47, "blue": 36, "green": 30, "black": 30},
        "pending": None,
    }


@pytest.mark.parametrize(
    ("phase", "actions", "question"),
    [("start", 2, "chance first"), ("deal", 2, "chance draw"), ("action", 2, "A action"), ("refill", 0, "chance draw")],
)
def test_N_5_phases_and_their_usual_actions_left(phase: str, actions: int, question: str) -> None:
    state = Rivers.read_position({"game": "rivers", "phase": phase, "seats": {"A": {}, "B": {}}})
    assert reread(check(state, phase=phase, left=actions, asks=question)) == state


@pytest.mark.parametrize("phase", ["deal", "refill"])
def test_N_5_the_next_seat_with_fewer_than_six_tiles_draws(phase: str) -> None:
    state = play(table(phase=phase, turn="P", A=hand(red=3), **full()), "draw blue")
    check(state, hand_A={"red": 3, "blue": 1})


def test_N_5_the_usual_bag_is_what_is_not_seen() -> None:
    board = lay(red="E5", blue="E1", down="J5 K5 J6 K6")
    state = table(board, A=hand(green=3), L=hand(black=1, green=1), monuments={"red-blue": "J5"})
    check(state, bag={"red": 46, "blue": 35, "green": 26, "black": 29})


KINGS = {
    "kind": "commit",
    "conflict": "war",
    "colour": "black",
    "attacker": "A",
    "defender": "B",
    "marker": "G5",
    "attack": None,
}
PENDING: dict[str, tuple[Callable[[], State], Any]] = {
    "war": (wars, {"kind": "war", "marker": "G5"}),
    "commit in a war": (lambda: play(wars(), "war black"), KINGS),
    "commit of the defender": (lambda: play(wars(actions_left=1), "war black", "commit 2"), KINGS | {"attack": 2}),
    "commit in a revolt": (revolt, KINGS | {"conflict": "revolt", "marker": None}),
    "build": (square, {"kind": "build", "cell": "G5"}),
    "take": (taking, {"kind": "take"}),
    "draw": (lambda: play(table(A=hand(red=3)), "swap 3 0 0 0", "draw red"), {"kind": "draw", "left": 2}),
    "income": (income, {"kind": "income"}),
}


@pytest.mark.parametrize("kind", PENDING)
def test_N_5_in_the_middle_of_an_action(kind: str) -> None:
    make, pending = PENDING[kind]
    state = check(make(), pending=pending, phase="action")
    back = reread(state)
    assert (back, back.hash) == (state, state.hash)
    assert [back.child(action) for action in back.legal_actions()] == [state.child(action) for action in state.legal_actions()]


def test_N_5_a_finished_game_keeps_its_position() -> None:
    state = play(table(A=hand(red=3, blue=1), B=hand(green=2), bag={"black": 2}), "swap 3 0 0 0")
    check(state, phase="over", hand_B={"green": 2}, bag={"black": 2})
    scores = {seat: [0, 0, 0, 0] for seat in "ABPL"}
    assert state.position()["outcome"] == {"reason": "bag", "winners": list("ABPL"), "loser": None, "scores": scores}
    assert reread(state) == state
    assert reread(state).outcome() == state.outcome()


def test_N_5_reading_carries_out_automatic_steps() -> None:
    check(table(phase="refill", turn="L", **full("ABPL")), asks="A action")
    waiting = check(Rivers.read_position(position(phase="refill", turn="L", bag={}), settle=False), phase="refill")
    events = waiting.game.settle(waiting)
    assert [event.kind for event in events] == ["game_over"]
    assert waiting.is_terminal()


def test_N_6_unreachable_positions_that_are_accepted() -> None:
    state = table(lay(black="I5 J5 K5 L5 M5"), {"B": {"green": "I6"}})
    check(state, asks="A action", treasures={})  # a trader with several treasures
    check(table({"K1": "red*"}), asks="A action")  # two treasures or fewer
