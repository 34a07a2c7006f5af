"""The page as a folder of static files: whole games on the visitor's device, without a server and without a connection."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Request, expect

from kingdoms.core.registry import game_class
from kingdoms.puzzles.files import shipped
from tests.support.games.tested_games import TESTED, game_module
from tests.support.pages import anywhere, puzzles
from tests.support.pages.anywhere import LONG, PATH
from tests.support.pages.browsing import Picture, Table, Troubles, assert_accessible, assert_fits, at_the_end
from tests.support.pages.driving import Browser
from tests.support.pages.lessons import lesson, lessons_of, take
from tests.support.pages.screens import DESK, PHONE, Screen

FIRST_PAINT = 150_000
"""Bytes that the start page may have, packed, before anything of Python is fetched."""
ALL = 10_000_000
"""Bytes of everything, packed."""
KEPT = """async () => {
  const text = await (await fetch("worker.js")).text();
  const files = JSON.parse(text.slice(text.indexOf("{"), text.indexOf(";\\n"))).all;
  const urls = files.map(file => new URL(file, document.baseURI.split("#")[0]));
  while (!(await Promise.all(urls.map(url => caches.match(url)))).every(Boolean))
    await new Promise(done => setTimeout(done, 100));
}"""
"""Returns once the service worker has every file of the folder."""
HINT = ("Show me", "Hint")
"""What the button for a hint says: while the coach has advice, and otherwise."""
Open = Callable[..., Page]

pytestmark = [pytest.mark.long, pytest.mark.browser]


@pytest.fixture
def root(site_folder: Path, tmp_path: Path) -> Path:
    """A copy of the folder under a path, for one test."""
    return anywhere.copy_folder(site_folder, tmp_path / "host")


@pytest.fixture
def address(root: Path) -> Iterator[str]:
    """The address of the page."""
    with anywhere.served(root) as host:
        yield host + PATH


@pytest.fixture
def open_page(address: str, device_context: Callable[..., BrowserContext], troubles: Troubles) -> Open:
    """Open the page in a context; requests to other addresses are faults."""

    def look(request: Request) -> None:
        if not request.url.startswith((address, "blob:")):
            troubles.note(f"another address: {request.url}")

    def open_path(path: str = "", context: BrowserContext | None = None, connected: bool = True, **options: Any) -> Page:
        if context is None:
            context = device_context(**options)
            context.on("request", look)
        page = context.new_page()
        page.goto(address + path)
        if connected:
            return page
        is_kept(page)
        page.close()
        troubles.expect("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "Failed to fetch")
        context.set_offline(True)
        return open_path(path, context)

    return open_path


def begin(page: Page, at: int = 0) -> Table:
    """Begin a newcomer's game, of the first game or another one."""
    page.get_by_role("button", name=re.compile("^First game")).nth(at).click()
    table = Table(page)
    table.wait_for_turn()
    return table


def new_table(page: Page, address: str, game: str) -> Table:
    """Begin the form for a game of two."""
    page.goto(f"{address}#/new")
    page.get_by_label("Game", exact=True).select_option(game)
    page.get_by_role("radio", name="2", exact=True).check(force=True)
    return Table(page)


def place(page: Page, keys: list[str]) -> Locator:
    """Return the first place on the board with one of some keys."""
    return page.locator(", ".join(f'[data-key="{key}"]:visible' for key in keys)).first


def is_kept(page: Page) -> None:
    """Wait until the page needs no connection any more."""
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.evaluate(KEPT)  # `wait_for_function` takes the promise itself for true


def packed_size(url: str) -> int:
    """Return the size of a file as a host that compresses sends it."""
    with urlopen(url) as answer:
        return len(gzip.compress(answer.read()))


def test_a_first_move_is_played_in_the_folder(open_page: Open, site_folder: Path, address: str, picture: Picture) -> None:
    assert sum(len(gzip.compress(path.read_bytes())) for path in site_folder.rglob("*") if path.is_file()) < ALL
    urls: list[str] = []
    page = open_page(**PHONE.context())
    page.on("request", lambda request: urls.append(request.url))
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    first = {
        url for url in urls if "/device/" not in url and "worker" not in url and not url.endswith((".png", ".webmanifest"))
    }
    assert sum(map(packed_size, first)) < FIRST_PAINT
    expect(page.get_by_text("Getting the games ready")).to_be_visible()
    assert_fits(page)
    picture(page, "anywhere-loading")
    page.goto(f"{address}#/rules/{TESTED[0]}")  # readable before anything is ready
    expect(page.get_by_role("heading", name=game_class(TESTED[0]).title, level=1)).to_be_visible()
    page.goto(f"{address}#/")
    table = begin(page)
    table.take_hint()
    picture(page, "anywhere-phone")


