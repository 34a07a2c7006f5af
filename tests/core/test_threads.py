"""Several threads play and list actions at once, independently of each other."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

import kingdoms
from kingdoms.core.playouts import playouts
from kingdoms.testing import random_action

THREADS = 6


@pytest.fixture
def _hasty() -> Iterator[None]:
    """Let threads take turns as often as they can."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


def a_game(name: str, seed: int) -> list[object]:
    """Return the trace of a random game: all lists of legal actions, and the final position."""
    rng, state = kingdoms.Random(seed), kingdoms.load_game(name).new_initial_state()
    trace: list[object] = []
    for _ in range(120):
        if state.is_terminal():
            break
        trace.append(state.legal_actions())
        action = random_action(state, rng)
        assert state.is_legal(action)
        state.apply_action(action)
    return [*trace, state.position(), playouts(state, seed, 2, 200)]


@pytest.mark.usefixtures("_hasty")
@pytest.mark.parametrize("name", kingdoms.game_names())
def test_games_in_threads_are_the_games_that_they_are_alone(name: str) -> None:
    alone = [a_game(name, seed) for seed in range(THREADS)]
    for _ in range(2):
        with ThreadPoolExecutor(THREADS) as pool:
            assert list(pool.map(lambda seed: a_game(name, seed), range(THREADS))) == alone
