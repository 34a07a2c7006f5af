"""The path: a player is led to another level, and finds it on the start page and with the ladder of levels."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.support.pages.browsing import (
    Picture,
    Table,
    Visit,
    against_bot,
    assert_accessible,
    assert_fits,
    new_game,
    small_targets,
)
from tests.support.pages.screens import PHONE


def lose(page: Page, level: int) -> None:
    """Lose a game against a level, and look at its end."""
    table = new_game(page, against_bot(bot=f"level:{level}"))
    api = table.replace("/g/", "/api/games/")
    (seat,) = page.request.get(api).json()["you"]
    assert page.request.post(f"{api}/seats/{seat}/resign", data={}).ok
    page.goto(table)
    expect(Table(page).rematch).to_be_visible()


def test_two_losses_lead_to_the_level_below_and_the_start_page_remembers_it(visit: Visit, picture: Picture) -> None:
    page = visit("/rules", **PHONE.context())
    lose(page, 2)
    lose(page, 2)
    expect(page.get_by_role("heading", name="Learner is tough today. The level below makes more mistakes.")).to_be_visible()
    picture(page, "next-level")
    page.get_by_role("button", name="Try Beginner").click()
    Table(page).wait_for_turn()
    page.goto("/")
    today = page.get_by_role("region", name="Today")
    expect(today.get_by_role("button", name="Play Beginner")).to_be_visible()
    expect(today.get_by_role("link", name="Solve it")).to_be_visible()
    assert_accessible(page)
    assert_fits(page)
    assert small_targets(page) == []
    picture(page, "today")
    today.get_by_role("button", name="Play Beginner").click()
    Table(page).wait_for_turn()
    page.goto("/you")
    levels = page.get_by_role("list", name="Levels").get_by_role("listitem")
    expect(levels.filter(has_text="Learner: 0 of 2 won")).to_be_visible()
    assert_accessible(page)
    assert_fits(page)
    picture(page, "ladder")
