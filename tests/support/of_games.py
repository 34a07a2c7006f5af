"""What shared tests ask the games' own folders, tests/games/NAME, for: nothing shared names a game."""

from __future__ import annotations

import random
from importlib import import_module
from pathlib import Path
from typing import Any

import kingdoms
from kingdoms import Random, Record
from kingdoms.testing import random_action

FOLDER = Path(__file__).parent.parent / "games"
TESTED = [name for name in kingdoms.game_names() if (FOLDER / name).is_dir()]
"""The games that have tests here; others may be installed."""


def support(game: str, module: str) -> Any:
    """Return a module from what a game's tests are set up with."""
    return import_module(f"tests.games.{game}.support.{module}")


SAMPLE = TESTED[0]
"""The game that stands for all where any will do."""


def first_actions(game: str, number: int, seed: int = 1, **rulings: Any) -> list[str]:
    """Return the first actions of a random game of two."""
    record, rng = Record(kingdoms.load_game(game, 2, rulings)), Random(seed)
    for _ in range(number):
        record.apply(random_action(record.state, rng))
    return [str(entry.action) for entry in record.entries]


def busy_position(game: str, rng: random.Random) -> dict[str, Any]:
    """Return a position in which much lies on the table, as the game's own tests make them."""
    position: dict[str, Any] = support(game, "digests").start(rng).position()
    return position
