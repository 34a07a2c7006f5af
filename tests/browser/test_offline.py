"""Play without a connection from a server, and what the device says when it cannot keep something."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.support.pages.browsing import (
    Picture,
    Table,
    Troubles,
    against_bot,
    assert_accessible,
    assert_fits,
    new_game,
)
from tests.support.pages.screens import PHONE
from tests.support.server.launch import ServerProcess
from tests.support.server.proxies import free_port

NOTHING_KEPT = "indexedDB.open = () => { throw new DOMException('', 'SecurityError'); };"
"""What a window that keeps nothing does, at the head of the worker's script."""
ASKS = "if (navigator.storage) navigator.storage.persist = async () => (window.asks = (window.asks ?? 0) + 1) > 0"
FORGETTING = 32_000
"""Milliseconds after which Chromium measures again how much room there is."""
Open = Callable[..., Page]

pytestmark = [
    pytest.mark.long,
    pytest.mark.browser,
    pytest.mark.outer("writes the folder, and starts Python several times in a browser"),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, site_folder: Path) -> Iterator[ServerProcess]:
    """A server with the folder that `kingdoms site` writes."""
    with ServerProcess(tmp_path_factory.mktemp("server"), "--site", str(site_folder), port=free_port()) as process:
        yield process


@pytest.fixture
def open_page(server: ServerProcess, device_context: Callable[..., BrowserContext]) -> Open:
    """Open a page of the server in a context."""

    def open_path(path: str, context: BrowserContext | None = None, **options: Any) -> Page:
        page = (context or device_context(**options)).new_page()
        page.goto(server.url + path)
        return page

    return open_path


def begin(page: Page) -> Table:
    """Begin a newcomer's game."""
    page.get_by_role("button", name=re.compile("^First game")).first.click()
    table = Table(page)
    table.wait_for_turn()
    return table


def test_a_server_out_of_reach_is_played_without(
    server: ServerProcess, open_page: Open, troubles: Troubles, picture: Picture
) -> None:
    troubles.expect("ERR_CONNECTION_REFUSED", "Failed to fetch")
    page = open_page("/rules", **PHONE.context())
    urls: list[str] = []
    page.context.on("request", lambda request: urls.append(request.url))
    online = new_game(page, against_bot())
    page.goto(server.url)
    page.get_by_role("button", name="Settings").click()
    get = page.get_by_role("button", name="Play without a connection")
    expect(page.get_by_text(re.compile(r"That takes \d\.\d MB"))).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert not [url for url in urls if "/anywhere/" in url], "nothing is fetched unasked"
    get.click()
    expect(page.get_by_text("You can play on this device without a connection.")).to_be_visible()
    assert_accessible(page)
    assert_fits(page)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    server.stop()
    try:
        page.goto(server.url)
        play = page.get_by_role("link", name="Play on this device")
        expect(play).to_be_visible()
        assert_fits(page)
        picture(page, "offline-server")
        play.click()
        table = begin(page)
        table.take_hint()
        picture(page, "offline-game")
        page.goto(f"{server.url}/anywhere/#/games")
        expect(page.locator("a.game")).to_have_count(1)  # none of the server's
        page.goto(f"{server.url}/anywhere/#/puzzles")
        expect(page.get_by_text(re.compile(r"0 of \d+ solved")).first).to_be_visible()
    finally:
        server.start()
    page.goto(f"{server.url}/anywhere/#/you")
    page.get_by_role("link", name="Play with others on a server.").click()
    page.wait_for_url(f"{server.url}/")
    page.goto(server.url + "/games")
    expect(page.locator("a.game").first).to_be_visible()
    assert {server.url + (link.get_attribute("href") or "") for link in page.locator("a.game").all()} == {online}
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Delete it").click()
    expect(get).to_be_visible()
    assert page.evaluate("async () => (await navigator.serviceWorker.getRegistrations()).length") == 1


def test_a_window_that_keeps_nothing_says_so_and_plays(server: ServerProcess, open_page: Open, troubles: Troubles) -> None:
    page = open_page("/rules", service_workers="block")

    def prefix(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, body=NOTHING_KEPT + response.text())

    page.route("**/table.worker*", prefix)
    page.goto(f"{server.url}/anywhere/")
    table = begin(page)
    expect(page.get_by_text("This window keeps nothing")).to_be_visible()
    table.take_hint()


def test_what_cannot_be_kept_is_said_and_goes_on_later(server: ServerProcess, open_page: Open, troubles: Troubles) -> None:
    troubles.expect("status of 507", "status of 409", "could not be kept: Error: full")
    page = open_page("/rules")
    page.context.add_init_script(ASKS)
    page.goto(f"{server.url}/anywhere/")
    table = begin(page)
    assert page.evaluate("window.asks") is None
    table.take_hint()
    assert page.evaluate("window.asks") == 1
    game = page.url
    # Two tabs: what one of them plays the other one shows.
    other = open_page(game.removeprefix(server.url), page.context)
    Table(other).wait_for_turn()
    expect(Table(other).lines()).to_have_count(table.lines().count())
    table.take_hint()
    expect(Table(other).lines()).to_have_count(table.lines().count())
    other.close()
    # No room.
    storage = page.context.new_cdp_session(page)
    storage.send("Storage.overrideQuotaForOrigin", {"origin": server.url, "quotaSize": 1})
    page.wait_for_timeout(FORGETTING)
    count = table.lines().count()
    table.hint.click()
    expect(table.confirm).to_be_enabled()
    table.confirm.press("Enter")
    expect(page.get_by_text("There is no room left on this device").first).to_be_visible()
    expect(page.get_by_text("so this wasn't done. Make room, then try again.")).to_be_visible()
    expect(table.lines()).to_have_count(count)
    storage.send("Storage.overrideQuotaForOrigin", {"origin": server.url})
    table.confirm.press("Enter")
    expect(page.get_by_text("There is no room left on this device")).to_have_count(0)
    table.wait_for_turn()
    assert table.lines().count() > count
    # The browser, or the person, takes the database away.
    page.evaluate("new Promise((resolve) => (indexedDB.deleteDatabase('kingdoms').onsuccess = resolve))")
    expect(page.get_by_text("or its data have been deleted. Reload the page.")).to_be_visible()
    with page.expect_event("load"):
        page.get_by_role("button", name="Reload").click()
    page.goto(f"{server.url}/anywhere/#/games")
    expect(page.locator("a.game")).to_have_count(0)
    page.goto(f"{server.url}/anywhere/#/")
    page.get_by_role("button", name="Play now").click()
    table.wait_for_turn()
