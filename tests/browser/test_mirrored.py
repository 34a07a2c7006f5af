"""Pages mirrored for right-to-left languages: they have the same room, and boards are not mirrored."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.support.games.sample_game import seats
from tests.support.games.tested_games import TESTED
from tests.support.pages.browsing import Table, Visit, assert_fits, new_game
from tests.support.pages.screens import PHONE, Screen
from tests.support.pages.text_fit import cut_texts, elements_outside, overlapping_controls
from tests.support.suite.rings import inner_first

LAPTOP = Screen("laptop", 1366, 768)
SCREENS = inner_first([PHONE, LAPTOP])

MIRROR = "() => { document.documentElement.dir = 'rtl'; return new Promise(done => requestAnimationFrame(() => done())); }"
GEOGRAPHY = """() => {
  const drawing = [...document.querySelectorAll("svg")].sort((one, other) => other.clientWidth - one.clientWidth)[0];
  const box = drawing.getBoundingClientRect();
  return [...drawing.querySelectorAll("text, .target")].filter(one => one.checkVisibility()).flatMap(one => {
    const own = one.getBoundingClientRect();
    return [(100 * (own.left - box.left)) / box.width, (100 * (own.top - box.top)) / box.height];
  });
}"""
"""Where texts and targets lie in the largest drawing, in percent of its size."""


def walk(page: Page) -> Iterator[tuple[str, Page]]:
    """Visit the start page, and each table with a question, a choice and something that has happened."""
    page.goto("/")
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    yield "start", page
    for game in TESTED:
        first, *bot_seats = seats(3, game)
        players = [{"seat": first, "kind": "me"}, *({"seat": seat, "kind": "bot", "bot": "random"} for seat in bot_seats)]
        table = Table.open(page, new_game(page, players, game=game))
        yield f"{game}-asked", page
        table.hint.click()
        expect(table.confirm).to_be_enabled()
        yield f"{game}-chosen", page
        table.do()
        table.wait_for_turn()
        page.get_by_role("region", name="How you win, and who is closest").get_by_role("button").first.click()
        yield f"{game}-race", page


@pytest.mark.parametrize("screen", SCREENS, ids=str)
def test_mirrored_pages_hold(visit: Visit, picture: Callable[[Page, str], None], screen: Screen) -> None:
    wrong: list[str] = []
    for name, page in walk(visit("/rules", **screen.context())):
        before = page.evaluate(GEOGRAPHY)
        page.evaluate(MIRROR)
        assert_fits(page)
        faults = [*cut_texts(page), *elements_outside(page), *overlapping_controls(page)]
        wrong += [f"{name}: {fault}" for fault in faults]
        if page.evaluate(GEOGRAPHY) != pytest.approx(before, abs=1):
            wrong.append(f"{name}: the board has changed")
        picture(page, f"mirrored-{screen}-{name}")
        page.evaluate("document.documentElement.dir = 'ltr'")
    assert not wrong, "\n".join(wrong)
