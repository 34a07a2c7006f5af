"""Positions from strangers: with something else in any place, each is refused in a sentence or is one that can be played."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

import pytest

import kingdoms
from kingdoms.testing import random_states

Path = tuple[str | int, ...]

SHAPES: tuple[object, ...] = (
    *(None, True, False, 0, 1, -1, 7, 1.5, 10**30, -(10**30), float("inf"), "", "x", "\x00", "\ud800"),
    *([], [[]], [{}], [None], [True], [0], [1.5], ["x"], [["x"]], ["x", "x"]),
    *({}, {"x": {}}, {"x": []}, {"x": [{}]}, {"x": None}, {"": 1}),
)
"""Wrong values to put in place of valid ones."""
PLAYED_ON = 4
"""The number of actions played in an accepted position."""


def positions(name: str, games: int = 6, most: int = 150) -> list[dict[str, Any]]:
    """Return positions of a game with each kind of decision, and a finished one if any game ends."""
    by_decision: dict[tuple[str | None, bool], dict[str, Any]] = {}
    for number in range(games):
        rng = kingdoms.Random(number)
        for state, _ in random_states(kingdoms.load_game(name), rng, most):
            position = state.position()
            by_decision.setdefault((state.decision(), position.get("pending") is None), position)
    return list(by_decision.values())


def places(value: object, above: Path = ()) -> Iterator[Path]:
    """Yield all places of a position; of a long list its ends."""
    if above:
        yield above
    keys: list[Any] = []
    if isinstance(value, dict):
        keys = list(value)
    elif isinstance(value, list):
        keys = sorted({0, len(value) - 1}) if value else []
    for key in keys:
        yield from places(value[key], (*above, key))  # type: ignore[index]


def with_instead(position: dict[str, Any], place: Path, value: object) -> dict[str, Any]:
    """Return a copy of a position in which something else is in a place."""
    changed = copy.deepcopy(position)
    inner: Any = changed
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = copy.deepcopy(value)
    return changed


def take(position: dict[str, Any], rng: random.Random) -> bool:
    """Read a position, and play on in it; say whether it was taken."""
    before, refused = repr(position), None
    try:
        state = kingdoms.read_position(position)
    except kingdoms.KingdomsError as error:
        refused = str(error)
    assert repr(position) == before, "what is read stays as it is"
    if refused is not None:
        assert refused.strip(), f"refused without a word: {before}"
        return False
    for _ in range(PLAYED_ON):
        if state.is_terminal():
            break
        state.apply_action(rng.choice(state.legal_actions()))
    assert kingdoms.read_position(state.position()) == state
    return True


@pytest.mark.parametrize("name", kingdoms.game_names())
def test_something_else_in_any_place_is_refused_or_can_be_played(name: str) -> None:
    rng, accepted, refused = random.Random(1), 0, 0
    for position in positions(name):
        for place in places(position):
            for shape in rng.sample(SHAPES, 8):
                is_accepted = take(with_instead(position, place, shape), rng)
                accepted, refused = accepted + is_accepted, refused + (not is_accepted)
    assert refused > accepted > 0


@pytest.mark.parametrize("name", kingdoms.game_names())
def test_any_shape_in_any_field_is_refused_or_can_be_played(name: str) -> None:
    """In the initial position of a game, with all nested fields."""
    rng = random.Random(2)
    position = kingdoms.load_game(name).new_initial_state().position()
    for place in places(position):
        for shape in SHAPES if len(place) <= 2 else ():
            take(with_instead(position, place, shape), rng)


@pytest.mark.parametrize("name", kingdoms.game_names())
def test_a_field_that_is_missing_or_unknown_is_refused_or_can_be_played(name: str) -> None:
    rng = random.Random(3)
    for position in positions(name, games=2):
        for place in places(position):
            changed = copy.deepcopy(position)
            inner: Any = changed
            for key in place[:-1]:
                inner = inner[key]
            value = inner.pop(place[-1])
            take(changed, rng)
            if isinstance(inner, dict):
                inner["unknown"] = value
                take(changed, rng)
