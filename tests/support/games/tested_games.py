"""Access to the support modules of each game's tests, tests/games/NAME: shared tests name no game."""

from __future__ import annotations

import random
from importlib import import_module
from pathlib import Path
from typing import Any

import kingdoms
from kingdoms import Random, Record
from kingdoms.testing import random_action

FOLDER = Path(__file__).parents[2] / "games"
TESTED = [name for name in kingdoms.game_names() if (FOLDER / name).is_dir()]
"""The games that have tests here; others may be installed."""


def game_module(game: str, module: str) -> Any:
    """Return a support module of a game's tests."""
    return import_module(f"tests.games.{game}.support.{module}")


SAMPLE = TESTED[0]
"""The game for tests that any game will do for."""


def random_record(game: kingdoms.Game, most: int = 100_000, seed: int = 3) -> Record:
    """Return a random game, up to a number of entries."""
    record, rng = Record(game), Random(seed)
    while not record.state.is_terminal() and len(record.entries) < most:
        record.apply(random_action(record.state, rng))
    return record


def first_actions(game: str, number: int, seed: int = 1, **rulings: Any) -> list[str]:
    """Return the first actions of a random game for two seats."""
    record = random_record(kingdoms.load_game(game, 2, rulings), number, seed)
    return [str(entry.action) for entry in record.entries]


def busy_position(game: str, rng: random.Random) -> dict[str, Any]:
    """Return a crowded position, made by the game's own tests."""
    position: dict[str, Any] = game_module(game, "digests").start(rng).position()
    return position
