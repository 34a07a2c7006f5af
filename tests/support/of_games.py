"""What shared tests ask the games' own folders, tests/games/NAME, for: nothing shared names a game."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import kingdoms

FOLDER = Path(__file__).parent.parent / "games"
TESTED = [name for name in kingdoms.game_names() if (FOLDER / name).is_dir()]
"""The games that have tests here; others may be installed."""


def support(game: str, module: str) -> Any:
    """Return a module from what a game's tests are set up with."""
    return import_module(f"tests.games.{game}.support.{module}")
