"""Games outside the package keep the contract: a small one with secrets, and those that the page on adding a game builds."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from doctest import DocTestParser
from pathlib import Path
from types import ModuleType

import pytest

import kingdoms
from kingdoms import Random, testing
from kingdoms.bots import RandomBot
from kingdoms.core import registry
from kingdoms.core.game import Game
from kingdoms.core.parts import load
from kingdoms.core.registry import game_class
from kingdoms.core.view import View
from tests.support.games import hidden_hands
from tests.support.games.hidden_hands import HAND, HandView, HiddenHands
from tests.support.games.tested_games import TESTED

PAGE = Path(__file__).parents[2] / "docs/add-a-game.md"


@pytest.mark.parametrize("name", TESTED)
def test_each_part_is_where_the_game_says(name: str) -> None:
    for part, address in game_class(name).parts.items():
        assert callable(getattr(Game, part))
        assert load(address) is game_class(name).part(part, None)


@pytest.mark.parametrize(("name", "rules"), [("stones", "StonesGame"), ("bids", "BidsGame")])
def test_a_game_of_the_page_keeps_the_contract(name: str, rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    page = ModuleType("page")
    exec("\n".join(example.source for example in DocTestParser().get_examples(PAGE.read_text())), page.__dict__)
    monkeypatch.setitem(sys.modules, "page", page)
    monkeypatch.setattr(registry, "_registered", {name: f"page:{rules}"})
    testing.check_game(kingdoms.load_game(name), games=1)


def test_a_game_with_secrets_keeps_the_contract(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    hidden_hands.register_hidden_hands()
    testing.check_game(HiddenHands(), games=2, every=1)


class Peeper:
    """A bot that looks where it should not."""

    def choose(self, view: View, legal: Sequence[int]) -> int:
        assert isinstance(view, HandView)
        return legal[sum(view.state.dealt) % len(legal)]


def test_a_bot_that_reads_hidden_information_is_detected() -> None:
    state, rng = HiddenHands().new_initial_state(), Random(3)
    while len(state.dealt) < 2 * HAND or not state.played:
        state.apply_action(testing.random_action(state, rng))
    testing.check_bot(lambda: RandomBot(1), state, Random(1))
    with pytest.raises(AssertionError, match="the choice of a bot depends"):  # noqa: PT012  one of several seeds
        for seed in range(8):
            testing.check_bot(Peeper, state, Random(seed))
