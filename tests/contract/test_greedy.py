"""The greedy bot of any game beats random bots, slips only when it is told to, and leaves its view as it is."""

from __future__ import annotations

import json

import pytest

import kingdoms
from kingdoms.bots import BOTS
from kingdoms.testing import random_states
from tests.support.games.tested_games import TESTED

GREEDY = [name for name in TESTED if "greedy" in BOTS.names(name)]
GAMES = 40


@pytest.mark.parametrize(("seats", "least"), [(2, 0.95), (4, 0.85)])
@pytest.mark.parametrize("name", GREEDY)
def test_greedy_beats_random_bots_from_each_seat(name: str, seats: int, least: float) -> None:
    game, won = kingdoms.load_game(name, seats).limited(60), 0.0
    for number in range(GAMES):
        bots = ["random"] * seats
        bots[number % seats] = "greedy"
        won += kingdoms.play(game, bots, seed=number).state.returns_by_score()[number % seats]
    assert won / GAMES >= least


@pytest.mark.parametrize("name", GREEDY)
def test_greedy_slips_only_when_it_is_told_to_and_leaves_its_view_as_it_is(name: str) -> None:
    game = kingdoms.load_game(name, 2)
    states = (state for state, _ in random_states(game, kingdoms.Random(1), 60))
    state = next(state for state in states if state.current_player() >= 0 and len(state.legal_actions()) > 10)
    view, legal = state.view(state.to_move), state.legal_actions()
    before = json.dumps(view.to_json())
    never, always = BOTS.make("greedy", game, 3), BOTS.make("greedy:slips=1", game, 3)
    assert len({never.choose(view, legal) for _ in range(20)}) == 1
    assert len({always.choose(view, legal) for _ in range(60)}) > 5
    assert json.dumps(view.to_json()) == before
