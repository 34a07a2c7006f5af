"""The same pages in other browsers: games are begun, played as the coach advises, and gone through."""

from __future__ import annotations

from functools import partial

import pytest

import kingdoms
from tests.support.games.tested_games import TESTED
from tests.support.pages.driving import Browser

ENTER = "\ue007"
CONFIRMS = ("Confirm", "End now")
NUMBER = "fetch(`/api/games/${location.pathname.split('/')[2]}`).then(got => got.json()).then(game => game.number)"
"""How far the game is whose page is open."""
DECISIONS = 12
"""As many as the first two turns of a game have at most."""


def is_further(navigator: Browser, before: int) -> bool:
    """Say whether the game has gone on."""
    return bool(navigator.evaluate(NUMBER) > before)


def has_advice(navigator: Browser) -> bool:
    """Say whether nothing is on its way that would replace what is clicked: the coach's advice, or an action's effects."""
    return bool(navigator.evaluate("!document.querySelector('.asked [aria-busy=true]')"))


@pytest.mark.long
@pytest.mark.browser
@pytest.mark.outer("once more, in other browsers")
@pytest.mark.parametrize("game", TESTED)
def test_two_turns_are_played_as_the_coach_advises_and_gone_through(navigator: Browser, base_url: str, game: str) -> None:
    title = kingdoms.load_game(game, 2).title
    navigator.resize(1280, 800)
    navigator.open(f"{base_url}/")
    navigator.click("button", "Play now" if game == TESTED[0] else f"Play {title}")
    navigator.click("button", "Show me how")
    for _ in range(DECISIONS):
        navigator.wait_for("button", "Show me", "Hint", *CONFIRMS)
        navigator.wait(partial(has_advice, navigator))
        if not navigator.shows("button", *CONFIRMS):
            navigator.click("button", "Show me", "Hint")
            navigator.wait_for("button", *CONFIRMS)
        before = navigator.evaluate(NUMBER)
        navigator.press(ENTER)
        # the next question may need a confirmation, too
        navigator.wait(partial(is_further, navigator, before))
        navigator.wait_without("button", "Sending…")
    assert navigator.outside() == []
    assert navigator.evaluate("[...document.fonts].filter(one => one.status === 'error').length") == 0
    for width, height in ((820, 1180), (390, 844)):
        navigator.resize(width, height)
        assert navigator.outside() == [], width
    address = navigator.evaluate("location.href")
    navigator.open(f"{address}/text")
    navigator.wait_for("heading", "Your decision")
    navigator.open(f"{address}/review")
    navigator.wait_for("heading", "Review")
    assert navigator.faults() == []
