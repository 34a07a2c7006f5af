"""Concurrent searches, of several threads each, return the same as single ones: they share no mutable data."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

import kingdoms
from kingdoms.cli import engine_kind
from kingdoms.core.playouts import policy_playout
from kingdoms.nets import own_net
from kingdoms.search import Found, Limits, Searcher
from tests.support.games.tested_games import TESTED

SEARCHES = 4
SIMULATIONS = 400 if engine_kind() == "compiled" else 30


def searches(name: str, seed: int) -> list[tuple[object, ...]]:
    """Return the results of one searcher with two threads in three positions of a game, one after the other."""
    game = kingdoms.load_game(name, 2 + seed % 2)
    searcher = Searcher(game, seed, threads=2, net=own_net(game) if seed % 2 else None)
    knowledge, rng = game.knowledge(game.new_initial_state()), kingdoms.Random(seed)
    results: list[tuple[object, ...]] = []
    while len(results) < 3:
        policy_playout(knowledge, rng, 3 + seed)
        state = knowledge.state
        while state.is_chance_node():
            state.apply_action(state.draw_chance_action(rng))
        assert not state.is_terminal()
        best = searcher.think(state.view(state.to_move), Limits(simulations=SIMULATIONS))
        results.append((best.choices, best.chances, best.visits, best.nodes))
    return results


@pytest.mark.parametrize("name", TESTED)
def test_concurrent_searches_find_the_same_as_single_ones(name: str) -> None:
    alone = [searches(name, seed) for seed in range(SEARCHES)]
    with ThreadPoolExecutor(SEARCHES) as pool:
        assert list(pool.map(lambda seed: searches(name, seed), range(SEARCHES))) == alone


@pytest.mark.parametrize("name", TESTED)
def test_a_search_is_stopped_from_another_thread(name: str) -> None:
    game = kingdoms.load_game(name, 2)
    state, rng = game.new_initial_state(), kingdoms.Random(1)
    while state.current_player() < 0 or len(state.legal_actions()) < 2:
        state.apply_action(state.draw_chance_action(rng) if state.is_chance_node() else state.legal_actions()[0])
    stop, reports = threading.Event(), list[Found]()
    threading.Timer(0.05, stop.set).start()
    result = Searcher(game, 1, threads=3).think(
        state.view(state.to_move), Limits(seconds=600), reports.append, stop, every=0.01
    )
    assert result.stopped == "stopped"
    assert result.seconds < 60
    assert result.best in state.legal_actions()
    assert reports[-1].choices == result.choices
