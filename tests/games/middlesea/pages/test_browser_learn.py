"""Learning Kingdoms of the Middle Sea in the browser: its lessons, and the first table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.pages.browsing import Picture, Table, Visit
from tests.support.pages.lessons import go_through
from tests.support.suite.rings import inner_first


def place(page: Page, keys: list[str]) -> Locator:
    """Return the site of one of the keys."""
    return page.locator(f'[data-key="{next(key for key in keys if key.startswith("site"))}"]')


@pytest.mark.parametrize("name", inner_first(["table", "a-city-falls"]))
def test_a_lesson_is_gone_through(visit: Visit, picture: Picture, name: str) -> None:

    def look(at: int) -> None:
        if at in (0, 2):
            picture(page, f"lesson-{name}" if at else "learn-middlesea")

    page = visit("/learn")
    go_through(page, "middlesea", name, place, look, first=name == "table")


def test_the_last_lesson_is_a_first_round_at_a_real_table(visit: Visit, picture: Picture) -> None:
    page = visit("/learn/first-round")
    game = Table(page)
    show = page.get_by_role("button", name="Show me", exact=True)
    over = page.get_by_role("heading", name="That was a whole round")
    idle = game.choices.get_by_text("Nothing is left to do here.")
    game.wait_for_turn()
    table = page.url
    expect(show).to_be_visible()
    # An action can be taken back. The lesson goes on at the same table.
    show.click()
    game.do()
    game.undo.click()
    expect(game.undo).to_have_count(0)
    page.goto("/learn/first-round")
    expect(page).to_have_url(table)
    for step in range(40):
        expect(show.or_(over).or_(idle).first).to_be_visible()
        if over.is_visible():
            break
        if idle.is_visible():
            game.end_turn()
            continue
        if step == 3:
            picture(page, "first-table")
        show.click()
        game.do()
    expect(page.get_by_text("This production brought you")).to_be_visible()
    picture(page, "first-table-over")
    page.get_by_role("link", name="All lessons").click()
    lessons = page.get_by_role("main").get_by_role("listitem").filter(has_text="done")
    expect(lessons.filter(has_text="Your first round")).to_be_visible()
    # A finished lesson starts again.
    page.goto("/learn/first-round")
    game.wait_for_turn()
    assert page.url != table
