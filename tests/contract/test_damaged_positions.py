"""Positions from strangers: with something else in any place, each is refused in a sentence or is one that can be played."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Iterator
from functools import cache, reduce
from operator import getitem
from typing import Any

import pytest

import kingdoms
from kingdoms.testing import random_states
from tests.support.games.tested_games import TESTED, busy_position

Path = tuple[str | int, ...]

SHAPES: tuple[object, ...] = (
    *(None, True, False, 0, 1, -1, 7, 1.5, 2**31, -(2**63), 10**30, -(10**30), float("inf")),
    *("", "x", "\x00", "\ud800", "a" * 500, [], [[]], [{}], [None], [True], [0], [1.5], ["x"], [["x"]], ["x", "x"]),
    *([{"x": 1}, None], {}, {"x": {}}, {"x": []}, {"x": [{}]}, {"x": None}, {"": 1}),
)
"""Wrong values to put in place of valid ones."""
OF_ANOTHER_TYPE: dict[type, tuple[object, ...]] = {
    bool: (1, "true"),
    int: (True, "1", 0.5, [], -(10**30)),
    str: (7, [], {"x": 1}),
    list: ({}, "x", 7),
    dict: ([], "x", 7),
}
PLAYED_ON = 4
"""The number of actions played in an accepted position."""


@cache
def positions(name: str) -> list[dict[str, Any]]:
    """Return positions of a game with each kind of decision, and a finished one if any game ends."""
    by_decision: dict[tuple[str | None, bool], dict[str, Any]] = {}
    for number in range(4):
        for state, _ in random_states(kingdoms.load_game(name), kingdoms.Random(number), 150):
            position = state.position()
            by_decision.setdefault((state.decision(), position.get("pending") is None), position)
    crowded = [busy_position(name, random.Random(number)) for number in range(2)] if name in TESTED else []
    return [*by_decision.values(), *crowded]


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


def with_instead(position: dict[str, Any], place: Path, *value: object) -> dict[str, Any]:
    """Return a copy of a position with a value in a place, or with nothing there."""
    changed = copy.deepcopy(position)
    parent: Any = reduce(getitem, place[:-1], changed)  # type: ignore[arg-type]
    if value:
        parent[place[-1]] = copy.deepcopy(value[0])
    else:
        del parent[place[-1]]
    return changed


def take(position: dict[str, Any], rng: random.Random) -> bool:
    """Read a position, and play on in it; say whether it was taken."""
    before, refusal = repr(position), None
    try:
        state = kingdoms.read_position(position)
    except kingdoms.KingdomsError as error:
        refusal = str(error)
    assert repr(position) == before, "what is read stays as it is"
    if refusal is not None:
        assert 0 < len(refusal.strip()) < 1000, f"refused without a word, or with too many: {before}"
        return False
    for _ in range(PLAYED_ON):
        if state.is_terminal():
            break
        state.apply_action(rng.choice(state.legal_actions()))
    assert kingdoms.read_position(state.position()) == state
    return True


@pytest.mark.parametrize("name", kingdoms.game_names())
def test_something_else_or_nothing_in_any_place_is_refused_or_can_be_played(name: str) -> None:
    rng, accepted, refused = random.Random(1), 0, 0
    for position in positions(name):
        needed = {"game", "phase", "seats"}
        take({field: part for field, part in position.items() if field in needed or rng.random() < 0.5}, rng)
        for place in places(position):
            take(with_instead(position, place), rng)
            for shape in rng.sample(SHAPES, 4):
                is_accepted = take(with_instead(position, place, shape), rng)
                accepted, refused = accepted + is_accepted, refused + (not is_accepted)
    assert refused > accepted > 0


@pytest.mark.parametrize("name", TESTED)
def test_a_value_of_another_type_and_an_unknown_field_are_refused_by_their_path(name: str) -> None:
    for position in positions(name):
        for place in places(position):
            value = reduce(getitem, place, position)  # type: ignore[arg-type]
            path = ".".join(key for key in place if isinstance(key, str))
            if place[0] in ("game", "rulings") or value is None:
                continue
            for wrong in OF_ANOTHER_TYPE[type(value)]:
                with pytest.raises(kingdoms.KingdomsError, match=f"^{re.escape(path)}: "):
                    kingdoms.read_position(with_instead(position, place, wrong))
            if isinstance(value, dict):
                with pytest.raises(kingdoms.KingdomsError, match="unknown"):
                    kingdoms.read_position(with_instead(position, (*place, "unknown"), 1))
