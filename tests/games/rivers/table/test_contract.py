"""The core contract, secrets included, kept under many seats and rulings and where there is strife."""

from __future__ import annotations

import random

import pytest

from kingdoms import Random, testing
from kingdoms.bots import BOTS
from kingdoms.games.rivers.game import Rivers
from tests.games.rivers.reference.games import random_position, random_rulings
from tests.games.rivers.support.random_games import choose
from tests.support.suite.rings import inner_first


@pytest.mark.parametrize("number", inner_first(range(5), 2))
def test_the_contract_is_kept_in_conflicts(number: int) -> None:
    rng, draws = random.Random(number), Random(number)
    state = Rivers.read_position(random_position(rng))
    met = 0
    while met < 6 and not state.is_terminal():
        action = choose(rng, state)
        if state.decision() not in ("action", "draw"):
            testing.check_secrets(state, draws)
            testing.check_telling(state, action, draws)
            testing.check_clone(state, action)
            testing.check_actions(state)
            testing.check_position(state)
            testing.check_narration(state, action)
            assert state.child(action) != state
            met += 1
        state.apply_action(action)


@pytest.mark.long
@pytest.mark.parametrize("number", inner_first(range(3)))
def test_the_game_keeps_the_contract(number: int) -> None:
    rng = random.Random(number)
    seats = rng.sample(["A", "B", "P", "L"], 2 + number % 3)
    game = Rivers(seats, random_rulings(rng))
    testing.check_game(game, games=1, seed=number, most=150, every=23 if number else 47)


@pytest.mark.parametrize("bot", BOTS.names("rivers", patient=False))
def test_bots_go_by_their_view(bot: str) -> None:
    testing.check_bots(Rivers(3), bot, most=120)
