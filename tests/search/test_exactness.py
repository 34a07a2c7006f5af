"""In small games, search returns the same as plain exhaustive code."""

from __future__ import annotations

from typing import Any

import pytest

import kingdoms
from kingdoms.cli import engine_kind
from kingdoms.search import Limits, Searcher
from tests.support.games.exhaustive_search import best_share, endings
from tests.support.games.tested_games import TESTED

OPEN_GAMES = [name for name in TESTED if not kingdoms.core.registry.game_class(name).has_secrets]


COMPILED = engine_kind() == "compiled"
ENDINGS, FORCED = (3, 8) if COMPILED else (2, 2)
"""How many positions are looked at: the interpreted engine is some hundred times as slow."""
OPTIONS: dict[str, dict[str, Any]] = {
    "usual": {},
    "blind": {"even_priors": 1, "rollouts": 0},
    "tree": {"transpositions": 0},
    "all": {"width": 0},
}


@pytest.mark.parametrize("name", OPEN_GAMES)
def test_search_settles_small_endings(name: str) -> None:
    game = kingdoms.load_game(name, 2).limited(3)
    proven = dict.fromkeys(OPTIONS, 0)
    for number, (state, shares) in enumerate(endings(game, ENDINGS, 300 if COMPILED else 60)):
        mover = state.current_player()
        expected = best_share(state, shares, 10_000)[mover]
        for label, options in OPTIONS.items() if COMPILED else [("usual", OPTIONS["usual"])]:
            result = Searcher(game, number, **options).think(
                state.view(game.seats[mover]), Limits(simulations=20_000 if COMPILED else 400)
            )
            reached = best_share(state.child(result.best), shares, 10_000)[mover]
            assert reached == pytest.approx(expected), (label, game.action_to_string(result.best))
            if result.proven:
                assert result.chances[mover] == pytest.approx(expected)
                assert result.stopped == "proven"
                proven[label] += 1
    assert all(proven.values()) or not COMPILED, proven


@pytest.mark.parametrize("name", OPEN_GAMES)
def test_a_win_by_force_within_ones_turn_is_found(name: str) -> None:
    game = kingdoms.load_game(name, 2).limited(40)
    checked = 0
    for seed in range(40):
        rng, state = kingdoms.Random(seed), game.new_initial_state()
        knowledge = game.knowledge(state)
        while not state.is_terminal() and checked < FORCED:
            mover = state.current_player()
            if mover >= 0 and len(state.legal_actions()) > 1 and wins_at_once(state, mover, [200]):
                checked += 1
                result = Searcher(game, seed).think(state.view(None), Limits(simulations=1000))
                assert result.proven, state
                assert result.chances[mover] == 1.0
            legal = state.legal_actions()
            if mover >= 0 and rng.roll(3):
                knowledge.begin(state)
                state.apply_trusted(knowledge.decide(rng))
            else:
                state.apply_trusted(legal[rng.roll(len(legal))])
    assert checked == FORCED


def wins_at_once(state: kingdoms.State, seat: int, left: list[int]) -> bool:
    """Return whether a seat has a winning line of own decisions alone, by plain code for some states."""
    left[0] -= 1
    if state.is_terminal():
        return state.returns()[seat] == 1.0
    if left[0] < 0 or state.current_player() != seat:
        return False
    return any(wins_at_once(state.child(action), seat, left) for action in reversed(state.legal_actions()))
