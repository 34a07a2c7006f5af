"""The entrance of a closed server, the operator's notice, and the footer, on a desk and on a phone."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.support.clients.admin import admin_beside_pages
from tests.support.pages.browsing import (
    TAP,
    Picture,
    Table,
    Troubles,
    Visit,
    against_bot,
    assert_accessible,
    assert_fits,
    box_of,
    new_game,
    small_targets,
)
from tests.support.pages.screens import NIGHT, PHONE
from tests.support.server.launch import ServerProcess
from tests.support.suite.rings import inner_first

WAYS = {"invitation": PHONE, "password": PHONE, "list": NIGHT}
"""The ways into a closed server, each with the screen on which it is tried."""
PASSWORD = "seven green bottles"
WORDS = "Down at 22:00 for ten minutes: the machine gets a new disk."


class Closed:
    """A closed server and its operator."""

    def __init__(self, data: Path, process: ServerProcess) -> None:
        self.data = data
        self.url = process.url

    def admin(self, *words: str) -> Any:
        """Run an operator's command, and return its line of JSON."""
        return json.loads(admin_beside_pages(self.data, *words, "--json"))

    def invitation(self) -> str:
        """Return the end of the link of a new invitation: the path with the token."""
        link: str = self.admin("invitations", "new", "--uses", "5")["link"]
        return link[link.index("/invite#") :]


@pytest.fixture(scope="module")
def closed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, built_client: Path) -> Iterator[Closed]:
    """A server that is closed in the way that a test asks for, or else by invitation, with an imprint."""
    data = tmp_path_factory.mktemp("closed")
    (data / "imprint.txt").write_text("Ida, Harbour Lane 1\n\nida@example.org")
    flags = (
        "--access",
        getattr(request, "param", "invitation"),
        "--imprint",
        str(data / "imprint.txt"),
        "--privacy",
        "https://example.org/privacy",
    )
    with ServerProcess(data, *flags) as process:
        closed = Closed(data, process)
        (data / "password").write_text(PASSWORD)
        admin_beside_pages(data, "access", "password", "--file", str(data / "password"))
        yield closed


def check(page: Page, picture: Picture, name: str) -> None:
    """Check that a page is accessible and fits, and take a picture of it."""
    assert_accessible(page)
    assert_fits(page)
    assert small_targets(page) == []
    picture(page, name)


def let_in(page: Page, closed: Closed, access: str) -> None:
    """Come in by the entrance that is shown."""
    if access == "password":
        page.get_by_label("Password").fill(PASSWORD)
        page.keyboard.press("Enter")
    elif access == "invitation":
        page.get_by_label("Your invitation").fill(closed.url + closed.invitation())
        page.get_by_role("button", name="Come in").click()
    else:
        page.get_by_role("button", name="Show my code").click()
        code = page.get_by_label("Your code").input_value()
        closed.admin("access", "admit", code)


@pytest.mark.parametrize("closed", inner_first(WAYS), indirect=True)
def test_a_stranger_comes_in_and_goes_on(
    visit: Visit,
    troubles: Troubles,
    picture: Picture,
    closed: Closed,
    request: pytest.FixtureRequest,
) -> None:
    access = request.node.callspec.params["closed"]
    troubles.expect("status of 403")  # a wrong invitation
    page = visit(f"{closed.url}/rules?from=a-friend", **WAYS[access].context())
    expect(page.get_by_role("heading", level=1)).to_have_text("This server is for invited people")
    expect(page.get_by_role("link", name="Games", exact=True)).to_have_count(0)
    expect(page.get_by_role("link", name="Imprint")).to_be_visible()
    name = f"entrance-{request.node.callspec.id}"
    check(page, picture, name)
    if access == "invitation":
        page.get_by_label("Your invitation").fill("nonsense")
        page.get_by_role("button", name="Come in").click()
        expect(page.get_by_role("alert")).to_contain_text("This invitation is not valid")
        check(page, picture, f"{name}-wrong")
    let_in(page, closed, access)
    expect(page.get_by_role("heading", level=1)).not_to_have_text("This server is for invited people")
    expect(page.get_by_role("link", name="Games", exact=True)).to_be_visible()
    assert page.url.endswith("/rules?from=a-friend")


