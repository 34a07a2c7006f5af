"""The operator's page in a browser: typed token, both themes, on a desk and on a phone."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect

from tests.support.clients.admin import admin_beside_pages
from tests.support.games.sample_game import seated
from tests.support.games.tested_games import SAMPLE
from tests.support.pages.browsing import (
    Picture,
    Table,
    Troubles,
    Visit,
    against_bot,
    assert_accessible,
    assert_fits,
    new_game,
    small_targets,
)
from tests.support.pages.screens import NIGHT, SMALL_PHONE, Screen
from tests.support.server.launch import ServerProcess
from tests.support.suite.rings import inner_first

TOKEN = "a-token-of-the-operator"


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of the server."""
    return tmp_path_factory.mktemp("server")


@pytest.fixture(scope="module")
def offered(data: Path, built_client: Path) -> Iterator[str]:
    """The address of a server that offers the page."""
    with ServerProcess(data, environment={"KINGDOMS_OPERATOR_TOKEN": TOKEN}) as process:
        yield process.url


@pytest.mark.parametrize("screen", inner_first([SMALL_PHONE, NIGHT]), ids=str)
def test_the_operator_sees_how_it_goes(
    visit: Visit,
    troubles: Troubles,
    picture: Picture,
    offered: str,
    screen: Screen,
    request: pytest.FixtureRequest,
) -> None:
    troubles.expect("status of 401", "status of 422")  # a form instead of the page; a form that is refused
    page = visit(f"{offered}/", **screen.context())
    new_game(page, against_bot())
    page.request.get(f"{offered}/api/games/nothing")
    page.goto(f"{offered}/operator")
    name = f"operator-{request.node.callspec.id}"
    assert_accessible(page)
    assert_fits(page)
    picture(page, f"{name}-login")
    page.get_by_label("Token").fill("something else")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_have_text("That is not the token.")
    page.get_by_label("Token").fill(TOKEN)
    page.get_by_role("button", name="Show the page").click()
    expect(page.get_by_role("heading", name="Operator")).to_be_visible()
    expect(page.get_by_role("row", name="no_game")).to_be_visible()
    assert TOKEN not in page.url
    assert_accessible(page)
    assert_fits(page)
    assert small_targets(page) == []
    picture(page, name)
    page.get_by_label("Visitor's id").last.fill("0" * 32)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="End all sessions of this visitor?")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name="End all sessions").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("there is no visitor")
    assert_accessible(page)
    assert_fits(page)
    page.get_by_role("link", name="Cancel").click()
    page.get_by_role("button", name="Leave").click()
    expect(page.get_by_label("Token")).to_be_visible()


def test_the_operator_acts_with_the_keyboard_and_without_scripts(
    visit: Visit, troubles: Troubles, picture: Picture, offered: str
) -> None:
    troubles.expect("status of 401", "status of 422")
    visitor = secrets.token_hex(16)
    with httpx.Client(base_url=offered) as ida, httpx.Client(base_url=offered) as bob:
        game = ida.post("/api/games", json={"game": SAMPLE, "seats": seated("me", "open")}).raise_for_status().json()
        seat = game["seats"][1]["seat"]
        bob.post(f"/api/games/{game['id']}/seats/{seat}/join", json={}).raise_for_status()
        remark = ida.post(f"/api/games/{game['id']}/talk", json={"text": "You are a fool!"}).raise_for_status().json()["number"]
        bob.post(f"/api/games/{game['id']}/talk/{remark}/report", json={}).raise_for_status()
    page = visit(f"{offered}/operator", **SMALL_PHONE.context() | {"java_script_enabled": False})
    page.get_by_label("Token").fill(TOKEN)
    page.keyboard.press("Enter")
    case = page.locator(".case").first
    expect(case).to_contain_text("You are a fool!")
    case.get_by_role("button", name="Mark as looked at").press("Enter")
    expect(page.get_by_role("status")).to_have_text("1 report is marked as looked at.")
    bans = page.locator(".card").filter(has=page.get_by_role("heading", name="Bans", exact=True))
    bans.get_by_label("Visitor's id").fill(visitor)
    bans.get_by_label("Reason").fill("rude words")
    bans.get_by_label("Until").fill("2001-01-01")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_have_text("2001-01-01 has passed")
    expect(page.get_by_label("Reason")).to_have_value("rude words")
    picture(page, "operator-forms-fault")
    page.get_by_label("Until").fill("2099-12-31")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text(f"{visitor} is banned until 2099-12-31: rude words.")
    expect(page.get_by_role("row").filter(has_text=f"visitors ban {visitor}").first).to_be_visible()
    assert_fits(page)
    picture(page, "operator-forms")
    bans.locator("li").filter(has_text=visitor).get_by_role("button", name="Lift the ban").press("Enter")
    expect(page.get_by_role("status")).to_have_text(f"No longer banned: {visitor}.")
    case.get_by_role("button", name="End all sessions").press("Enter")
    expect(page.get_by_role("heading", name="End all sessions of this visitor?")).to_be_visible()
    picture(page, "operator-forms-question")
    page.get_by_role("button", name="End all sessions").press("Enter")
    expect(page.get_by_role("status")).to_contain_text("are ended")
    case.get_by_role("button", name="Close the report").press("Enter")
    expect(page.get_by_role("status")).to_have_text("1 report is closed.")


def test_a_game_ended_by_the_operator_says_so(visit: Visit, picture: Picture, offered: str, data: Path) -> None:
    page = visit(f"{offered}/")
    page.goto(new_game(page, against_bot()))
    Table(page).wait_for_turn()
    admin_beside_pages(data, "games", "end", page.url.rpartition("/")[2])
    expect(Table(page).heading).to_have_text("The server's operator has ended the game")
    assert_accessible(page)
    picture(page, "ended")
    page.goto(f"{page.url}/text")
    expect(page.get_by_text("The server's operator has ended the game", exact=True)).to_be_visible()
    page.go_back()
    page.get_by_role("link", name="Review").first.click()
    expect(page.get_by_text(re.compile(r"^Move (\d+) of \1$"))).to_be_visible()


def test_a_banned_visitor_reads_the_reason(visit: Visit, troubles: Troubles, offered: str, data: Path) -> None:
    troubles.expect("status of 403", "Unexpected response code: 403")
    page = visit(f"{offered}/")
    page.goto(new_game(page, against_bot()))
    Table(page).wait_for_turn()
    game = json.loads(admin_beside_pages(data, "games", "show", page.url.rpartition("/")[2], "--json"))
    admin_beside_pages(data, "visitors", "ban", game["host"], "--reason", "rude words")
    expect(page.get_by_text("You have been banned from this server.")).to_be_visible()
    page.reload()
    expect(page.get_by_text("You are banned from this server: rude words.").first).to_be_visible()
