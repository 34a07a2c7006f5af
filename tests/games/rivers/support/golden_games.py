"""The golden games of Two Rivers: seats, bots, rulings and a seed."""

from __future__ import annotations

import random
from collections.abc import Iterator

import kingdoms
from kingdoms import Record
from kingdoms.games.rivers.engine.state import State
from tests.games.rivers.support.random_games import choose
from tests.games.rivers.support.tables import ALL_OPTIONS
from tests.support.games.golden_games import play_out

GAMES: dict[str, tuple[list[str], list[str], dict[str, object], int]] = {
    "two": (["B", "L"], [], ALL_OPTIONS | {"wonder": True, "open_scores": True}, 48443),
    "wonder": (["A", "B", "P", "L"], [], {"wonder": True}, 157),
    "options-greedy": (["A", "P", "L"], ["greedy"] * 3, ALL_OPTIONS | {"short": True}, 6),
}
"""Without bots, the seats play at random but prefer conflicts."""


def play_for_trouble(seats: list[str], rulings: dict[str, object], seed: int) -> Record:
    """Return a whole random game with many conflicts."""
    record = Record(kingdoms.load_game("rivers", seats, rulings), seed=seed, started="2026-01-01T00:00:00Z")
    rng = random.Random(seed)
    while not record.state.is_terminal():
        assert isinstance(record.state, State)
        record.apply(choose(rng, record.state))
    return record


def records() -> Iterator[tuple[str, Record]]:
    """Yield the games by name."""
    for name, (seats, bots, rulings, seed) in GAMES.items():
        yield name, play_out("rivers", seats, bots, rulings, seed) if bots else play_for_trouble(seats, rulings, seed)
