"""Two people who talk at a table, are called when it is their turn, and whose page is there when the server is not."""

from __future__ import annotations

import json
import re
import shutil
import socket
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, BrowserType, CDPSession, Page, expect

from tests.support.games.sample_game import ONE, OTHER, opening
from tests.support.pages.browsing import (
    PATIENCE,
    Picture,
    Table,
    Troubles,
    Visit,
    assert_accessible,
    assert_fits,
    box_of,
    new_game,
    small_targets,
)
from tests.support.pages.fixtures import CHROMIUM, skip_or_fail
from tests.support.pages.screens import PHONE
from tests.support.server.launch import ServerProcess
from tests.support.server.push_service import Phone
from tests.support.suite.timeouts import SOON

SEATS = [{"seat": ONE, "kind": "me", "name": "Ida"}, {"seat": OTHER, "kind": "open"}]


def talk(page: Page) -> Any:
    """Return the button that opens the talk, and says whether there is something new."""
    return page.get_by_role("button", name=re.compile("^Talk"))


def a_table(visit: Visit, start: str = "/rules") -> Page:
    """Return the page of a visitor who waits at a table for another player."""
    host = visit(start)
    host.goto(new_game(host, SEATS, position=opening().position()))
    return host


def sit_down(guest: Page, host: Page) -> None:
    """Let another visitor take the other seat."""
    guest.get_by_label("Your name").fill("Bruno")
    guest.get_by_role("button", name=re.compile("^Sit here as")).click()
    for page in (host, guest):
        expect(Table(page).board).to_be_visible()


def test_two_talk_at_a_table(visit: Visit, picture: Picture) -> None:
    """By keys alone on one side, by taps on a phone on the other, in the text view; nothing on the table moves for it."""
    host = a_table(visit)
    guest = visit(host.url, **PHONE.context() | {"color_scheme": "dark"})
    sit_down(guest, host)
    onlooker = visit(f"{host.url}/text")
    before = Table(host).board.bounding_box()
    talk(host).focus()
    host.keyboard.press("Enter")
    expect(host.get_by_role("textbox", name="Message")).to_be_focused()
    host.keyboard.type("Shall we play <b>one turn</b> a day? h u e")
    host.keyboard.press("Enter")
    expect(host.get_by_role("log")).to_contain_text("You: Shall we play <b>one turn</b> a day? h u e")
    assert Table(host).board.bounding_box() == before
    expect(guest.get_by_role("button", name="Talk, 1 new message")).to_be_visible()
    expect(guest.get_by_text("Ida: Shall we play <b>one turn</b> a day? h u e")).to_have_count(1)
    picture(guest, "talk-unread")
    talk(guest).tap()
    guest.get_by_role("button", name="Good luck!").tap()
    expect(host.get_by_role("log")).to_contain_text("Bruno: Good luck!")
    picture(guest, "talk-phone")
    picture(host, "talk")
    for page in (host, guest):
        assert_accessible(page)
        assert_fits(page)
    assert small_targets(guest) == []
    talk(onlooker).click()
    expect(onlooker.get_by_text("Nobody has written yet.")).to_be_visible()
    picture(onlooker, "talk-in-words")
    assert_accessible(onlooker)
    guest.get_by_role("button", name="About the message of Ida").tap()
    guest.get_by_role("button", name="Mute Ida").tap()
    expect(guest.get_by_role("log")).to_contain_text("you have muted Ida")
    host.keyboard.press("Tab")
    host.get_by_role("button", name="Switch talk off").click()
    expect(guest.get_by_text("The host has switched talk off at this table.")).to_be_visible()
    host.keyboard.press("Escape")
    expect(talk(host)).to_be_focused()
    assert Table(host).board.bounding_box() == before


# -- being called -------------------------------------------------------------------------------------------------------


