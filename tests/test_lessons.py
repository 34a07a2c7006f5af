"""The browser client's lessons: each position is possible, each choice has the stated result, and each fact is true."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

import kingdoms
from kingdoms.core.errors import KingdomsError
from kingdoms.core.registry import game_class
from tests.support.games.tested_games import TESTED, game_module

WEB = Path(__file__).parent.parent / "web" / "src"
LESSONS = sorted(WEB.glob("games/*/learn/lessons/*.json"))
DIAGRAMS = sorted(WEB.glob("games/*/rules/diagrams.json"))
MOST_CHOICES = 6


def clauses(game: str) -> set[str]:
    """Return the ids of a game's clauses."""
    return {clause for chapter in game_class(game).chapters.values() for clause in chapter}


def at(data: Any, path: str) -> Any:
    """Return the value at a path such as "cities/S.FM/holder"; None if there is none."""
    for part in path.split("/"):
        if isinstance(data, list):
            data = data[int(part)] if int(part) < len(data) else None
        else:
            data = data.get(part)
        if data is None:
            return None
    return data


def check_facts(state: kingdoms.State, seat: str | None, expected: Mapping[str, Any], context: str) -> None:
    """Compare a lesson's statements about a state with the view that a seat's client receives."""
    data = json.loads(json.dumps(asdict(state.view(seat).facts())))
    assert {path: at(data, path) for path in expected} == expected, context


def start(position: Mapping[str, Any], actions: list[str]) -> kingdoms.State:
    """Return the state of a position after actions."""
    state: kingdoms.State = kingdoms.read_position(position)
    for action in actions:
        state.apply_action(action)
    return state


def check_choice(state: kingdoms.State, seat: str | None, choice: Mapping[str, Any], context: str) -> None:
    """Check one choice against the rules: refused by the stated clause, or legal with the stated result."""
    if "refused" in choice:
        with pytest.raises(KingdomsError) as caught:
            state.clone().apply_action(choice["action"])
        assert caught.value.clause == choice["refused"], f"{context}: {caught.value.message}"
        return
    after = state.clone()
    for action in [choice["action"], *choice.get("after", [])]:
        after.apply_action(action)
    check_facts(after, seat, choice.get("expect", {}), context)


def walks(lesson: Mapping[str, Any]) -> Iterator[tuple[int, str, dict[str, Any], kingdoms.State]]:
    """Yield every step, with its number and who looks, in every state in which right choices before can have left the board."""
    roads: list[tuple[dict[str, Any], list[str]]] = [(lesson["position"], [])]
    seat = lesson["seat"]
    for number, step in enumerate(lesson["steps"]):
        seat = step.get("seat", seat)
        if "position" in step:
            roads = [(step["position"], [])]
        further = []
        for position, actions in roads:
            now = [*actions, *step.get("play", [])]
            yield number, seat, step, start(position, now)
            rights = [choice for choice in step.get("choices", []) if choice.get("right")]
            further += [(position, [*now, choice["action"], *choice.get("after", [])]) for choice in rights]
            if not rights:
                further.append((position, now))
        roads = further


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_every_lesson_agrees_with_the_engine_and_has_the_form_that_the_client_reads(path: Path) -> None:
    lesson = json.loads(path.read_text(encoding="utf-8"))
    for number, seat, step, state in walks(lesson):
        context = f"{path.stem}, step {number + 1}"
        check_facts(state, seat, step.get("expect", {}), context)
        for choice in step.get("choices", []):
            check_choice(state, seat, choice, f"{context}, {choice['action']}")
    game = lesson["position"]["game"]
    assert lesson["id"] == path.stem
    assert path.parents[2] == WEB / "games" / game
    assert set(lesson["clauses"]) <= clauses(game)
    assert 3 <= len(lesson["steps"]) <= 8
    seat, seats = lesson["seat"], lesson["position"]["seats"]
    for step in lesson["steps"]:
        assert set(step) <= {"position", "seat", "play", "look", "find", "choices", "expect"}
        assert len({"look", "find", "choices"} & set(step)) == 1
        seats = step.get("position", {}).get("seats", seats)
        seat = step.get("seat", seat)
        assert seat in seats
        if "choices" in step:
            assert 2 <= len(step["choices"]) <= MOST_CHOICES
            assert any(choice.get("right") for choice in step["choices"])
        for thing in [*step.get("look", []), *step.get("find", [])]:
            assert game_module(game, "lessons").names_a_thing(thing), thing


@pytest.mark.parametrize("game", TESTED)
def test_there_are_lessons_for_all_worked_examples(game: str) -> None:
    names = {path.stem for path in LESSONS if path.parents[2].name == game}
    assert names >= set(game_module(game, "lessons").LESSONS.split())


@pytest.mark.parametrize("path", DIAGRAMS, ids=lambda path: path.parents[1].name)
def test_the_diagrams_of_the_rules_agree_with_their_text(path: Path) -> None:
    for diagram in json.loads(path.read_text(encoding="utf-8")):
        state = start(diagram["position"], diagram.get("actions", []))
        game, seat = diagram["position"]["game"], diagram["seat"]
        check_facts(state, seat, diagram.get("expect", {}), diagram["id"])
        assert diagram["clause"] in clauses(game)
        assert all(game_module(game, "lessons").names_a_thing(key) for key in diagram["marks"])
        for choice in [*({"action": action} for action in diagram.get("legal", [])), *diagram.get("tried", [])]:
            check_choice(state, seat, choice, diagram["id"])
        for action in diagram.get("refused", []):
            assert state.refusal(action) is not None, action
