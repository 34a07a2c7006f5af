"""The lessons of the browser client: each position can be, each choice is what the lesson takes it for, each fact is true."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

import kingdoms
from kingdoms.core.errors import KingdomsError
from kingdoms.middlesea.clauses import CLAUSES
from kingdoms.middlesea.view import View

WEB = Path(__file__).parent.parent / "web" / "src"
LESSONS = sorted((WEB / "learn" / "lessons").glob("*.json"))
DIAGRAMS = WEB / "rules" / "diagrams.json"
MOST_CHOICES = 6


def load(path: Path) -> dict[str, Any]:
    """Return a lesson."""
    lesson: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return lesson


def facts(state: kingdoms.State) -> dict[str, Any]:
    """Return what a client is told of a state, as JSON has it."""
    view = state.view(None)
    assert isinstance(view, View)
    told: dict[str, Any] = json.loads(json.dumps(asdict(view.facts())))
    return told


def at(data: Any, path: str) -> Any:
    """Return what lies at a path such as "cities/S.FM/holder"; None where there is nothing."""
    for part in path.split("/"):
        if isinstance(data, list):
            data = data[int(part)] if int(part) < len(data) else None
        else:
            data = data.get(part)
        if data is None:
            return None
    return data


def check_facts(state: kingdoms.State, expected: Mapping[str, Any], where: str) -> None:
    """Hold what a lesson says of a state to what is so."""
    told = facts(state)
    assert {path: at(told, path) for path in expected} == expected, where


def start(position: Mapping[str, Any], actions: list[str]) -> kingdoms.State:
    """Return the state of a position after actions."""
    state: kingdoms.State = kingdoms.read_position(position)
    for action in actions:
        state.apply_action(action)
    return state


def check_choice(state: kingdoms.State, choice: Mapping[str, Any], where: str) -> None:
    """Hold one choice to the rules: refused by the clause it names, or legal and leading to what it says."""
    if "refused" in choice:
        with pytest.raises(KingdomsError) as caught:
            state.clone().apply_action(choice["action"])
        assert caught.value.clause == choice["refused"], f"{where}: {caught.value.message}"
        return
    after = state.clone()
    for action in [choice["action"], *choice.get("after", [])]:
        after.apply_action(action)
    check_facts(after, choice.get("expect", {}), where)


def walks(lesson: Mapping[str, Any]) -> Iterator[tuple[int, dict[str, Any], kingdoms.State]]:
    """Yield every step, with its number, in every state in which right choices before it can have left the board."""
    roads: list[tuple[dict[str, Any], list[str]]] = [(lesson["position"], [])]
    for number, step in enumerate(lesson["steps"]):
        if "position" in step:
            roads = [(step["position"], [])]
        further = []
        for position, actions in roads:
            now = [*actions, *step.get("play", [])]
            yield number, step, start(position, now)
            rights = [choice for choice in step.get("choices", []) if choice.get("right")]
            further += [(position, [*now, choice["action"], *choice.get("after", [])]) for choice in rights]
            if not rights:
                further.append((position, now))
        roads = further


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_every_step_is_true_and_every_choice_is_what_it_is_said_to_be(path: Path) -> None:
    lesson = load(path)
    for number, step, state in walks(lesson):
        where = f"{path.stem}, step {number + 1}"
        check_facts(state, step.get("expect", {}), where)
        for choice in step.get("choices", []):
            check_choice(state, choice, f"{where}, {choice['action']}")


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_every_lesson_has_the_form_that_the_client_reads(path: Path) -> None:
    lesson = load(path)
    assert lesson["id"] == path.stem
    assert lesson["seat"] in lesson["position"]["seats"]
    assert set(lesson["clauses"]) <= set(CLAUSES)
    assert 3 <= len(lesson["steps"]) <= 8
    for step in lesson["steps"]:
        assert set(step) <= {"position", "play", "look", "find", "choices", "expect"}
        assert len({"look", "find", "choices"} & set(step)) == 1
        if "choices" in step:
            assert 2 <= len(step["choices"]) <= MOST_CHOICES
            assert any(choice.get("right") for choice in step["choices"])
        for thing in [*step.get("look", []), *step.get("find", [])]:
            kind, *rest = thing.split(" ")
            assert (kind, len(rest)) in {("site", 1), ("leader", 2), ("stack", 1), ("sea", 0)}, thing


def test_there_are_lessons_for_all_worked_examples() -> None:
    found = {path.stem for path in LESSONS}
    assert found >= {"table", "control", "dominance", "production", "cut-off", "building", "roads-and-ports", "king"}
    assert found >= {"a-port-falls", "a-city-falls", "striking-back", "missionaries", "winning"}


def test_the_diagrams_of_the_rules_show_what_they_say() -> None:
    for diagram in json.loads(DIAGRAMS.read_text(encoding="utf-8")):
        state = start(diagram["position"], diagram.get("actions", []))
        check_facts(state, diagram.get("expect", {}), diagram["id"])
        assert diagram["clause"] in CLAUSES
        for action in diagram.get("legal", []):
            check_choice(state, {"action": action}, diagram["id"])
        for action in diagram.get("refused", []):
            assert state.refusal(action) is not None, action
