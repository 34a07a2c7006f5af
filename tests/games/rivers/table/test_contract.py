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
def test_secrets_are_kept_in_conflicts(number: int) -> None:
    rng, draws = random.Random(number), Random(number)
    state = Rivers.read_position(random_position(rng))
    met = 0
    while met < 6 and not state.is_terminal():
        action = choose(rng, state)
        if state.decision() not in ("action", "draw"):
            testing.check_secrets(state, draws)
            testing.check_telling(state, action, draws)
            met += 1
        state.apply_action(action)


@pytest.mark.long
@pytest.mark.parametrize("number", inner_first(range(6)))
def test_the_game_keeps_the_contract(number: int) -> None:
    rng = random.Random(number)
    seats = rng.sample(["A", "B", "P", "L"], 2 + number % 3)
    game = Rivers(seats, random_rulings(rng))
    testing.check_game(game, games=1, seed=number, most=220, every=23 if number > 2 else 47)


@pytest.mark.parametrize("bot", BOTS.names("rivers", patient=False))
def test_bots_go_by_their_view(bot: str) -> None:
    game, rng = Rivers(3), Random(7)
    state, player = game.new_initial_state(), BOTS.make(bot, game, 1)
    for number in range(120):
        if state.current_player() < 0:
            state.apply_action(state.draw_chance_action(rng))
            continue
        if number % 3 == 0:
            testing.check_bot(lambda: BOTS.make(bot, game, 2), state, rng)
        seat = game.seats[state.current_player()]
        state.apply_action(player.choose(state.view(seat), state.legal_actions()))
