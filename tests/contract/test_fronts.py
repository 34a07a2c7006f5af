"""The films on the start page are those of games that were played."""

from __future__ import annotations

import pytest

from tests.support.games.fronts import film, path_of
from tests.support.games.tested_games import TESTED


@pytest.mark.parametrize("game", TESTED)
def test_the_film_of_the_start_page_is_a_game_that_was_played(game: str) -> None:
    assert path_of(game).read_text(encoding="utf-8") == film(game)
