"""Levels of a game that has no knowledge of good play."""

from __future__ import annotations

from typing import Any

import pytest

import kingdoms
from kingdoms.bots import BOTS
from kingdoms.bots.levels import SearchBot
from kingdoms.core import registry


@pytest.fixture(autouse=True)
def _sealed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", {})
    kingdoms.register_game("sealed", "tests.support.games.sealed:SealedGame")


def table() -> kingdoms.State:
    """Return a table at which the first seat bids."""
    state = kingdoms.load_game("sealed", 2).new_initial_state()
    state.apply_action("deal 2")
    state.apply_action("deal 3")
    return state


def test_the_first_level_does_not_always_take_the_first_choice() -> None:
    view, legal = table().view("A"), table().legal_actions()
    chosen = [BOTS.make("level:1", view.game, seed).choose(view, legal) for seed in range(40)]
    assert set(chosen) == set(legal)
    assert chosen == [BOTS.make("level:1", view.game, seed).choose(view, legal) for seed in range(40)]


def test_a_search_has_more_simulations_than_choices() -> None:
    view, legal = table().view("A"), table().legal_actions()
    bot = BOTS.make("level:1", view.game, 1)
    assert isinstance(bot, SearchBot)
    bot.choose(view, legal)
    assert bot.result is not None
    assert bot.result.visits > len(legal)


def test_a_name_is_not_a_game() -> None:
    name: Any = "sealed"
    with pytest.raises(TypeError, match="as load_game returns it, not for 'sealed'"):
        BOTS.make("random", name, 1)
