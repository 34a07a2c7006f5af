"""The pages around games, measured: every text has room, in any language, and no control is out of reach."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Request, ViewportSize, expect

from kingdoms import position_text
from kingdoms.core.registry import game_class
from kingdoms.puzzles.files import shipped
from tests.support.games.sample_game import ONE, OTHER, limited, seats
from tests.support.games.tested_games import SAMPLE, TESTED
from tests.support.pages.browsing import MOVING, Table, Troubles, Visit, against_bot, at_the_end, box_of, new_game
from tests.support.pages.screens import SCREENS, Screen, faults
from tests.support.pages.text_fit import cut_texts, elements_outside, misnamed
from tests.support.suite.rings import inner_first

SIZES: list[ViewportSize] = [
    {"width": 390, "height": 844},
    {"width": 1440, "height": 900},
    {"width": 820, "height": 1180},
]
LAPTOP: ViewportSize = {"width": 1366, "height": 768}
FOLD = 640
"""The height that a window of a small laptop shows for certain, in pixels."""
CLOCK = {"kind": "budget", "seconds": 3600, "increment": 5, "then": "bot"}
LOADED = 157_500
"""Bytes of scripts, styles, type and texts of the start page and of a table at most, packed, as in benchmarks/pages.py."""
PART = 120_000
"""Bytes of a page for studying beside what every page loads; without a table, of the whole page."""
TYPE = 80_000
"""Bytes that the type may have."""
MOTION = 40_000
"""Bytes that what moves and sounds may have, packed; it is loaded once a table is painted."""
SCRIPTS = """() => performance.getEntriesByType("resource").map(({ name }) => name)
  .filter(name => name.endsWith(".js") || name.endsWith(".css"))"""
"""The scripts and styles that a page has loaded so far."""
SHIFTS = """() => new Promise(done => {
  let all = 0;
  new PerformanceObserver(list => list.getEntries().forEach(entry => { if (!entry.hadRecentInput) all += entry.value; }))
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(all), 300);
})"""
"""The distances that elements have moved without input since the page was opened."""


def secretive() -> str:
    """Return a game in which seats have secrets."""
    return next(name for name in TESTED if game_class(name).has_secrets)


def pages(page: Page) -> Iterator[tuple[str, Page]]:
    """Visit the pages as a player; yield the name of each."""
    new_game(page, against_bot())
    shared = [{"seat": ONE, "kind": "me"}, {"seat": OTHER, "kind": "open"}]
    waiting = new_game(page, shared, public=True)
    first, second = seats(2, secretive())
    passed = new_game(
        page, [{"seat": first, "kind": "me"}, {"seat": second, "kind": "shared", "name": "Bob"}], game=secretive()
    )
    ended = new_game(page, [{"seat": seat, "kind": "bot", "bot": "random"} for seat in (ONE, OTHER)], rulings=limited(1))
    for name, path, heading in (
        ("start", "/", "board games to play in your browser"),
        ("games", "/games", "Games"),
        ("new", "/new", "New game"),
        ("learn", "/learn", "Learn to play"),
        ("rules", f"/rules/{SAMPLE}", game_class(SAMPLE).title),
        ("puzzles", "/puzzles", "Puzzles"),
        ("you", "/you", "You"),
        ("people", "/people", "People"),
        ("claim", "/claim/abcdefgh", "Play on this device"),
        ("missing", "/nowhere", "Off the chart"),
        ("waiting", waiting, "The table is set"),
        ("passed", passed, "The table"),
    ):
        page.goto(path)
        expect(page.get_by_role("heading", name=heading, level=1)).to_be_visible()
        expect(page.get_by_text("One moment…")).to_have_count(0)
        if name == "new":
            for part in ("Who sits where", "Time, hints and more", "Rule variants", "Start from a file"):
                page.get_by_text(part).click()
        yield name, page
        if name == "start":
            page.get_by_role("button", name="Settings").click()
            expect(page.get_by_role("dialog", name="Settings")).to_be_visible()
            yield "settings", page
        if name == "waiting":
            page.get_by_role("button", name="Talk").click()
            expect(page.get_by_role("textbox", name="Message")).to_be_visible()
            yield "talk", page
    page.goto(f"{ended}/review")
    at_the_end(page)
    yield "review", page
    page.goto(new_game(page, against_bot(), clock=CLOCK))
    page.get_by_role("button", name="End or leave").click()
    expect(page.get_by_role("dialog", name="End or leave the game")).to_be_visible()
    yield "leaving", page
    page.get_by_role("button", name="Resign", exact=True).click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    yield "resigned", page


@pytest.mark.long
@pytest.mark.parametrize("screen", SCREENS, ids=str)
def test_every_page_is_right_on_every_screen(visit: Visit, troubles: Troubles, screen: Screen) -> None:
    troubles.expect("status of 404")
    wrong: list[str] = []
    for name, page in pages(visit("/rules", **screen.context())):
        ill_fitting = [*misnamed(page), *cut_texts(page), *elements_outside(page)]
        wrong += [f"{name}: {fault}" for fault in [*faults(page, screen), *ill_fitting]]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("size", inner_first(SIZES), ids=lambda size: size["width"])
def test_nothing_moves_by_itself_while_the_start_page_and_the_list_of_games_come(visit: Visit, size: ViewportSize) -> None:
    page = visit("/rules", viewport=size, **MOVING)
    new_game(page, against_bot())
    page.goto("/")
    expect(page.get_by_label("Bot strength")).to_be_visible()
    expect(page.get_by_role("heading", name="Continue")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert page.evaluate(SHIFTS) == 0
    page.goto("/games")
    expect(page.get_by_role("heading", name="In progress")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert page.evaluate(SHIFTS) == 0


def test_starting_and_continuing_a_game_are_in_sight(visit: Visit) -> None:
    page = visit("/", viewport=LAPTOP)
    begin = page.get_by_role("button", name="Play now")
    for first in (begin, page.get_by_role("link", name="New here? Begin with the lessons.")):
        expect(first).to_be_visible()
        box = box_of(first)
        assert box["y"] + box["height"] < FOLD
    begin.click()
    Table(page).wait_for_turn()
    page.goto("/")
    waits = page.get_by_role("heading", name="Continue: your turn")
    expect(waits).to_be_visible()
    game = page.get_by_role("link", name=re.compile("Continue$"))
    expect(game).to_be_in_viewport(ratio=1)
    expect(game.locator("img")).to_be_visible()
    assert page.get_by_role("heading", level=2).first.inner_text() == waits.inner_text()
    box = box_of(begin)
    assert box["y"] + box["height"] < FOLD
    for _ in range(2):
        Table.open(page, new_game(page, against_bot()))
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/")
    expect(page.get_by_role("listitem").filter(has=page.get_by_text("your turn", exact=True))).to_have_count(3)
    expect(begin).to_be_in_viewport(ratio=1)


def loaded(page: Page, path: str, role: Any, name: str) -> dict[str, int]:
    """Open a page and wait until it has loaded; return the compressed bytes of its scripts, styles, fonts and texts."""
    types: dict[str, str] = {}

    def note(request: Request) -> None:
        if request.resource_type in ("script", "stylesheet", "font") or request.url.endswith(".json"):
            types[request.url] = request.resource_type

    page.wait_for_load_state("networkidle")  # requests of the previous page are not counted
    page.on("request", note)
    page.goto(path)
    expect(page.get_by_role(role, name=name, exact=True)).to_be_visible()
    page.wait_for_load_state("networkidle")
    # Letters with accents are in a file of their own, which English pages don't need.
    assert page.evaluate("[...document.fonts].every(font => font.status === 'loaded' || font.unicodeRange !== 'U+0-10FFFF')")
    return {url: weight(page, url, packs=kind != "font") for url, kind in list(types.items())}


def weight(page: Page, url: str, *, packs: bool = True) -> int:
    """Return the bytes of a file; fonts are compressed already."""
    body = page.request.get(url).body()
    return len(gzip.compress(body, 9) if packs else body)


def test_the_start_page_and_every_table_are_light_to_load(visit: Visit) -> None:
    player = visit("/rules")
    pages = {"start": loaded(visit("/rules"), "/", "button", "Play now")}
    for game in TESTED:
        players = [{"seat": seat, "kind": "bot", "bot": "random"} for seat in seats(4, game)]
        table = new_game(player, [players[0] | {"kind": "me"}, *players[1:]], game=game)
        pages[f"{game}, played"] = loaded(player, table, "navigation", "Table tools")
        first = pages[f"{game}, played"]
        player.wait_for_function(f"known => ({SCRIPTS})().some(name => !known.includes(name))", arg=list(first))
        player.wait_for_timeout(500)  # what comes together is loaded together
        later = {url: weight(player, url) for url in player.evaluate(SCRIPTS) if url not in first}
        assert 0 < sum(later.values()) <= MOTION, (game, later)
        pages[f"{game}, watched"] = loaded(visit("/rules"), table, "navigation", "Table tools")
    for name, files in pages.items():
        assert 0 < sum(files.values()) <= LOADED, (name, files)
        assert 0 < sum(size for url, size in files.items() if url.endswith(".woff2")) <= TYPE


def decided(page: Page, game: str) -> str:
    """Return the path of a decision in a finished game of one's own."""
    table = new_game(page, [{"seat": seat, "kind": "me"} for seat in seats(2, game)], game=game)
    api = table.replace("/g/", "/api/games/")
    while (info := page.request.get(api).json())["to_move"] not in seats(2, game):
        page.wait_for_timeout(50)  # chance is to move
    choice = page.request.get(f"{api}/legal", params={"seat": info["to_move"]}).json()["ask"]["choices"][0]
    assert page.request.post(f"{api}/actions", data={"base": info["number"], "action": choice["action"]}).ok
    assert page.request.post(f"{api}/seats/{info['to_move']}/resign").ok
    return f"{table.rpartition('/g/')[2]}/{info['number'] + 1}"


