"""The tables of all games, measured during play: nothing moves without input, and every text has room."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

import kingdoms
from tests.support.games.sample_game import seats
from tests.support.games.tested_games import TESTED
from tests.support.pages.browsing import MOVING, Table, Visit, new_game
from tests.support.suite.rings import inner_first

SIZES: list[ViewportSize] = [
    {"width": 1440, "height": 900},
    {"width": 1024, "height": 768},
    {"width": 820, "height": 1180},
    {"width": 390, "height": 844},
]
NAMES = ["desk", "laptop", "tablet", "phone"]
WATCH = """() => {
  const said = node => node?.nodeType === 1 ? `${node.tagName}.${node.getAttribute("class") ?? ""}` : String(node?.nodeName);
  const at = box => `${Math.round(box.x)} ${Math.round(box.y)} ${Math.round(box.width)}x${Math.round(box.height)}`;
  const rises = node => innerWidth <= 640 && document.querySelector(".asked:has(.amounts)")?.contains(node);
  window.shifts = [];
  new PerformanceObserver(list => {
    for (const one of list.getEntries())
      if (!one.hadRecentInput && one.value > 0)
        for (const { node, previousRect, currentRect } of one.sources)
          if (!rises(node)) window.shifts.push(`${said(node)} from ${at(previousRect)} to ${at(currentRect)}`);
  }).observe({ type: "layout-shift", buffered: true });
}"""
"""Notes what moves without a recent input. On a phone, the sheet slides up when an amount is asked: it alone may move then."""


def at_table(visit: Visit, game: str, **context: Any) -> Page:
    """Open a table with a seat for the visitor and bots at the others."""
    page = visit("/rules", **context)
    first, *bot_seats = seats(3, game)
    players = [{"seat": first, "kind": "me"}, *({"seat": seat, "kind": "bot", "bot": "random"} for seat in bot_seats)]
    page.goto(new_game(page, players, game=game))
    Table(page).wait_for_turn()
    return page


@pytest.mark.parametrize("number", inner_first(range(len(SIZES))), ids=NAMES)
def test_nothing_moves_by_itself_in_a_game(visit: Visit, number: int) -> None:
    game = TESTED[(number + 1) % len(TESTED)]
    page = at_table(visit, game, viewport=SIZES[number], settings={"speed": 2}, **MOVING)
    page.evaluate(WATCH)
    table = Table(page)
    for _ in range(3):
        take_turn(table)
    page.wait_for_timeout(600)  # what moves is noted a little later
    moved = page.evaluate("window.shifts")
    assert not moved, "\n".join(moved)


@pytest.mark.parametrize("game", TESTED)
def test_the_table_keeps_within_the_window_of_a_small_tablet(visit: Visit, game: str) -> None:
    page = at_table(visit, game, viewport=SIZES[1], has_touch=True)
    coach = {game: {"on": True, "table": page.url.rsplit("/", 1)[1], "taught": {}}}
    for is_coached in (False, True):
        if is_coached:
            page.evaluate("coach => localStorage.setItem('kingdoms.coach', coach)", json.dumps(coach))
            page.reload()
            expect(page.locator(".coach")).to_be_visible()
        page.wait_for_load_state("networkidle")
        bottoms = page.locator(".middle > *").evaluate_all("parts => parts.map(part => part.getBoundingClientRect().bottom)")
        assert max(bottoms) <= SIZES[1]["height"]
        assert page.evaluate("document.scrollingElement.scrollHeight") == SIZES[1]["height"], "the page cannot be scrolled"


@pytest.mark.parametrize("number", inner_first(range(len(TESTED))))
def test_the_log_has_its_place_before_anything_has_happened(visit: Visit, number: int) -> None:
    game = TESTED[number]
    page = visit("/rules", viewport=SIZES[number], settings={"speed": 0})
    begun = kingdoms.load_game(game, 3).new_initial_state()
    while begun.to_move not in begun.game.seats:
        begun.apply_action(begun.legal_actions()[0])
    players = [{"seat": seat, "kind": "me" if seat == begun.to_move else "program"} for seat in begun.game.seats]
    table = Table.open(page, new_game(page, players, position=begun.position()))
    expect(table.log).to_contain_text("Nothing has happened yet.")
    before = table.log.bounding_box()
    table.take_hint()
    expect(table.log).not_to_contain_text("Nothing has happened yet.")
    assert table.log.bounding_box() == before


def test_the_log_follows_what_happens(visit: Visit) -> None:
    page = visit("/rules", viewport={"width": 1920, "height": 1080})
    first, *bot_seats = seats(4, TESTED[-1])
    bots = [{"seat": seat, "kind": "bot", "bot": "level:1"} for seat in bot_seats]  # their moves come one by one
    table = Table.open(page, new_game(page, [{"seat": first, "kind": "me"}, *bots], game=TESTED[-1]))
    for _ in range(16):  # more turns than the log shows at first
        table.take_hint()
        table.wait_for_turn()
    expect(table.lines().last).to_be_in_viewport()


def take_turn(table: Table) -> None:
    """Take a hint, and wait for the next question, after the others' moves have been shown."""
    page = table.page
    expect(table.hint).to_be_enabled()
    noted = page.evaluate("window.shifts.length")
    page.keyboard.press("h")
    expect(page.get_by_role("button", name="Thinking")).to_have_count(0)
    expect(table.confirm).to_be_enabled()
    page.wait_for_timeout(600)
    # A late hint still was requested: the shift it causes does not count.
    page.evaluate("noted => { window.shifts.length = noted; }", noted)
    page.keyboard.press("Enter")
    table.settle()
    table.wait_for_turn()


def test_no_style_moves_for_people_who_want_no_motion(visit: Visit) -> None:
    """After a change of layout, a page has its final measures at once; a transition of all properties would delay them."""
    page = visit("/rules")
    page.get_by_role("banner").wait_for()
    moved = page.evaluate("""() => {
      const brand = document.querySelector("header .brand"), before = brand.getBoundingClientRect().width;
      brand.style.minWidth = `${before + 50}px`;
      return brand.getBoundingClientRect().width - before;
    }""")
    assert moved == 50
