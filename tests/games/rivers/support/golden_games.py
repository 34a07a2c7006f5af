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
    "two": (["A", "B"], [], {}, 46),
    "two-bag": (["P", "L"], [], {"wonder": True}, 4),
    "three": (["A", "B", "L"], [], {"open_scores": True}, 9),
    "four": (["A", "B", "P", "L"], [], {}, 35),
    "wonder": (["A", "B", "P", "L"], [], {"wonder": True}, 157),
    "options": (["A", "B", "P", "L"], [], ALL_OPTIONS | {"wonder": True}, 8),
    "options-greedy": (["A", "P", "L"], ["greedy", "greedy", "greedy"], ALL_OPTIONS, 5),
    "greedy": (["A", "B"], ["greedy", "greedy"], {}, 12),
    "greedy-three": (["B", "P", "L"], ["greedy", "random", "greedy"], {"wonder": True, "open_scores": True}, 13),
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
