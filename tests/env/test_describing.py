"""The pages of environments say what the encodings of the games have."""

from __future__ import annotations

import re

import pytest

import kingdoms
from kingdoms.env.describing import describe


@pytest.mark.parametrize("game", kingdoms.game_names())
def test_a_page_has_every_field_and_every_action(game: str) -> None:
    page, encoding = describe(game), kingdoms.load_game(game, 2).encoding()
    assert re.findall(r"^\| `(\w+)` \| (?:\d|seats)", page, re.MULTILINE) == [field.name for field in encoding.observation]
    counts = re.findall(r"^\| [\d,]+(?: to [\d,]+)? \| ([\d,]+) \|", page, re.MULTILINE)
    assert sum(int(count.replace(",", "")) for count in counts) == encoding.actions