@pytest.mark.outer("whole games and searches in interpreted Python take minutes")
@pytest.mark.parametrize(("game", "screen", "connected"), [(TESTED[0], PHONE, True), (TESTED[1], DESK, False)], ids=TESTED)
def test_a_whole_game_is_played_reviewed_and_taken_along(
    open_page: Open, address: str, picture: Picture, tmp_path: Path, game: str, screen: Screen, connected: bool
) -> None:
    page = open_page(connected=connected, **screen.context())
    table = new_table(page, address, game)
    page.get_by_label("Bot strength").select_option("level:2")
    page.get_by_role("button", name="Start", exact=True).click()
    table.wait_for_turn()
    assert table.play_on(table.rematch) > 10
    picture(page, f"anywhere-over-{game}")
    if not connected:
        return  # a review takes about two seconds for each decision: one is enough
    page.get_by_role("link", name="Review", exact=True).first.click()
    at_the_end(page)
    page.get_by_role("button", name="Find the turning points").click()
    expect(page.get_by_role("button", name="Search again")).to_be_visible(timeout=5 * LONG)
    picture(page, f"anywhere-review-{game}")
    page.locator("summary", has_text="Download").click()
    with page.expect_download() as film:
        page.get_by_role("button", name=re.compile("^Animation")).click()
    assert "<animate " in film.value.path().read_text(encoding="utf-8")
    page.locator("summary", has_text="Download").click()
    with page.expect_download() as saved:
        page.get_by_role("link", name=re.compile("^Record")).click()
    record = tmp_path / "game.jsonl"
    saved.value.save_as(record)
    page.goto(f"{address}#/new")
    page.get_by_text("Start from a file").click()
    page.locator("input[type=file]").set_input_files(record)
    expect(page.get_by_text("Record: game.jsonl")).to_be_visible()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(table.rematch).to_be_visible()


@pytest.mark.outer("searches in interpreted Python take minutes")
@pytest.mark.parametrize(("game", "screen", "connected"), [(TESTED[0], DESK, False), (TESTED[1], PHONE, True)], ids=TESTED)
def test_two_play_at_one_screen(
    open_page: Open, address: str, picture: Picture, game: str, screen: Screen, connected: bool
) -> None:
    page = open_page(connected=connected, **screen.context())
    table = new_table(page, address, game)
    page.get_by_role("button", name="Everyone at this screen").click()
    page.get_by_label("Your name").fill("Ida")
    page.get_by_label(re.compile("^Name: ")).fill("Otto")
    page.get_by_role("button", name="Start", exact=True).click()
    ready = page.get_by_role("button", name=re.compile("^I am ")).first
    turns: list[str] = []  # whose, in order
    while len(turns) < 4:
        expect(ready.or_(table.hint).first).to_be_visible()
        if ready.is_visible():
            turns.append(ready.inner_text())
            hand = game_module(game, "pages").hand(page)
            for secret in (hand, table.hint, table.log):
                expect(secret).to_have_count(0)
            ready.click()
            expect(hand).to_have_count(1)
            expect(table.hint).to_be_enabled()  # before that, a key does nothing
            assert hand.get_attribute("aria-label").partition("'")[0] in turns[-1], "everybody sees their own tiles"
        elif not game_class(game).has_secrets:
            name = page.locator("#ask-title").inner_text()
            turns += [name] if turns[-1:] != [name] else []
        page.keyboard.press("h")
        expect(table.confirm.or_(ready).first).to_be_enabled()
        if table.confirm.is_visible():
            page.keyboard.press("Enter")
            table.settle()
    assert turns[:2] == turns[2:]
    assert turns[0] != turns[1]
    picture(page, f"anywhere-one-screen-{game}")


@pytest.mark.outer("lessons and puzzles in interpreted Python take minutes")
@pytest.mark.parametrize(("game", "screen", "connected"), [(TESTED[0], DESK, False), (TESTED[1], PHONE, True)], ids=TESTED)
def test_lessons_are_taken_and_puzzles_solved(
    open_page: Open, address: str, game: str, screen: Screen, connected: bool
) -> None:
    page = open_page(connected=connected, **screen.context())
    for name in lessons_of(game)[:2]:
        page.goto(f"{address}#/learn/{name}")
        take(page, lesson(game, name), place)
    for puzzle in sorted(shipped(game), key=lambda puzzle: len(puzzle.solution))[:3]:
        page.goto(f"{address}#/puzzles/{puzzle.name}")
        for number, action in enumerate(puzzle.solution):
            if number:
                expect(page.get_by_text("Right. What next?")).to_be_visible()
            puzzles.answer(page, game, puzzle.seat, action)
        expect(page.get_by_role("status").filter(has_text="Solved")).to_be_visible()


