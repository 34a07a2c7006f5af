"""The explorer of openings in the review of a finished game, by keyboard on a laptop and by finger on a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import kingdoms
from kingdoms import Random, Record
from kingdoms.explorer import explore
from tests.support.games.sample_game import seats
from tests.support.games.tested_games import TESTED
from tests.support.pages.browsing import Picture, Visit, assert_accessible, assert_fits, new_game, small_targets, tab_to
from tests.support.pages.screens import NIGHT, PHONE
from tests.support.suite.rings import inner_first


def known_game(name: str) -> Record:
    """Return a game for two seats whose first decision has been met most often in the games that were counted."""
    record, rng = Record(kingdoms.load_game(name, 2)), Random(1)
    while record.state.is_chance_node():
        record.apply(record.state.draw_chance_action(rng))
    record.apply(explore(record.state).rows[0].action)
    return record


@pytest.mark.parametrize("game", inner_first(TESTED))
def test_the_review_of_a_finished_game_shows_what_was_played_in_its_opening(visit: Visit, picture: Picture, game: str) -> None:
    record = known_game(game)
    start = len(record.entries) - 1
    page = visit("/rules", **NIGHT.context())
    own, other = seats(2, game)
    players = [{"seat": own, "kind": "me"}, {"seat": other, "kind": "bot", "bot": "random"}]
    address = new_game(page, players, record="\n".join(record.lines()))
    openings = page.locator("details").filter(has_text="Openings").first
    page.goto(f"{address}/review/{start}")
    expect(page.get_by_role("heading", name="Review", level=1)).to_be_visible()
    api = address.replace("/g/", "/api/games/")
    assert page.request.get(f"{api}/explorer").status == 409
    expect(openings).to_have_count(0)
    assert page.request.post(f"{api}/seats/{own}/resign", data={}).ok
    page.reload()
    summary = openings.locator("summary")
    expect(summary).to_be_visible()
    tab_to(page, summary, most=60)
    page.keyboard.press("Enter")
    rows = openings.get_by_role("listitem")
    expect(rows.first).to_contain_text(re.compile(r"\d+ games?"))
    expect(openings.get_by_role("status")).to_contain_text(re.compile(r"[\d,]+ games counted: level 6: [\d,]+"))
    expect(rows.filter(has_text="played here")).to_have_count(1)
    expect(rows.filter(has_text="played here")).to_contain_text(re.compile(r"\d+ to \d+%"))
    assert_accessible(page)
    picture(page, f"openings-{game}")
    first = rows.count()
    openings.get_by_role("button", name=re.compile("^Show")).press("Enter")
    expect(rows.nth(first)).to_be_visible()

    phone = visit(f"/g/{address.rpartition('/')[2]}/review/{start}", **PHONE.context())
    summary = phone.locator("details").filter(has_text="Openings").first.locator("summary")
    summary.tap()
    expect(phone.get_by_text("played here")).to_be_visible()
    assert_fits(phone)
    assert small_targets(phone) == []
    picture(phone, f"openings-phone-{game}")
