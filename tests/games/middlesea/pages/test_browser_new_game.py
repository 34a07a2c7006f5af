"""Making games: rulings, files, time, seats of all kinds; and the waiting room."""

from __future__ import annotations

import json
import re
from pathlib import Path

import httpx
from playwright.sync_api import Page, expect

from tests.games.middlesea.support.pages import opening
from tests.support.pages.browsing import Table, Visit, against_bot, new_game
from tests.support.suite.timeouts import SOON


def players(page: Page, count: int) -> None:
    """Choose how many play."""
    page.get_by_role("group", name="Players").get_by_text(str(count), exact=True).click()


def test_rulings_are_chosen_played_by_and_shown(visit: Visit) -> None:
    page = visit("/new")
    players(page, 2)
    page.get_by_text("Rule variants").click()
    limit = page.get_by_role("spinbutton").last
    limit.fill("1")
    limit.blur()
    expect(page.get_by_text("1 changed")).to_be_visible()
    page.get_by_role("combobox", name=re.compile("Which of your ports")).select_option("any port")
    expect(page.get_by_text("2 changed")).to_be_visible()
    page.get_by_text("Who sits where").click()
    page.get_by_role("combobox", name="Who sits at North").select_option("A friend, by link or from the list")
    page.get_by_role("button", name="Create the table").click()
    expect(page.get_by_role("heading", name="Rule variants at this table")).to_be_visible()
    expect(page.get_by_role("definition")).to_have_text(["any port", "1"])

    # A bot takes the open seat, and the game begins with these rulings.
    page.get_by_role("button", name="Add a bot as North").click()
    Table(page).wait_for_turn()
    info = page.request.get(page.url.replace("/g/", "/api/games/")).json()
    assert info["rulings"].items() >= {"attack_port": "any", "round_limit": 1}.items()


def test_a_timed_game_shows_the_time_that_is_left(visit: Visit) -> None:
    page = visit("/new")
    page.get_by_text("Time, hints and more").click()
    page.get_by_text("Timed", exact=True).click()
    page.get_by_label("Minutes").fill("10")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("timer", name="Time left")).to_have_text(re.compile(r"^(10:00|0[89]:\d\d)$"))


def test_a_downloaded_record_can_be_continued(visit: Visit, tmp_path: Path) -> None:
    page = visit("/rules")
    game = Table.open(page, new_game(page, against_bot(), position=opening()))
    game.choose("The 1-market", "front middle")
    game.do()
    page.get_by_role("navigation", name="Table tools").get_by_role("link", name="Review").click()
    with page.expect_download() as download:
        page.get_by_role("link", name=re.compile("^Download")).click()
    record = tmp_path / "game.jsonl"
    download.value.save_as(record)
    assert json.loads(record.read_text(encoding="utf-8").split("\n", 1)[0])["game"] == "middlesea"

    page.goto("/new")
    page.get_by_text("Start from a file").click()
    page.locator("input[type=file]").set_input_files(record)
    expect(page.get_by_text("Record: game.jsonl")).to_be_visible()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(game.thing("1-market, North's front middle")).to_be_visible()
    game.wait_for_turn()

    shopping_list = tmp_path / "shopping.txt"
    shopping_list.write_text("bread\nwine\n", encoding="utf-8")
    page.goto("/new")
    page.get_by_text("Start from a file").click()
    page.locator("input[type=file]").set_input_files(shopping_list)
    expect(page.get_by_role("alert")).to_have_text("“shopping.txt” isn't a record or a position of any game known here.")


def test_seats_are_taken_from_the_list_given_free_and_shared(visit: Visit) -> None:
    host = visit("/new")
    players(host, 3)
    host.get_by_role("button", name="friends by link").click()
    host.get_by_label("Your name").fill("Hypatia")
    host.get_by_text("Time, hints and more").click()
    host.get_by_text("Everyone", exact=True).click()
    host.get_by_role("button", name="Create the table").click()
    expect(host.get_by_text("It's also in the list of open games.")).to_be_visible()

    guest = visit("/games")
    guest.get_by_role("link", name=re.compile("Hypatia.*Join")).click()
    guest.get_by_label("Your name").fill("Bruno")
    seats = host.get_by_role("region", name="Seats")
    guest.get_by_role("button", name=re.compile("^Sit here as")).first.click()
    expect(seats.get_by_text("Bruno")).to_be_visible()
    guest.get_by_role("button", name=re.compile("^Stand up from")).click()
    expect(seats.get_by_text("Bruno")).to_have_count(0)
    expect(host.get_by_text("1 person is watching")).to_be_visible()
    guest.get_by_role("button", name=re.compile("^Sit here as")).last.click()
    expect(seats.get_by_text("Bruno")).to_be_visible()
    guest.get_by_role("button", name=re.compile("^Someone here at this screen")).click()
    expect(guest.get_by_role("alert")).to_contain_text("Everyone at this screen needs a name")
    guest.get_by_label("Name of someone here").fill("Cleo")
    guest.get_by_role("button", name=re.compile("^Someone here at this screen")).click()
    for page in (host, guest):
        expect(Table(page).board).to_be_visible()
    expect(Table(host).kingdom("South")).to_contain_text("you")
    for name in ("Bruno", "Cleo"):
        expect(host.get_by_role("article").filter(has_text=name)).to_have_count(1)


def test_a_seat_is_carried_to_another_device_once(visit: Visit) -> None:
    page = visit("/rules")
    page.goto(new_game(page, [{"seat": "N", "kind": "me", "name": "Ida"}, {"seat": "S", "kind": "open"}], position=opening()))
    page.get_by_role("button", name="Move to another device: North").click()
    link = page.get_by_role("textbox", name="Move to another device").input_value()
    phone = visit(link, viewport={"width": 360, "height": 740})
    phone.get_by_role("button", name="Take the seat").click()
    expect(phone.get_by_role("button", name="Stand up from North")).to_be_visible()
    expect(page.get_by_role("heading", name="Take a seat")).to_be_visible()


def test_a_program_plays_with_the_token_that_is_shown(visit: Visit, base_url: str) -> None:
    page = visit("/rules")
    seats = [{"seat": "N", "kind": "me"}, {"seat": "S", "kind": "program"}, {"seat": "E", "kind": "open"}]
    page.goto(new_game(page, seats))
    page.get_by_role("button", name="Token for the program").click()
    token = page.get_by_role("textbox", name="Token for the program").input_value()
    headers = {"Authorization": f"Bearer {token}"}
    with httpx.stream("GET", f"{base_url}/api/program/stream", headers=headers, timeout=SOON) as stream:
        assert json.loads(next(stream.iter_lines()))["type"] == "hello"
        expect(page.get_by_role("region", name="Seats").get_by_text("a program")).to_be_visible()


def test_a_name_is_chosen_in_the_settings_and_seen_at_the_table(visit: Visit) -> None:
    page = visit()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Your name").fill("Zenobia")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved")).to_be_visible()
    page.keyboard.press("Escape")
    page.goto(new_game(page, [{"seat": "N", "kind": "me"}, {"seat": "S", "kind": "open"}]))
    expect(page.get_by_role("region", name="Seats").get_by_text("Zenobia")).to_be_visible()
