"""Learning Kingdoms of the Middle Sea in the browser: its lessons, and the guided round."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from browsing import Troubles, Visit
from learning import go_through
from playwright.sync_api import Locator, Page, expect

Picture = Callable[[Page, str], None]


def place(page: Page, keys: list[str]) -> Locator:
    """Return the site that one of the keys stands for."""
    return page.locator(f'[data-key="{next(key for key in keys if key.startswith("site"))}"]')


@pytest.mark.parametrize("name", ["table", "a-city-falls"])
def test_a_lesson_is_gone_through(visit: Visit, picture: Picture, troubles: Troubles, name: str) -> None:
    troubles.expect("status of 422")  # what a wrong answer brings

    def look(at: int) -> None:
        if at in (0, 2):
            picture(page, f"lesson-{name}" if at else "learn-middlesea")

    page = visit("/learn")
    go_through(page, "middlesea", name, place, look, first=name == "table")


def test_the_guided_round_takes_the_coachs_advice(visit: Visit, picture: Picture) -> None:
    page = visit("/learn/first-round")
    do, over = page.get_by_role("button", name="Do that"), page.get_by_role("heading", name="That was a whole round")
    for taken in range(60):
        expect(do.or_(over).first).to_be_visible()
        if over.is_visible():
            break
        if taken == 3:
            picture(page, "guided")
        expect(do).to_be_enabled()
        do.click()
    expect(over).to_be_visible()
    expect(page.get_by_text("Play a real game")).to_be_visible()
