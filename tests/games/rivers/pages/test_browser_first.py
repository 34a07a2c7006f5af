"""A first game of Two Rivers: the introduction, the public information about all seats, and pieces before places."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.games.rivers.support.pages import RiversTable, position, rivers_game
from tests.support.pages.browsing import Picture, Visit, drag_by_finger
from tests.support.pages.screens import SMALL_PHONE

RACE = "How you win, and who is closest"


def test_public_gains_are_counted_for_all_seats(visit: Visit, picture: Picture) -> None:
    page = visit("/rules")
    RiversTable.open(page, rivers_game(page))
    race = page.get_by_role("region", name=RACE)
    expect(race.get_by_role("listitem")).to_have_count(2)
    expect(race).to_contain_text(re.compile("Bull: weakest colour .* with 0, treasures 0"))
    expect(page.get_by_text(re.compile(r"^bag \d+$"))).to_be_visible()
    race.get_by_role("button").click()
    expect(race.get_by_text("The game ends when 2 are left on the map")).to_be_visible()
    picture(page, "rivers-race")


def test_a_tile_is_dragged_from_the_hand_by_finger(visit: Visit) -> None:
    page = visit("/rules", **SMALL_PHONE.context())
    game = RiversTable.open(page, rivers_game(page, position=position({"A": {"red": 2}, "B": {}}, {"A": {"red": "I6"}})))
    drag_by_finger(page, game.piece("2 temples"), game.cell("H6"))
    expect(page.get_by_text("1 red point for you", exact=True)).to_be_visible()
    game.confirm.tap()
    expect(game.piece("1 temple")).to_be_visible()
