"""The same pages in another browser: games are begun, played by mouse and keys, and gone through, in a real Firefox."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

import kingdoms
from tests.support.games.tested_games import TESTED
from tests.support.pages.firefox import Firefox

ENTER = "\ue007"
CONFIRMS = ("Confirm", "End now")
NUMBER = "fetch(`/api/games/${location.pathname.split('/')[2]}`).then(got => got.json()).then(game => game.number)"
"""How far the game is whose page is open."""
FOUND = next(filter(None, map(shutil.which, ("firefox", "firefox-esr"))), None)


@pytest.fixture
def firefox(tmp_path: Path) -> Iterator[Firefox]:
    """A Firefox; without one the test is left out, or fails with KINGDOMS_FIREFOX=require."""
    if FOUND is None and os.environ.get("KINGDOMS_FIREFOX") == "require":
        pytest.fail("there is no Firefox, and KINGDOMS_FIREFOX=require")
    if FOUND is None:
        pytest.skip("there is no Firefox: the pages are NOT tested in it")
    (tmp_path / "profile").mkdir()
    with Firefox(FOUND, tmp_path / "profile") as browser:
        yield browser


def is_further(firefox: Firefox, before: int) -> bool:
    """Say whether the game has gone on."""
    return bool(firefox.evaluate(NUMBER) > before)


@pytest.mark.long
@pytest.mark.browser
@pytest.mark.outer("once more, in another browser")
@pytest.mark.parametrize("game", TESTED)
def test_a_game_is_played_and_gone_through(firefox: Firefox, base_url: str, game: str) -> None:
    title = kingdoms.load_game(game, 2).title
    firefox.resize(1280, 800)
    firefox.open(f"{base_url}/")
    firefox.click("button", "Play now" if game == TESTED[0] else f"Play {title}")
    firefox.click("button", "I know the game")
    for _ in range(3):
        firefox.click("button", "Hint")
        firefox.wait_for("button", *CONFIRMS)
        before = firefox.evaluate(NUMBER)
        firefox.press(ENTER)
        # the next question may need a confirmation, too
        firefox.wait(partial(is_further, firefox, before))
        firefox.wait_without("button", "Sending…")
        firefox.wait_for("button", "Hint")
    assert firefox.outside() == []
    assert firefox.evaluate("[...document.fonts].filter(one => one.status === 'error').length") == 0
    for width, height in ((820, 1180), (390, 844)):
        firefox.resize(width, height)
        assert firefox.outside() == [], width
    address = firefox.evaluate("location.href")
    firefox.open(f"{address}/text")
    firefox.wait_for("heading", "Your decision")
    firefox.open(f"{address}/review")
    firefox.wait_for("heading", "Review")
    assert firefox.faults == []
