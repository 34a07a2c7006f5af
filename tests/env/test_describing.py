"""The pages of environments say what the encodings of the games have."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import kingdoms
from docs import generate
from kingdoms.env.describing import describe
from kingdoms.env.gym import VERSION

PAGES = Path(__file__).parent.parent.parent / "docs/env"


@pytest.mark.parametrize("game", kingdoms.game_names())
def test_a_page_has_every_field_and_every_action(game: str) -> None:
    page, encoding = describe(game), kingdoms.load_game(game, 2).encoding()
    assert re.findall(r"^\| `(\w+)` \| (?:\d|seats)", page, re.MULTILINE) == [field.name for field in encoding.observation]
    counts = re.findall(r"^\| [\d,]+(?: to [\d,]+)? \| ([\d,]+) \|", page, re.MULTILINE)
    assert sum(int(count.replace(",", "")) for count in counts) == encoding.actions


@pytest.mark.parametrize("game", generate.own_games())
def test_the_history_of_versions_has_the_current_one(game: str) -> None:
    history = (PAGES / f"{game}.md").read_text().partition("## Versions")[2]
    assert re.findall(r"^\| (\d+) \|", history, re.MULTILINE)[0] == str(VERSION)