def test_the_pages_for_studying_are_light_to_load(visit: Visit) -> None:
    headings = {"/analysis": "Analysis", "/puzzles": "Puzzles", "/puzzles/run": "Two-minute run"}
    bare = {path: loaded(visit("/rules"), path, "heading", name) for path, name in headings.items()}
    tables = {}
    for game in TESTED:
        text = position_text(game_class(game)(seats(2, game)).new_initial_state())
        player = visit("/rules")
        for path, role, name in (
            (f"/p/{text}", "group", "Parts of the board"),
            (f"/puzzles/{shipped(game)[0].name}", "navigation", "Table tools"),
            (f"/mistakes/{decided(player, game)}", "navigation", "Table tools"),
        ):
            tables[path] = loaded(player, path, role, name)
    shared = set.intersection(*(set(files) for files in (bare | tables).values()))
    for path, files in bare.items():
        assert 0 < sum(files.values()) <= PART, (path, files)
    for path, files in tables.items():
        assert 0 < sum(size for url, size in files.items() if url not in shared) <= PART, (path, files)


def test_overflowing_text_is_detected(visit: Visit) -> None:
    page = visit("/games")
    button = page.get_by_role("link", name="New game…")
    expect(button).to_be_visible()
    assert [cut_texts(page), elements_outside(page), misnamed(page)] == [[], [], []]
    button.evaluate("one => { one.style.width = '3rem'; one.style.whiteSpace = 'nowrap'; one.style.padding = 0; }")
    assert len(cut_texts(page)) == 1
    button.evaluate("one => { one.style.cssText = 'position: absolute; left: -20px'; one.ariaLabel = 'Something else'; }")
    assert len(elements_outside(page)) == 1
    assert misnamed(page) == ['"New game…" is called "Something else"']
