"""Choices in words, their results, questions, and usual answers: describe, forecast, explain, usual_answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kingdoms.games.rivers.engine.state import DECISIONS, State
from kingdoms.games.rivers.words.clauses import CLAUSES
from kingdoms.games.rivers.words.explain import RULES
from tests.games.rivers.support.scenes import KING, income, revolt, square, taking, union, wars
from tests.games.rivers.support.tables import hand, lay, play, table

Make = Callable[[], State]


def forecast(state: State, action: str) -> dict[str, Any]:
    """Return the possible results of a legal action."""
    assert state.refusal(action) is None
    return state.game.forecast(state, state.game.string_to_action(action))


def rebels(**fields: Any) -> State:
    """Return a table on which Archer's king can revolt."""
    return table(leaders=KING, **({"A": hand(red=2)} | fields))


QUESTIONS: list[tuple[Make, str, dict[str, str]]] = [
    (
        union,
        "Archer: you have two actions. Place a tile, leader or catastrophe, withdraw a leader, swap tiles, or pass.",
        {
            "place black A1": "place a settlement in the north-west (A1): no point",
            "place green G5": "place a market at Archer's kingdom in the middle (G5): joins two kingdoms, with war between "
            "Archer's priest and Bull's priest and between Archer's king and Bull's king",
            "leader black K2": "move the king to a place beside the treasure in the north (K2), next to 1 temple",
            "catastrophe H5": "put a catastrophe on a temple beside Bull's king (H5): Bull's priest and Bull's king "
            "must go home",
            "pass": "end the turn without using either action",
        },
    ),
    (
        rebels,
        "Archer: you have two actions. Place a tile, leader or catastrophe, withdraw a leader, swap tiles, or pass.",
        {"leader black I8": "place the king beside the treasure in the middle (I8): revolt against Bull's king, 1 against 1"},
    ),
    (
        wars,
        "Archer: which war do you resolve next?",
        {"war black": "resolve the war of the kings next (Archer and Bull)"},
    ),
    (
        lambda: play(wars(), "war black"),
        "Archer: you attack in a war with 0 against 1. How many settlements do you commit? Ties go to the defender.",
        {"commit 2": "commit 2 settlements: 2 against 1"},
    ),
    (
        lambda: revolt(A=hand(red=2)),
        "Archer: you attack in a revolt with 1 against 1. How many temples do you commit? Ties go to the defender.",
        {},
    ),
    (
        lambda: play(revolt(A=hand(red=2)), "commit 2"),
        "Bull: you defend in a revolt with 1 against 3. How many temples do you commit? Ties go to the defender.",
        {"commit 0": "commit nothing: 1 against 3, you lose"},
    ),
    (
        square,
        "Archer: your settlement completes a square. Do you build?",
        {"build red-black G5": "build the red-black monument on the square in the middle (G5)"},
    ),
    (
        lambda: square("H5 G6 I6 H7 G5", "H6", rulings={"wonder": True}),
        "Archer: your settlement completes a square and a plus. Do you build?",
        {},
    ),
    (
        taking,
        "Archer: your trader takes treasures. Which of these 2 next?",
        {"take N5": "take the treasure at Archer's kingdom in the east (N5)"},
    ),
    (income, "Archer: the wonder pays a point. In which colour?", {"income blue": "take 1 blue point"}),
    (lambda: play(table(A=hand(red=1)), "swap 1 0 0 0"), "Tiles are drawn from the bag.", {}),
    (lambda: play(table(A=hand(red=1), bag={}), "swap 1 0 0 0"), "The game is over.", {}),
]


@pytest.mark.parametrize(("make", "question", "choices"), QUESTIONS, ids=[question[:30] for _, question, _ in QUESTIONS])
def test_questions_and_choices_in_words(make: Make, question: str, choices: dict[str, str]) -> None:
    state = make()
    assert set(RULES) == set(DECISIONS)
    message, clauses = state.game.explain(state)
    assert str(message) == state.view("L").facts().question == question
    assert clauses == {clause: CLAUSES[clause] for clause in clauses}
    for action, text in choices.items():
        assert state.refusal(action) is None
        assert state.game.describe(state, state.game.string_to_action(action)) == text


def test_a_tile_scores_what_its_words_say() -> None:
    state = table(leaders={"L": {"black": "I6"}}, A=hand(green=1))
    words = state.game.describe(state, state.game.string_to_action("place green H7"))
    assert words == "place a market beside the treasure in the middle (H7): 1 green point for Lion"
    assert forecast(state, "place green H7") == {"joins": [["L"]], "points": {"L": {"green": 1}}}


def test_forecasts_of_conflicts() -> None:
    assert forecast(union(), "place green G5") == {"joins": [["A"], ["B"]], "wars": ["red", "black"]}
    peace = table(lay(red="F5 H5"), {"A": {"black": "E5"}, "B": {"green": "I5"}}, A=hand(green=1))
    assert forecast(peace, "place green G5") == {"joins": [["A"], ["B"]], "wars": []}
    assert forecast(wars(), "war black") == {"attack": 0, "defence": 1, "defence_most": 1}
    state = rebels(B=hand(blue=1, red=1))
    assert forecast(state, "leader black I8") == {"attack": 1, "attack_most": 3, "defence": 1, "defence_most": 3}
    play(state, "leader black I8")
    for count, result in enumerate(("loses", "open", "open")):
        expected = {"attack": 1 + count, "defence": 1, "defence_most": 3, "result": result}
        assert forecast(state, f"commit {count}") == expected
    play(state, "commit 1")
    assert forecast(state, "commit 0") == {"attack": 2, "defence": 1, "result": "loses"}
    assert forecast(state, "commit 1") == {"attack": 2, "defence": 2, "result": "wins"}


def usual(state: State) -> str | None:
    """Return the usual answer to the current question."""
    answer = state.game.usual_answer(state)
    return None if answer is None else state.game.action_to_string(answer)


def test_E_1_only_commitments_have_a_usual_answer_which_is_what_it_takes() -> None:
    assert usual(table(A=hand(red=1))) is None
    assert usual(play(rebels(A=hand(red=5), B=hand(red=2, blue=2)), "leader black H7")) not in (None, "commit 0"), "on average"
    state = play(rebels(B=hand(red=3)), "leader black H7", "commit 1")
    assert usual(state) == "commit 1", "the least that holds"
    state = play(rebels(A=hand(red=3), B=hand(red=1)), "leader black H7", "commit 3")
    assert usual(state) == "commit 0", "the defender cannot hold"
