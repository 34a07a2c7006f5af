"""Samples of messages: the client is tested with what Python says now."""

from __future__ import annotations

import pytest

from tests.support.games.tested_games import TESTED
from tests.support.texts.message_samples import path_of, samples


@pytest.mark.parametrize("game", TESTED)
def test_the_clients_samples_of_messages_are_up_to_date(game: str) -> None:
    assert path_of(game).read_text(encoding="utf-8") == samples(game), "run python -m tests.support.texts.message_samples"
