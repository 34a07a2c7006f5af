"""Positions: their fields, their defaults, and reading them again (N-5)."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

import kingdoms
from kingdoms.games.rivers.engine.state import State
from kingdoms.games.rivers.game import Rivers
from tests.games.rivers.support.tables import (
    FULL,
    RULINGS,
    hand,
    hand_of,
    lay,
    left,
    play,
    position,
    question,
    standing,
    table,
    treasures,
)

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
    assert question(state) == ("P", "action")
    assert standing(state) == {"A": {"black": "I6"}, "P": {"green": "J7"}}
    assert hand_of(state, "A") == {"red": 2, "blue": 1}
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
    ("phase", "actions", "decision"),
    [("start", 2, "first"), ("deal", 2, "draw"), ("action", 2, "action"), ("refill", 0, "draw")],
)
def test_N_5_phases_and_their_usual_actions_left(phase: str, actions: int, decision: str) -> None:
    state = Rivers.read_position({"game": "rivers", "phase": phase, "seats": {"A": {}, "B": {}}})
    assert (state.position()["phase"], left(state), state.decision()) == (phase, actions, decision)
    assert reread(state) == state


@pytest.mark.parametrize("phase", ["deal", "refill"])
def test_N_5_the_next_seat_with_fewer_than_six_tiles_draws(phase: str) -> None:
    state = table(phase=phase, turn="P", A=hand(red=3), B=hand(**FULL), P=hand(**FULL), L=hand(**FULL))
    play(state, "draw blue")
    assert hand_of(state, "A") == {"red": 3, "blue": 1}


def test_N_5_the_usual_bag_is_what_is_not_seen() -> None:
    board = lay(red="E5", blue="E1", down="J5 K5 J6 K6")
    state = table(board, A=hand(green=3), L=hand(black=1, green=1), monuments={"red-blue": "J5"})
    assert state.position()["bag"] == {"red": 46, "blue": 35, "green": 26, "black": 29}


def test_N_5_in_the_order_of_the_rules() -> None:
    board = dict(reversed(lay(red="A1", blue="E1").items()))
    leaders = {"B": {"black": "K2", "red": "J1"}, "A": {"green": "I6"}}
    position = table(board, leaders, seats="LPBA", monuments={}).position()
    assert list(position["board"])[:4] == ["A1", "E1", "K1", "B2"]
    assert list(position["seats"]) == ["A", "B", "P", "L"]
    assert list(position["leaders"]) == ["A", "B"]
    assert list(position["leaders"]["B"]) == ["red", "black"]


def with_war(**fields: Any) -> State:
    leaders = {"A": {"black": "E5", "red": "F6"}, "B": {"black": "I5", "red": "H6"}}
    return play(table(lay(red="F5 H5"), leaders, A=hand(green=1, black=2), B=hand(red=2), **fields), "place green G5")


PLUS = dict.fromkeys(("H5", "G6", "H6", "I6", "H7"), "wonder")

KINGS = {
    "kind": "commit",
    "conflict": "war",
    "colour": "black",
    "attacker": "A",
    "defender": "B",
    "marker": "G5",
    "attack": None,
}
PENDING: dict[str, tuple[Any, Any]] = {
    "war": (with_war, {"kind": "war", "marker": "G5"}),
    "commit in a war": (lambda: play(with_war(), "war black"), KINGS),
    "commit of the defender": (lambda: play(with_war(actions_left=1), "war black", "commit 2"), KINGS | {"attack": 2}),
    "commit in a revolt": (
        lambda: play(table(leaders={"B": {"green": "I6"}}), "leader green I8"),
        KINGS | {"conflict": "revolt", "colour": "green", "marker": None},
    ),
    "build": (lambda: play(table(lay(black="H5 G6 H6"), A=hand(black=1)), "place black G5"), {"kind": "build", "cell": "G5"}),
    "take": (lambda: play(table(lay(black="I5 J5 K5 L5 M5")), "leader green I6"), {"kind": "take"}),
    "draw": (lambda: play(table(A=hand(red=3)), "swap 3 0 0 0", "draw red"), {"kind": "draw", "left": 2}),
    "income": (
        lambda: play(table(lay(red="H4") | PLUS, {"A": {"black": "G4"}}, A=hand(red=5), rulings={"wonder": True}), "pass"),
        {"kind": "income"},
    ),
}


@pytest.mark.parametrize("kind", PENDING)
def test_N_5_in_the_middle_of_an_action(kind: str) -> None:
    make, pending = PENDING[kind]
    state = make()
    assert state.position()["pending"] == pending
    assert state.position()["phase"] == "action"
    back = reread(state)
    assert back == state
    assert back.hash == state.hash
    assert [back.child(action) for action in back.legal_actions()] == [state.child(action) for action in state.legal_actions()]


def test_N_5_a_finished_game_keeps_its_position() -> None:
    state = play(table(A=hand(red=3, blue=1), B=hand(green=2), bag={"black": 2}), "swap 3 0 0 0")
    position = state.position()
    assert position["phase"] == "over"
    assert position["outcome"] == {
        "reason": "bag",
        "winners": ["A", "B", "P", "L"],
        "loser": None,
        "scores": {seat: [0, 0, 0, 0] for seat in "ABPL"},
    }
    assert (position["seats"]["B"]["hand"], position["bag"]) == ({"green": 2}, {"black": 2})
    assert reread(state) == state
    assert reread(state).outcome() == state.outcome()


def test_N_5_reading_carries_out_automatic_steps() -> None:
    state = table(phase="refill", turn="L", A=hand(**FULL), B=hand(**FULL), P=hand(**FULL), L=hand(**FULL))
    assert question(state) == ("A", "action")
    waiting = Rivers.read_position(position(phase="refill", turn="L", bag={}), settle=False)
    assert waiting.position()["phase"] == "refill"
    events = waiting.game.settle(waiting)
    assert [event.kind for event in events] == ["game_over"]
    assert waiting.is_terminal()


def test_N_6_unreachable_positions_that_are_accepted() -> None:
    state = table(lay(black="I5 J5 K5 L5 M5"), {"B": {"green": "I6"}})
    assert question(state) == ("A", "action"), "a trader with several treasures"
    assert treasures(state) == {}
    assert question(table({"K1": "red*"})) == ("A", "action"), "two treasures or fewer"


def test_N_1_options_are_carried_by_positions() -> None:
    rulings = {"wonder": True, "open_scores": True}
    state = table(rulings=rulings)
    assert state.position()["rulings"] == RULINGS | rulings
    assert dict(reread(state).game.rulings) == state.position()["rulings"]