def test_an_invitation_leads_to_the_game_that_a_guest_was_sent(visit: Visit, closed: Closed) -> None:
    host = visit(closed.url + closed.invitation())
    host.get_by_role("button", name="Come in").click()
    expect(host.get_by_role("link", name="Games", exact=True)).to_be_visible()
    assert "#" not in host.url, "the token is no longer in the address"
    host.goto(new_game(host, against_bot()))
    guest = visit(host.url)
    expect(guest.get_by_role("heading", level=1)).to_have_text("This server is for invited people")
    looks: list[Route] = []

    def hold(route: Route) -> None:
        """Leave a look at the server unanswered."""
        looks.append(route)

    def enter(route: Route) -> None:
        """Answer the looks at the server first: they say already that the guest is admitted."""
        answer = route.fetch()
        for look in looks:
            look.fulfill(response=look.fetch())
        guest.unroute("**/api/server")
        route.fulfill(response=answer)

    guest.route("**/api/server", hold)
    guest.route("**/api/entrance", enter)
    guest.goto(closed.url + closed.invitation())
    guest.get_by_role("button", name="Come in").click()
    expect(guest).to_have_url(host.url)
    expect(guest.get_by_role("link", name="Games", exact=True)).to_be_visible()
    expect(guest.get_by_role("heading", level=1)).not_to_have_text("This server is for invited people")


def test_a_visitor_without_admission_any_more_sees_the_entrance(visit: Visit, closed: Closed, troubles: Troubles) -> None:
    troubles.expect("status of 403", "WebSocket")
    page = visit(closed.url + closed.invitation())
    page.get_by_role("button", name="Come in").click()
    expect(page.get_by_role("link", name="Games", exact=True)).to_be_visible()
    Table.open(page, new_game(page, against_bot()))
    (cookie,) = [cookie for cookie in page.context.cookies() if cookie["name"] == "kingdoms"]
    closed.admin("access", "revoke", cookie["value"].partition(".")[0])
    expect(page.get_by_role("heading", level=1)).to_have_text("This server is for invited people")


def test_a_notice_is_quiet_and_covers_nothing(visit: Visit, picture: Picture, tmp_path: Path, built_client: Path) -> None:
    with ServerProcess(tmp_path) as process:
        server = Closed(tmp_path, process)
        page = visit(f"{process.url}/", **PHONE.context())
        Table.open(page, new_game(page, against_bot()))
        board = page.get_by_role("group", name="Board", exact=True)
        notice = page.get_by_role("status").filter(has_text=WORDS)
        expect(board).to_be_visible()
        server.admin("notice", WORDS, "--minutes", "60")
        expect(notice).to_be_visible()
        assert_accessible(page)
        assert_fits(page)
        picture(page, "notice-table")
        button = box_of(page.get_by_role("button", name="Dismiss"))
        assert min(button["width"], button["height"]) >= TAP
        line, table = box_of(notice), box_of(board)
        assert line["y"] + line["height"] <= table["y"] + 1, "it covers the board"
        page.goto(f"{process.url}/games")
        expect(notice).to_be_visible()
        check(page, picture, "notice-games")
        page.get_by_role("button", name="Dismiss").click()
        expect(notice).to_have_count(0)
        page.reload()
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(notice).to_have_count(0)
        Table.open(page, new_game(page, against_bot()))
        page.clock.install()
        server.admin("notice", f"{WORDS} Really.", "--minutes", "60")
        expect(notice).to_be_visible()
        page.clock.fast_forward(61 * 60_000)
        expect(notice).to_have_count(0)
        page.goto("about:blank")


def test_the_footer_leads_to_the_pages_about_the_server(visit: Visit, picture: Picture, closed: Closed) -> None:
    page = visit(closed.url + closed.invitation(), **PHONE.context())
    expect(page.get_by_role("link", name="Privacy")).to_have_attribute("href", "https://example.org/privacy")
    page.get_by_role("link", name="What is kept here").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("What is kept here")
    expect(page.get_by_text("by which invitation")).to_be_visible()
    check(page, picture, "data")
    page.go_back()
    page.get_by_role("link", name="Imprint").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Imprint")
    expect(page.get_by_text(re.compile("^Ida, Harbour Lane 1$"))).to_be_visible()
    check(page, picture, "imprint")
