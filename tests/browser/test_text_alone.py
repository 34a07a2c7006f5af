"""Each game in the text view by keyboard alone, up to the winner.

It is played with the options that bring more to decide: its end in the inner ring, more of it in the outer ring.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

import kingdoms
from kingdoms import Record
from kingdoms.bots.match import play
from tests.support.games.sample_game import limited, seated
from tests.support.games.tested_games import TESTED, game_module
from tests.support.pages.browsing import Visit, new_game, tab_to

MOST = 150
"""Decisions after which even the longest of these games should be over."""
CASES = [(TESTED[0], 15), *(pytest.param(game, 120, marks=pytest.mark.outer) for game in TESTED)]
"""A game, and how many entries before the end of one between random bots it is gone on with; a short one begins there, too."""


def last_moves(game: str, rulings: dict[str, Any], entries: int) -> str:
    """Return the record of a game that will be over after a number of entries."""
    record = play(kingdoms.load_game(game, 4, rulings), ["random"] * 4, seed=1)
    record.take_back(max(0, len(record.entries) - entries))
    return "\n".join(record.lines())


@pytest.mark.long
@pytest.mark.parametrize(("game", "entries"), CASES)
def test_a_game_in_words(visit: Visit, game: str, entries: int) -> None:
    page = visit("/rules", viewport={"width": 1024, "height": 768})
    rulings = limited(3, game) | game_module(game, "pages").OPTIONS
    seats = seated("me", "bot:random", "bot:random", "bot:random", game=game)
    address = new_game(page, seats, record=last_moves(game, rulings, entries))
    page.goto(f"{address}/text")
    over, hint = page.get_by_text("The game is over.", exact=True), page.get_by_role("button", name="Hint")
    choice, do = page.get_by_role("radio", checked=True), page.get_by_role("button", name=re.compile("^Do it: "))
    newest = page.get_by_role("region", name="Log").get_by_role("listitem").first
    for _ in range(MOST):
        expect(hint.or_(over).first).to_be_visible()
        if over.is_visible():
            break
        before = newest.inner_text()
        tab_to(page, hint)
        page.keyboard.press("Enter")
        expect(choice).to_be_focused()
        page.keyboard.press("Enter")
        expect(do).to_be_focused()
        page.keyboard.press("Enter")
        expect(newest).not_to_have_text(before)
    expect(over).to_be_visible()
    expect(page.get_by_text(re.compile("has won|have won"))).to_be_visible()

    text = page.request.get(f"{address.replace('/g/', '/api/games/')}/record").text()
    record = Record.parse(text.splitlines())
    assert record.game.rulings.items() >= rulings.items()
    assert record.state.is_terminal()