class Takes(BaseHTTPRequestHandler):
    """Takes calls as a push service does."""

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        posts: list[tuple[str, bytes]] = vars(self.server)["came"]
        posts.append((self.path, body))
        vars(self.server)["news"].set()
        self.send_response(201)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def push_service() -> Iterator[ThreadingHTTPServer]:
    """A push service at a port of this machine."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Takes)
    vars(server).update(came=[], news=threading.Event())
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def own_server(
    tmp_path: Path, built_client: Path, push_service: ThreadingHTTPServer, troubles: Troubles
) -> Iterator[ServerProcess]:
    """A server that calls by that service, and can be stopped and started again at the same address."""
    troubles.expect("Failed to load resource", "WebSocket connection to .* failed", "net::ERR_")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    origin = f"http://127.0.0.1:{push_service.server_address[1]}"
    with ServerProcess(tmp_path / "data", port=port, environment={"KINGDOMS_PUSH_TEST": origin}) as process:
        yield process


SUBSCRIBES = """([endpoint, p256dh, auth]) => {
  const subscription = {
    endpoint, options: { applicationServerKey: null },
    toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
    unsubscribe: () => Promise.resolve(true),
  };
  let subscribed = null;
  PushManager.prototype.getSubscription = () => Promise.resolve(subscribed);
  PushManager.prototype.subscribe = () => Promise.resolve((subscribed = subscription));
}"""
"""Stands in for the push service of a browser's maker, which none reaches here; the rest is the browser's own."""


@pytest.fixture
def full_browser(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any], troubles: Troubles
) -> Iterator[BrowserContext]:
    """A browser that can show notifications, unlike the headless shell, with permission for all pages."""
    path = next(filter(None, map(shutil.which, CHROMIUM[1:])), None) or skip_or_fail("there is no Chromium that shows notes")
    browser = browser_type.launch(**browser_type_launch_args | {"executable_path": path})
    context = browser.new_context(permissions=["notifications"], locale="en-GB")
    context.set_default_timeout(PATIENCE)
    troubles.watch(context)
    yield context
    browser.close()


def worker_of(page: Page) -> tuple[CDPSession, str]:
    """Return the channel to the page's service worker, and the id of its registration."""
    page.wait_for_load_state("load")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    session = page.context.new_cdp_session(page)
    registrations: list[str] = []

    def see(event: Any) -> None:
        registrations.extend(
            registration["registrationId"] for registration in event["registrations"] if not registration["isDeleted"]
        )

    session.on("ServiceWorker.workerRegistrationUpdated", see)
    session.send("ServiceWorker.enable")
    for _ in range(100):
        if registrations:
            return session, registrations[-1]
        page.wait_for_timeout(50)
    raise AssertionError("the page has no worker")


def test_a_notified_player_returns_to_the_game(
    visit: Visit, full_browser: BrowserContext, own_server: ServerProcess, push_service: ThreadingHTTPServer, picture: Picture
) -> None:
    """Started by a tap; this browser's worker decrypts the message and shows it, unless the game is in view."""
    origin = f"http://127.0.0.1:{push_service.server_address[1]}"
    phone = Phone(origin, "bruno")
    host, guest = a_table(visit, f"{own_server.url}/rules"), full_browser.new_page()
    guest.goto(host.url)
    game = guest.url
    sit_down(guest, host)
    guest.add_init_script(f"({SUBSCRIBES})({json.dumps([phone.endpoint, *phone.keys.values()])})")
    guest.goto(f"{own_server.url}/games")
    guest.get_by_role("button", name="Notify me when it's my turn").click()
    expect(guest.get_by_text("This device notifies you when a game waits for you.")).to_be_visible()
    picture(guest, "called")
    assert_accessible(guest)
    session, registration = worker_of(guest)
    table = Table(host)
    while table.heading.inner_text().startswith("Your turn"):
        table.end_turn()
    assert vars(push_service)["news"].wait(SOON)
    ((path, body),) = vars(push_service)["came"]
    notification = phone.read(body)
    assert (path, notification["kind"], notification["path"]) == (phone.path, "turn", game.removeprefix(own_server.url))
    expect(guest.get_by_text(re.compile("^You were asked"))).to_be_visible(timeout=PATIENCE)
    expect(guest).to_have_title(re.compile(r"^\(1\) "))
    picture(guest, "waits")

    def notes() -> Any:
        script = "notes => notes.map(note => [note.title, note.body])"
        return guest.evaluate(f"() => navigator.serviceWorker.ready.then(its => its.getNotifications()).then({script})")

    def deliver() -> None:
        message = {"origin": own_server.url, "registrationId": registration, "data": json.dumps(notification)}
        session.send("ServiceWorker.deliverPushMessage", message)

    until = time.monotonic() + SOON
    while not notes() and time.monotonic() < until:
        deliver()  # retried: a browser loses messages while it stops the worker
        guest.wait_for_timeout(1000)
    assert notes() == [[notification["game"], f"It's your turn as {notification['seat']}."]]
    guest.get_by_role("button", name="Stop notifying this device").click()
    expect(guest.get_by_role("button", name="Notify me when it's my turn")).to_be_visible()


def test_the_page_opens_without_a_connection(visit: Visit, own_server: ServerProcess, picture: Picture) -> None:
    page = visit(f"{own_server.url}/", service_workers="allow")
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    session, _ = worker_of(page)
    session.detach()
    page.reload()  # the worker caches the responses it sees from now on
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    paths = page.evaluate(
        "() => caches.keys().then(names => caches.open(names.find(name => !name.endsWith('/')))).then(one => one.keys())"
        ".then(all => all.map(each => new URL(each.url).pathname))"
    )
    assert "/" in paths
    assert all(path == "/" or path.startswith("/assets/") for path in paths)
    own_server.stop()
    page.reload()
    notice = page.get_by_text("You're offline. Games and everything else wait")
    expect(notice).to_be_visible()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    above, heading = box_of(notice), box_of(page.get_by_role("heading", level=1))
    assert above["y"] + above["height"] <= heading["y"], "the notice hides the heading"
    picture(page, "offline")
    own_server.start()
    page.get_by_role("button", name="Try now").click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    expect(notice).to_have_count(0)
    manifest = page.request.get(f"{own_server.url}/manifest.webmanifest").json()
    for icon in manifest["icons"]:
        answer = page.request.get(f"{own_server.url}{icon['src']}")
        assert (answer.status, answer.headers["content-type"]) == (200, icon["type"])
