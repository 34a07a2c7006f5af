"""The core contract, kept under many seats and rulings."""

from __future__ import annotations

import random

import pytest

from kingdoms import testing
from kingdoms.games.middlesea.game import MiddleSea
from tests.games.middlesea.support.random_games import SEAT_SETS, random_rulings
from tests.support.suite.rings import inner_first


@pytest.mark.parametrize("number", inner_first(range(12)))
def test_the_game_keeps_the_contract(number: int) -> None:
    rng = random.Random(number)
    game = MiddleSea(list(rng.choice(SEAT_SETS)), random_rulings(rng))
    testing.check_game(game, games=1, seed=100 * number, most=150, every=25)
