"""The games that the page on adding a game builds keep the contract."""

from __future__ import annotations

import sys
from doctest import DocTestParser
from pathlib import Path
from types import ModuleType

import pytest

import kingdoms
from kingdoms import testing
from kingdoms.core import registry

PAGE = Path(__file__).parents[2] / "docs/add-a-game.md"


@pytest.mark.parametrize(("name", "rules"), [("stones", "StonesGame"), ("bids", "BidsGame")])
def test_a_game_of_the_page_keeps_the_contract(name: str, rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    page = ModuleType("page")
    exec("\n".join(example.source for example in DocTestParser().get_examples(PAGE.read_text())), page.__dict__)
    monkeypatch.setitem(sys.modules, "page", page)
    monkeypatch.setattr(registry, "_registered", {name: f"page:{rules}"})
    game = kingdoms.load_game(name)
    testing.check_game(game, games=1)
    if game.has_secrets:
        testing.check_samples(game)
