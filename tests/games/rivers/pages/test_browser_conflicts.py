"""Revolts and wars of Two Rivers in the browser: the choice of a war, commitments and their results, on all screens."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.games.rivers.support.pages import ON_TOP, RiversTable, position, revolt, rivers_game, two_wars
from tests.support.pages.browsing import (
    MOVING,
    Picture,
    Visit,
    assert_accessible,
    assert_fits,
    box_of,
    new_game,
    resize,
    small_targets,
)
from tests.support.pages.screens import SMALL_PHONE
from tests.support.suite.rings import inner_first

COACHED = {"on": True, "table": "", "taught": {}}
"""What the browser of a player who wants the coach remembers."""
WIDE = [{"viewport": {"width": width, "height": height}} for width, height in ((820, 1180), (1366, 768))]


def four_wars() -> dict[str, Any]:
    """Return a position in which a settlement on G5 brings a war of each colour."""
    tiles = {"D5": "red", "E6": "red", "F5": "green", "H5": "green", "J5": "green", "I4": "red", "I6": "red", "K5": "red"}
    leaders = {
        "A": {"green": "E5", "red": "C5"},
        "B": {"black": "D6", "blue": "F6"},
        "P": {"green": "I5", "black": "K6"},
        "L": {"red": "L5", "blue": "J6"},
    }
    hands = {"A": {"green": 4, "black": 1}, "B": {"black": 1}, "P": {"green": 1}, "L": {"red": 3}}
    return position(hands, leaders, **tiles)


def test_a_commitment_to_a_revolt_uses_all_known_information(visit: Visit, picture: Picture) -> None:
    host = visit("/rules")
    host.goto(
        new_game(
            host, [{"seat": "A", "kind": "me", "name": "Ida"}, {"seat": "B", "kind": "open"}], position=revolt(), advice=True
        )
    )
    guest = visit(host.url)
    guest.get_by_label("Your name").fill("Bruno")
    guest.get_by_role("button", name="Sit here as Bull").click()
    attacker, defender = RiversTable(host), RiversTable(guest)
    attacker.wait_for_turn()
    expect(defender.heading).to_have_text("Waiting for Archer (Ida)")
    attacker.put("king", "I5")
    expect(host.get_by_text("Your 3, up to 5 with the temples in your hand, against 2, at most 5")).to_be_visible()
    attacker.do()

    expect(attacker.amount).to_be_visible()
    # It begins at the usual answer.
    fewer = host.get_by_role("button", name="One fewer")
    while fewer.is_enabled():
        fewer.click()
    expect(host.get_by_text("3 against 2, at most 5")).to_be_visible()
    host.get_by_role("button", name="One more").click()
    host.get_by_role("button", name="One more").click()
    expect(host.get_by_text("5 against 2, at most 5")).to_be_visible()
    picture(host, "rivers-commit")
    assert_accessible(host)
    attacker.do()
    expect(defender.amount).to_be_visible()
    assert guest.locator(".alarm").evaluate(ON_TOP), "something is written across what is announced"
    expect(guest.get_by_text("Archer has committed 2.")).to_be_visible()
    # It begins at the advised amount.
    expect(guest.get_by_text("5 against 5", exact=True)).to_be_visible()
    expect(guest.get_by_text("Wins whatever they do")).to_be_visible()
    picture(guest, "rivers-defend")
    defender.do()
    expect(host.get_by_text("Bull wins, 5 to 5").first).to_be_visible()
    expect(guest.get_by_text("You win, 5 to 5").first).to_be_visible()
    expect(attacker.piece("king, in hand")).to_be_visible()


def test_wars_are_chosen_one_at_a_time(visit: Visit, picture: Picture) -> None:
    page = visit("/rules", viewport={"width": 1440, "height": 900})
    game = RiversTable.open(page, rivers_game(page, "B", "P", position=two_wars()))
    game.put("1 settlement", "G5")
    expect(page.get_by_role("listitem").filter(has_text="War: your trader (1) against Pot's trader (2)")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="War: Bull's king (0) against Pot's king (0)")).to_be_visible()
    game.do()
    expect(page.get_by_text("2 wars to settle")).to_be_visible()
    picture(page, "rivers-wars")
    game.cell("E5").dispatch_event("click")
    expect(game.confirm).to_be_visible()
    game.do()
    expect(game.amount).to_be_visible()
    for button in (game.confirm, page.get_by_role("button", name="Undo")):
        expect(button).to_be_in_viewport(ratio=1)
    game.amount.press("End")
    game.do()
    game.wait_for_turn()
    # The settlement stays, what Pot's trader held is gone, and with it the second war.
    expect(game.cell("H5")).to_have_attribute("aria-label", re.compile("^H5, empty land"))
    expect(page.get_by_text("to settle")).to_have_count(0)


MOTION_LOADED = """() => [...document.styleSheets].some(sheet =>
  [...sheet.cssRules].some(rule => rule.selectorText === ".flights"))"""
"""Says whether the part of the page that shows movements has come."""
FLOWN = """() => {
  window.flown = [];
  new MutationObserver(records => records.forEach(record => record.addedNodes.forEach(node => {
    if (node.parentElement?.matches(".flights")) window.flown.push(node.nodeName.toLowerCase());
  }))).observe(document.body, { childList: true, subtree: true });
}"""
"""Notes what flies over the page: copies of pieces are drawings, numbers are spans."""


def test_moves_travel_and_wars_are_scenes_at_the_table_and_in_review(visit: Visit, picture: Picture) -> None:
    page = visit("/rules", settings={"speed": 0.5}, **MOVING)
    game = RiversTable.open(page, rivers_game(page, "B", "P", bot="greedy", position=two_wars()))
    page.wait_for_function(MOTION_LOADED)
    page.evaluate(FLOWN)
    game.put("1 settlement", "G5")
    game.do()
    page.wait_for_function("window.flown.includes('svg')")
    # The last action has a ring, and the name of its place says what happened.
    expect(game.board.locator(".trace .ring")).to_have_count(1)
    expect(game.cell("G5")).to_have_attribute("aria-label", re.compile("You place a settlement"))
    game.cell("E5").dispatch_event("click")
    game.do()
    game.amount.press("End")
    game.do()
    scene = page.locator(".scene")
    expect(scene.locator(".sum")).to_have_count(2)
    expect(scene.locator(".caption")).to_have_text(["War 1 of 2", re.compile(r"^War 1 of 2\. You win, 5 to 2")])
    expect(game.cell("H5")).not_to_have_attribute("aria-label", re.compile("empty land"))
    picture(page, "rivers-war-scene")
    # A tap ends the scene; then the loser's pieces leave, and the points fly to their counter.
    scene.click(position={"x": 5, "y": 5})
    expect(game.cell("H5")).to_have_attribute("aria-label", re.compile("^H5, empty land"))
    page.wait_for_function("window.flown.includes('span')")
    expect(page.locator(".flights")).to_have_count(0)
    # The review shows the same, one step after the other.
    page.goto(page.url + "/review/0")
    page.wait_for_function(MOTION_LOADED)
    for move in ("a settlement", "next", "4 markets", "nothing"):
        page.keyboard.press("ArrowRight")
        expect(page.locator(".moment")).to_contain_text(move)
        expect(game.board.locator(".trace .ring")).to_have_count(1)
    expect(scene.locator(".caption").first).to_have_text("War 1 of 2")
    page.keyboard.press("Escape")
    expect(scene).to_have_count(0)


def test_without_motion_both_sums_of_a_war_stay(visit: Visit, picture: Picture) -> None:
    page = visit("/rules")
    game = RiversTable.open(page, rivers_game(page, "B", "P", bot="greedy", position=two_wars()))
    page.wait_for_function(MOTION_LOADED)
    game.put("1 settlement", "G5")
    game.do()
    game.cell("E5").dispatch_event("click")
    game.do()
    game.amount.press("End")
    game.do()
    note = page.locator(".alarm")
    expect(note).to_contain_text("You win, 5 to 2")
    expect(note.locator(".sides .wins")).to_have_text("5")
    note.get_by_role("button", name="Close").click()
    expect(note).to_have_count(0)
    page.goto(page.url + "/review/3")
    page.wait_for_function(MOTION_LOADED)
    expect(page.locator(".moment")).to_contain_text("4 markets")
    page.keyboard.press("ArrowRight")
    expect(note.locator(".sides .wins")).to_have_text("5")
    picture(page, "rivers-war-still")
    page.keyboard.press("ArrowLeft")
    expect(note).to_have_count(0)


@pytest.mark.parametrize("screen", inner_first([SMALL_PHONE.context(), *WIDE]), ids=["phone", "tablet", "laptop"])
def test_all_wars_of_a_choice_are_listed_whole(visit: Visit, picture: Picture, screen: dict[str, Any]) -> None:
    page = visit("/rules", **screen)
    game = RiversTable.open(page, rivers_game(page, "B", "P", "L", position=four_wars()))
    game.put("1 settlement", "G5")
    wars = page.get_by_role("region", name="Wars to come")
    for before in (True, False):
        expect(wars.get_by_role("listitem")).to_have_count(4)
        page.wait_for_load_state("networkidle")
        for line in (*wars.get_by_role("listitem").all(), wars.get_by_role("paragraph")):
            expect(line).to_be_in_viewport(ratio=1)
            assert line.evaluate(ON_TOP), f"{line.inner_text()} is covered"
        picture(page, f"rivers-four-wars-{screen['viewport']['width']}-{before}")
        if before:
            game.do()
            expect(page.get_by_text("Which war do you resolve next?", exact=True)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("screen", inner_first([SMALL_PHONE.context(), *WIDE]), ids=["phone", "tablet", "laptop"])
def test_the_result_of_a_commitment_is_in_sight(visit: Visit, picture: Picture, screen: dict[str, Any]) -> None:
    page = visit("/rules", **screen)
    game = RiversTable.open(page, rivers_game(page, "B", position=revolt()))
    game.put("king", "I5")
    game.do()
    expect(game.amount).to_be_visible()
    game.amount.press("End")
    page.wait_for_load_state("networkidle")
    for line in (game.amount, page.get_by_text("5 against 2, at most 5"), page.get_by_text("A tie goes to the defender.")):
        expect(line).to_be_in_viewport(ratio=1)
        assert line.evaluate(ON_TOP), f"{line.inner_text()} is covered"
    picture(page, f"rivers-commitment-{screen['viewport']['width']}")
    page.evaluate("kept => localStorage.setItem('kingdoms.coach', kept)", json.dumps({"rivers": COACHED}))
    page.reload()
    advice = page.locator(".coach .advice:not([aria-busy=true])")
    expect(advice).to_be_in_viewport(ratio=1)
    assert advice.evaluate(ON_TOP), "the coach's advice is covered"
    picture(page, f"rivers-commitment-coached-{screen['viewport']['width']}")


def test_on_a_phone_targets_fit_and_are_large_enough(visit: Visit, picture: Picture) -> None:
    page = visit("/rules", **SMALL_PHONE.context())
    game = RiversTable.open(page, rivers_game(page, position=revolt()))
    assert_fits(page)
    assert small_targets(page) == []
    expect(page.get_by_role("link", name="You", exact=True)).to_be_visible()
    picture(page, "rivers-phone")
    assert_accessible(page)
    game.piece("king").tap()
    game.cell("I5").tap()
    expect(game.confirm).to_be_in_viewport()
    picture(page, "rivers-phone-preview")
    game.confirm.tap()
    expect(game.amount).to_be_visible()
    expect(game.confirm).to_be_in_viewport()
    picture(page, "rivers-phone-commit")
    assert_fits(page)
    assert small_targets(page) == []


def test_the_dark_theme_works_on_a_tablet(visit: Visit, picture: Picture) -> None:
    page = visit("/rules", viewport={"width": 820, "height": 1100}, color_scheme="dark")
    game = RiversTable.open(page, rivers_game(page, "B", "P", position=two_wars()))
    game.put("1 settlement", "G5")
    expect(game.confirm).to_be_visible()
    picture(page, "rivers-night")
    assert_fits(page)
    assert_accessible(page)
    resize(page, {"width": 1024, "height": 768})
    last, button = box_of(page.get_by_text("Then: Which war do you resolve next?")), box_of(game.confirm)
    assert last["y"] + last["height"] <= button["y"], "the whole preview stands above its buttons"
