"""A whole game of each by the text view and the keyboard alone: from the first decision to who has won.

It is played with the options that bring more to decide.
"""

from __future__ import annotations

import re

import pytest
from browsing import Visit, new_game, tab_to
from of_games import TESTED, support
from playwright.sync_api import expect
from sample import limited, seated

from kingdoms import Record

MOST = 150
"""Decisions after which even the longest of these games should be over."""


@pytest.mark.parametrize("game", TESTED)
def test_a_whole_game_in_words(visit: Visit, game: str) -> None:
    page = visit("/rules", viewport={"width": 1024, "height": 768})
    rulings = limited(3, game) | support(game, "pages").OPTIONS
    address = new_game(page, seated("me", "bot:random", "bot:random", "bot:random", game=game), game=game, rulings=rulings)
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

    kept = page.request.get(f"{address.replace('/g/', '/api/games/')}/record").text()
    record = Record.parse(kept.splitlines())
    assert record.game.rulings.items() >= rulings.items()
    assert record.state.is_terminal()
