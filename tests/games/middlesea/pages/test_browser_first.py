"""A first game of Kingdoms of the Middle Sea: the introduction, alerts of near victories, and playing on the board."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.games.middlesea.support.pages import opening
from tests.games.middlesea.support.tables import full_home
from tests.support.pages.browsing import Picture, Table, Visit, against_bot, box_of, new_game

HOME, ROADS = full_home("S", ("S1", "S2", "S3", "S4", "S5"))
POOR = {"goods": 0, "gold": 0}


def nearly_won() -> dict[str, Any]:
    """Return a position in which South wins by trade as soon as North has ended its turn."""
    awake = {"0": "S.BL", "2": "S.FL", "3": "S.FM", "4": "S.FR", "5": "S.BR"}
    seats = {"N": POOR, "S": POOR | {"roads": list(ROADS), "leaders": awake}}
    return {"game": "middlesea", "phase": "leader", "turn": "N", "order": ["S", "N"], "round": 3, "sites": HOME, "seats": seats}


def test_a_newcomer_plays_a_short_first_game_and_is_led_on(visit: Visit, picture: Picture) -> None:
    page = visit()
    expect(page.get_by_text("Be ahead of one opponent after three rounds.")).to_be_visible()
    picture(page, "start")
    page.get_by_role("button", name="First game: 5 minutes of Kingdoms of the Middle Sea").click()
    game = Table(page)
    game.wait_for_turn()
    expect(page.get_by_role("heading", name="Building")).to_be_visible()
    # The line above the board has the goal, or news about a kingdom that has moved first; opened, it has the goal as well.
    race = page.get_by_role("region", name="How you win, and who is closest")
    race.get_by_role("button").first.click()
    expect(race.get_by_text(re.compile("^To win: be ahead after 3 rounds")).first).to_be_visible()
    page.keyboard.press("Escape")
    info = page.request.get(page.url.replace("/g/", "/api/games/")).json()
    assert (info["rulings"]["round_limit"], [seat["bot"] for seat in info["seats"]]) == (3, ["level:1", None])
    page.get_by_role("button", name="End or leave").click()
    page.get_by_role("button", name="Resign", exact=True).click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.get_by_role("heading", name=re.compile("^Your first game of Kingdoms"))).to_be_visible()
    picture(page, "first-over")
    page.get_by_role("button", name="Play the short game again").click()
    game.wait_for_turn()
    expect(page.get_by_role("heading", name="Building")).to_be_visible()


def test_a_newcomer_is_asked_once_and_shown_how(visit: Visit, picture: Picture) -> None:
    page = visit()
    page.get_by_role("button", name="Play now").click()
    game = Table(page)
    game.wait_for_turn()
    page.get_by_role("button", name="Show me how").click()
    expect(page.get_by_role("heading", name="Building")).to_be_visible()
    expect(page.get_by_text(re.compile("^My advice: lay the"))).to_be_visible()
    picture(page, "coach")
    page.get_by_role("button", name="Show me", exact=True).click()
    game.do()
    game.wait_for_turn()
    expect(page.get_by_text(re.compile("^My advice: "))).to_be_visible()
    page.get_by_role("button", name="No more tips").click()
    expect(page.get_by_role("heading", name="Building")).to_have_count(0)
    # The question is not asked again.
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    game.wait_for_turn()
    expect(page.get_by_role("button", name="Show me how")).to_have_count(0)


def test_possible_victories_are_on_the_screen_and_the_end_is_dated(visit: Visit, picture: Picture) -> None:
    page = visit("/rules")
    game = Table.open(page, new_game(page, against_bot(), position=nearly_won()))
    race = page.get_by_role("region", name="How you win, and who is closest")
    expect(race).to_contain_text("South: 5 of 5 home cities, 6 of 6 leaders active")
    warning = race.get_by_role("button")
    expect(warning).to_contain_text("South wins by trade at the end of this round, unless a home city or a leader falls.")
    warning.click()
    expect(race.get_by_text("To win: your 5 home cities and all 6 leaders active")).to_be_visible()
    expect(game.kingdom("South")).to_contain_text("South wins by trade")
    picture(page, "race")
    page.keyboard.press("Escape")
    expect(race.get_by_text("To win: your 5 home cities and all 6 leaders active")).to_have_count(0)
    game.end_turn()
    expect(page.get_by_role("heading", name=re.compile("^South.* wins$"))).to_be_visible()
    expect(page.get_by_text(re.compile("^On your screen at your last turn: “South wins by trade"))).to_be_visible()
    expect(page.get_by_role("link", name="Your last chance to stop it: round 3")).to_have_attribute(
        "href", re.compile("/review")
    )
    picture(page, "race-over")


def test_the_hand_at_the_board(visit: Visit, picture: Picture) -> None:
    page = visit("/rules")
    game = Table.open(page, new_game(page, against_bot(), position=opening()))
    # Confirm lies beside the last tapped target.
    game.thing("Suns:").click()
    game.thing("empty site, North's front middle").click()
    confirm = page.get_by_role("button", name="Confirm here")
    expect(confirm).to_be_visible()
    tapped, near = box_of(game.thing("empty site, North's front middle")), box_of(confirm)
    assert abs(near["x"] - tapped["x"]) < 200
    assert abs(near["y"] - tapped["y"]) < 120
    picture(page, "confirm-here")
    # The same thing twice confirms.
    game.thing("empty site, North's front middle").click()
    expect(game.thing("1-market, North's front middle")).to_be_visible()
    game.wait_for_turn()
    # A piece can be dragged to its place: it is seen first, and stays to be confirmed.
    game.thing("Moons:").drag_to(game.thing("empty site, North's front left"))
    expect(page.get_by_role("paragraph").filter(has_text="at your front left")).to_be_visible()
    confirm.click()
    expect(game.thing("empty site, North's front left")).to_have_count(0)


def test_confirmation_of_undoable_actions_can_be_switched_off(visit: Visit) -> None:
    page = visit("/rules", settings={"confirm": False})
    game = Table.open(page, new_game(page, against_bot(), position=opening()))
    game.thing("Suns:").click()
    game.thing("empty site, North's front middle").click()
    expect(game.thing("1-market, North's front middle")).to_be_visible()
    game.wait_for_turn()
    game.undo.click()
    expect(game.thing("empty site, North's front middle")).to_be_visible()


@pytest.mark.long
def test_a_turn_begins_with_the_news(visit: Visit, picture: Picture) -> None:
    page = visit("/rules")
    game = Table.open(page, new_game(page, against_bot("E", "S", "W")))
    game.end_turn()
    expect(page.get_by_role("button", name="End turn")).to_be_visible()
    since = page.get_by_role("region", name="Since your last turn")
    expect(since).to_be_visible()
    lines = since.get_by_role("listitem")
    assert lines.count() >= 2
    assert not re.search(r"\b[NESW]\.(C|BL|BR|FL|FM|FR)\b", since.inner_text())
    line = since.locator("button[aria-pressed]").first
    line.click()
    expect(line).to_have_attribute("aria-pressed", "true")
    expect(game.board.locator(".art .target").first).to_be_visible()
    picture(page, "recap")
    since.get_by_role("button", name="Close").click()
    expect(since).to_have_count(0)
