"""People with passkeys, in a real Chromium with a virtual authenticator: a player changes devices during a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast
from urllib.parse import urlsplit, urlunsplit

import pytest
from playwright.sync_api import CDPSession, Page, ViewportSize, expect

from tests.support.games.sample_game import ONE, OTHER
from tests.support.pages.browsing import Table, Visit, assert_accessible, assert_fits, new_game, small_targets

PHONE: ViewportSize = {"width": 390, "height": 844}


def by_name(page: Page) -> None:
    """Go to the server by its name, since passkeys are for names and not for numbers."""
    parts = urlsplit(page.url)
    page.goto(urlunsplit(parts._replace(netloc=f"localhost:{parts.port}", path="/you")))


def with_device(page: Page) -> tuple[CDPSession, str]:
    """Give a browser a device that makes passkeys, and says yes to everything."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    about = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    added: dict[str, Any] = session.send("WebAuthn.addVirtualAuthenticator", {"options": about})
    return session, str(added["authenticatorId"])


def carry(source: tuple[CDPSession, str], to: tuple[CDPSession, str]) -> None:
    """Copy the passkeys of one device to another, as synchronised devices do."""
    answer = source[0].send("WebAuthn.getCredentials", {"authenticatorId": source[1]})
    for credential in cast("list[dict[str, Any]]", answer["credentials"]):
        to[0].send("WebAuthn.addCredential", {"authenticatorId": to[1], "credential": credential})


@pytest.fixture
def at_home(visit: Visit) -> Page:
    """The visitor's own page on the first device."""
    page = visit("/rules")
    by_name(page)
    return page


def offer_rated(page: Page, picture: Callable[[Page, str], None]) -> None:
    """Make a rated table by the form, and check that it and the ranking show the visitor's rating."""
    page.goto(page.url.replace("/you", "/new"))
    page.get_by_role("group", name="Players").get_by_text("2", exact=True).click()
    page.get_by_role("button", name="friends by link").click()
    page.get_by_text("Time, hints and more").click()
    page.get_by_role("checkbox", name="Rated game").check()
    page.get_by_label("Who can join").select_option("Players within 200 points of you")
    page.get_by_text("Everyone", exact=True).click()
    page.get_by_role("button", name="Create the table").click()
    expect(page.get_by_text("For players within 200 points of the host.")).to_be_visible()
    expect(page.get_by_text("1000 ± 333")).to_be_visible()
    assert_accessible(page)
    picture(page, "rated-waiting")
    page.get_by_role("link", name="You").click()
    page.get_by_role("link", name="People").click()
    expect(page.get_by_role("listitem").filter(has_text="Steady")).to_contain_text("1000 ± 40")
    assert_accessible(page)
    picture(page, "people-desk")


def test_one_person_changes_devices_in_the_middle_of_a_game(
    at_home: Page, visit: Visit, picture: Callable[[Page, str], None]
) -> None:
    page, laptop = at_home, with_device(at_home)
    page.get_by_role("textbox", name="Your name").fill("Ida")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status").filter(has_text="Saved")).to_be_visible()
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_text("Your passkey has been added.")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="This device")).to_be_visible()
    page.get_by_role("checkbox", name="Let everybody see my profile").check()
    page.get_by_role("link", name="See it as others do").click()
    expect(page.get_by_role("heading", name="Ida")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("listitem").filter(has_text="This device")).to_be_visible()
    assert_accessible(page)
    picture(page, "you-desk")
    offer_rated(page, picture)
    page.goto(new_game(page, [{"seat": ONE, "kind": "me"}, {"seat": OTHER, "kind": "bot", "bot": "random"}]))
    Table(page).take_hint()
    at = page.url

    phone_page = visit("/rules", viewport=PHONE, has_touch=True, color_scheme="dark")
    by_name(phone_page)
    phone = with_device(phone_page)
    carry(laptop, phone)
    expect(phone_page.get_by_role("button", name="Sign in with a passkey")).to_be_visible()
    assert_fits(phone_page)
    assert_accessible(phone_page)
    assert not small_targets(phone_page)
    phone_page.get_by_role("button", name="Sign in with a passkey").click()
    expect(phone_page.get_by_text("You're signed in on this device.")).to_be_visible()
    expect(phone_page.get_by_role("textbox", name="Your name")).to_have_value("Ida")
    picture(phone_page, "you-phone")
    game = Table.open(phone_page, at)
    game.take_hint()

    by_name(phone_page)
    phone_page.get_by_role("button", name="Sign out everywhere else").click()
    expect(phone_page.get_by_text("All other devices are signed out.")).to_be_visible()
    by_name(page)
    expect(page.get_by_role("button", name="Sign in with a passkey")).to_be_visible()
    expect(page.get_by_role("textbox", name="Your name")).to_have_value("")
