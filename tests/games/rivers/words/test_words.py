"""Choices in words, their results, and questions: describe, forecast, explain."""

from __future__ import annotations

from typing import Any

import pytest

from kingdoms.games.rivers.engine.state import DECISIONS, State
from kingdoms.games.rivers.words.clauses import CLAUSES
from kingdoms.games.rivers.words.explain import RULES
from tests.games.rivers.support.tables import FULL, hand, lay, play, table


def words(state: State, action: str) -> str:
    """A legal action in words."""
    assert state.refusal(action) is None
    return state.game.describe(state, state.game.string_to_action(action))


def forecast(state: State, action: str) -> dict[str, Any]:
    """The possible results of an action."""
    assert state.refusal(action) is None
    return state.game.forecast(state, state.game.string_to_action(action))


WARRING = {"A": {"black": "E5", "red": "F6"}, "B": {"black": "I5", "red": "H6"}}


def union(**fields: Any) -> State:
    """A table on which a tile on G5 brings wars."""
    return table(lay(red="F5 H5", black="I4"), WARRING, A=hand(green=1, black=2, red=1), **fields)


def revolt(**fields: Any) -> State:
    """A table on which Archer's king can revolt."""
    return table(leaders={"B": {"black": "I6"}}, **({"A": hand(red=2)} | fields))


PLUS = dict.fromkeys(("H5", "G6", "H6", "I6", "H7"), "wonder")

DESCRIBED: list[tuple[Any, str, str]] = [
    (union, "place black A1", "place a settlement in the north-west (A1): no point"),
    (
        union,
        "place green G5",
        "place a market at Archer's kingdom in the middle (G5): joins two kingdoms, with war between Archer's priest and "
        "Bull's priest and between Archer's king and Bull's king",
    ),
    (union, "leader black K2", "move the king to a place beside the treasure in the north (K2), next to 1 temple"),
    (
        revolt,
        "leader black I8",
        "place the king beside the treasure in the middle (I8): revolt against Bull's king, 1 against 1",
    ),
    (
        union,
        "catastrophe H5",
        "put a catastrophe on a temple beside Bull's king (H5): Bull's priest and Bull's king must go home",
    ),
    (union, "pass", "end the turn without using either action"),
    (lambda: play(union(), "place green G5"), "war black", "resolve the war of the kings next (Archer and Bull)"),
    (lambda: play(union(), "place green G5", "war black"), "commit 2", "commit 2 settlements: 2 against 1"),
    (
        lambda: play(revolt(B=hand(red=1)), "leader black I8", "commit 1"),
        "commit 0",
        "commit nothing: 1 against 2, you lose",
    ),
    (
        lambda: play(table(lay(black="H5 G6 H6"), A=hand(black=1)), "place black G5"),
        "build red-black G5",
        "build the red-black monument on the square in the middle (G5)",
    ),
    (
        lambda: play(table(lay(black="I5 J5 K5 L5 M5")), "leader green I6"),
        "take N5",
        "take the treasure at Archer's kingdom in the east (N5)",
    ),
    (
        lambda: play(table(lay(red="H4") | PLUS, {"A": {"black": "G4"}}, A=hand(**FULL), rulings={"wonder": True}), "pass"),
        "income blue",
        "take 1 blue point",
    ),
]


@pytest.mark.parametrize(("make", "action", "text"), DESCRIBED, ids=[f"{text}" for _, _, text in DESCRIBED])
def test_actions_in_words(make: Any, action: str, text: str) -> None:
    assert words(make(), action) == text


def test_a_tile_scores_what_its_words_say() -> None:
    state = table(leaders={"L": {"black": "I6"}}, A=hand(green=1))
    assert words(state, "place green H7") == "place a market beside the treasure in the middle (H7): 1 green point for Lion"
    assert forecast(state, "place green H7") == {"joins": [["L"]], "points": {"L": {"green": 1}}}


def test_forecast_of_wars() -> None:
    state = union()
    assert forecast(state, "place green G5") == {"joins": [["A"], ["B"]], "wars": ["red", "black"]}
    peace = table(lay(red="F5 H5"), {"A": {"black": "E5"}, "B": {"green": "I5"}}, A=hand(green=1))
    assert forecast(peace, "place green G5") == {"joins": [["A"], ["B"]], "wars": []}
    assert forecast(play(state, "place green G5"), "war black") == {"attack": 0, "defence": 1, "defence_most": 1}


def test_forecast_of_a_conflict() -> None:
    state = revolt(B=hand(blue=1, red=1))
    assert forecast(state, "leader black I8") == {"attack": 1, "attack_most": 3, "defence": 1, "defence_most": 3}
    play(state, "leader black I8")
    assert forecast(state, "commit 0") == {"attack": 1, "defence": 1, "defence_most": 3, "result": "loses"}
    assert forecast(state, "commit 1") == {"attack": 2, "defence": 1, "defence_most": 3, "result": "open"}
    assert forecast(state, "commit 2") == {"attack": 3, "defence": 1, "defence_most": 3, "result": "open"}
    play(state, "commit 1")
    assert forecast(state, "commit 0") == {"attack": 2, "defence": 1, "result": "loses"}
    assert forecast(state, "commit 1") == {"attack": 2, "defence": 2, "result": "wins"}


@pytest.mark.parametrize(
    ("make", "question"),
    [
        (
            union,
            "Archer: you have two actions. Place a tile, leader or catastrophe, withdraw a leader, swap tiles, or pass.",
        ),
        (lambda: play(union(), "place green G5"), "Archer: which war do you resolve next?"),
        (
            lambda: play(revolt(), "leader black I8"),
            "Archer: you attack in a revolt with 1 against 1. How many temples do you commit? Ties go to the defender.",
        ),
        (
            lambda: play(revolt(), "leader black I8", "commit 2"),
            "Bull: you defend in a revolt with 1 against 3. How many temples do you commit? Ties go to the defender.",
        ),
        (
            lambda: play(table(lay(black="H5 G6 H6"), A=hand(black=1)), "place black G5"),
            "Archer: your settlement completes a square. Do you build?",
        ),
        (
            lambda: play(table(lay(black="H5 G6 I6 H7 G5"), A=hand(black=1), rulings={"wonder": True}), "place black H6"),
            "Archer: your settlement completes a square and a plus. Do you build?",
        ),
        (
            lambda: play(table(lay(black="I5 J5 K5 L5 M5")), "leader green I6"),
            "Archer: your trader takes treasures. Which of these 2 next?",
        ),
        (
            lambda: play(table(lay(red="H4") | PLUS, {"A": {"black": "G4"}}, A=hand(**FULL), rulings={"wonder": True}), "pass"),
            "Archer: the wonder pays a point. In which colour?",
        ),
        (lambda: play(table(A=hand(red=1)), "swap 1 0 0 0"), "Tiles are drawn from the bag."),
        (lambda: play(table(A=hand(red=1), bag={}), "swap 1 0 0 0"), "The game is over."),
    ],
)
def test_what_is_asked(make: Any, question: str) -> None:
    state = make()
    assert set(RULES) == set(DECISIONS)
    message, clauses = state.game.explain(state)
    assert str(message) == question
    assert state.view("L").facts().question == question
    assert clauses == {clause: CLAUSES[clause] for clause in clauses}