@pytest.mark.outer("starts Python several times")
def test_without_a_connection_and_after_a_newer_version_games_go_on(
    open_page: Open, root: Path, address: str, troubles: Troubles
) -> None:
    troubles.expect("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "Failed to fetch")
    page = open_page()
    table = begin(page)
    table.take_hint()
    count = table.lines().count()
    game = page.url
    is_kept(page)
    # A fresh start without a connection.
    context = page.context
    page.close()
    context.set_offline(True)
    page = open_page(context=context)
    expect(page.locator("a.game").first).to_be_visible()
    page.goto(game)
    table = Table(page)
    table.wait_for_turn()
    assert table.lines().count() >= count
    table.take_hint()
    page.goto(f"{address}#/puzzles")
    expect(page.get_by_text(re.compile(r"0 of \d+ solved")).first).to_be_visible()
    # A newer version in the middle of a game.
    context.set_offline(False)
    page.goto(game)
    Table(page).wait_for_turn()
    anywhere.make_newer(root / PATH)
    page.evaluate("async () => (await navigator.serviceWorker.ready).update()")
    expect(page.get_by_text("A newer version is ready.")).to_be_visible()
    Table(page).take_hint()
    page.get_by_role("button", name="Reload").click()
    expect(page.locator("meta[name=newer]")).to_have_count(1)
    Table(page).wait_for_turn()
    Table(page).take_hint()


@pytest.mark.outer("starts Python several times")
def test_a_closed_tab_loses_nothing_and_two_tabs_agree(open_page: Open, troubles: Troubles) -> None:
    troubles.expect("status of 409")
    page = open_page()
    table = begin(page)
    table.hint.click()
    expect(table.confirm).to_be_enabled()
    table.confirm.press("Enter")
    expect(table.sending).to_have_count(0)
    game, context = page.url, page.context
    page.close()  # while bots think
    page = open_page(context=context)
    page.goto(game)
    table = Table(page)
    table.wait_for_turn()
    other = open_page(context=context)
    other.goto(game)
    Table(other).wait_for_turn()
    table.take_hint()
    Table(other).hint.click()
    expect(Table(other).confirm).to_be_enabled()
    Table(other).confirm.press("Enter")
    other.reload()
    page.reload()
    Table(other).wait_for_turn()
    Table(page).wait_for_turn()
    expect(Table(other).lines()).to_have_count(Table(page).lines().count())


@pytest.mark.outer("starts Python several times")
def test_own_data_goes_from_one_browser_to_another_as_a_file(open_page: Open, address: str, tmp_path: Path) -> None:
    page = open_page()
    begin(page).take_hint()
    page.goto(f"{address}#/you")
    expect(page.get_by_role("heading", name="You", level=1)).to_be_visible()
    assert_accessible(page)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save my data").click()
    file = tmp_path / "kingdoms.json"
    saved.value.save_as(file)
    other = open_page("#/you", **PHONE.context())
    assert_fits(other)
    other.get_by_label("Add data from a file").set_input_files({"name": "x.json", "mimeType": "", "buffer": b"{}"})
    expect(other.get_by_text("x.json is not a file that this page has saved.")).to_be_visible()
    other.get_by_label("Add data from a file").set_input_files(file)
    expect(other.get_by_text("1 game has been added.")).to_be_visible()
    other.goto(f"{address}#/games")
    other.locator("a.game").first.click()
    Table(other).wait_for_turn()


@pytest.mark.outer("once more, in other browsers")
def test_other_browsers_play_it_too(navigator: Browser, address: str) -> None:
    navigator.patience = LONG / 1000
    navigator.resize(1280, 800)
    navigator.open(address)
    navigator.click("button", "First game: 5 minutes")
    for size in ((1280, 800), (820, 1180), (390, 844)):
        navigator.wait_for("button", *HINT)
        navigator.resize(*size)
        assert navigator.outside() == [], size
        navigator.click("button", *HINT)
        navigator.click("button", "Confirm", "End now")
        navigator.wait_without("button", "Sending…")
    navigator.wait_for("button", *HINT)
    game = navigator.evaluate("location.href")
    navigator.open(f"{address}licences.txt")
    navigator.open(game)
    navigator.wait_for("button", *HINT)
    assert navigator.faults() == []
