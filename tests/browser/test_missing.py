"""Addresses that are no page, and people who have been deleted, in a real Chromium."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.support.games.sample_game import ONE, OTHER, opening
from tests.support.pages.browsing import Picture, Table, Troubles, Visit, assert_accessible, assert_fits, new_game
from tests.support.pages.screens import PHONE

NIGHT = PHONE.context() | {"color_scheme": "dark"}
SEATS = [{"seat": ONE, "kind": "me", "name": "Ida"}, {"seat": OTHER, "kind": "open"}]


def test_an_address_that_is_no_page_says_so(visit: Visit, troubles: Troubles, picture: Picture) -> None:
    troubles.expect("status of 404")
    page = visit("/rules", **NIGHT)
    for path in ("/wp-login.php", "/.git/config"):
        answer = page.goto(path)
        assert answer is not None
        assert answer.status == 404
        expect(page.get_by_role("heading", name="Off the chart", level=1)).to_be_visible()
    assert_accessible(page)
    assert_fits(page)
    picture(page, "missing")
    page.get_by_role("link", name="Games", exact=True).first.click()
    expect(page.get_by_role("heading", name="Off the chart")).to_have_count(0)


def test_a_deleted_opponent_is_called_so(visit: Visit, picture: Picture) -> None:
    host = visit("/rules", **NIGHT)
    host.goto(new_game(host, SEATS, position=opening().position()))
    guest = visit(host.url)
    guest.get_by_label("Your name").fill("Bruno")
    guest.get_by_role("button", name="Sit here as").first.click()
    expect(Table(host).board).to_be_visible()
    sent = "{method: 'POST', headers: {'Content-Type': 'application/json'}, body: '{}'}"
    deleted = guest.evaluate(f"fetch('/api/me/delete', {sent}).then((answer) => answer.status)")
    assert deleted == 204
    host.reload()
    expect(host.get_by_text("deleted player").first).to_be_visible()
    expect(host.get_by_text("Bruno")).to_have_count(0)
    assert_accessible(host)
    picture(host, "deleted")
