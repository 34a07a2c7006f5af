"""What the client has from Python is up to date: samples of messages, and the games in the films on the start page."""

from __future__ import annotations

import pytest

from tests.support.games import fronts
from tests.support.games.tested_games import TESTED
from tests.support.texts import message_samples


@pytest.mark.parametrize("game", TESTED)
def test_the_clients_samples_of_messages_are_up_to_date(game: str) -> None:
    samples = message_samples.samples(game)
    assert message_samples.path_of(game).read_text(encoding="utf-8") == samples, (
        "run python -m tests.support.texts.message_samples"
    )


@pytest.mark.parametrize("game", TESTED)
def test_the_film_of_the_start_page_is_a_game_that_was_played(game: str) -> None:
    assert fronts.path_of(game).read_text(encoding="utf-8") == fronts.film(game)
