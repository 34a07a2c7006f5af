"""Learning Two Rivers in the browser, and reading its rules."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.pages.browsing import Picture, Visit, assert_accessible, assert_fits
from tests.support.pages.lessons import GAMES, answers, go_through, lesson, take
from tests.support.pages.screens import SMALL_PHONE
from tests.support.suite.rings import inner_first

DIAGRAMS = GAMES / "rivers" / "rules" / "diagrams.json"


def place(page: Page, keys: list[str]) -> Locator:
    """Return the cell of one of the keys."""
    name = next(key for key in keys if key.startswith("cell")).removeprefix("cell ")
    return page.locator(f'[data-key="cell {name}"]')


@pytest.mark.parametrize("name", inner_first(["rivers-kingdom", "rivers-priests", "rivers-end"]))
def test_a_lesson_is_gone_through(visit: Visit, picture: Picture, name: str) -> None:

    def look(at: int) -> None:
        if at in (0, 2):
            picture(page, f"lesson-{name}" if at else "learn-rivers")

    page = visit("/learn")
    go_through(page, "rivers", name, place, look, first=name == "rivers-kingdom")


def test_a_conflict_is_learned_on_a_phone(visit: Visit, picture: Picture) -> None:
    page = visit("/learn/rivers-revolt", **SMALL_PHONE.context())

    def look(at: int) -> None:
        assert_fits(page)
        if at in (3, 4):
            assert_accessible(page)
            picture(page, f"phone-lesson-revolt-{at}")

    take(page, lesson("rivers", "rivers-revolt"), place, look)
    expect(page.get_by_role("link", name="Next lesson: War")).to_be_visible()


def test_a_lesson_is_taken_by_keyboard_alone(visit: Visit) -> None:
    page = visit("/learn/rivers-catastrophe")
    press, steps = page.keyboard.press, lesson("rivers", "rivers-catastrophe")
    go_on = page.get_by_role("button", name="Next", exact=True)
    focused = page.locator(":focus")

    def tab_to(target: Locator) -> None:
        for _ in range(30):
            if target.evaluate("one => one === document.activeElement"):
                return
            press("Tab")
        raise AssertionError(f"Tab has not led to {target}")

    expect(go_on).to_be_enabled()
    tab_to(go_on)
    press("Enter")
    expect(page.get_by_role("heading", name=f"Step 2 of {len(steps)}")).to_be_focused()

    # Refused: a catastrophe on a leader. Then the right answer.
    expect(answers(page).first).to_be_enabled()
    tab_to(answers(page).first)
    press("Enter")
    expect(page.get_by_role("status").filter(has_text="The rules don't allow that.")).to_be_visible()
    right = answers(page).filter(has_text="temple on G5")
    expect(right).to_be_enabled()
    tab_to(right)
    press("Enter")
    expect(page.get_by_role("button", name=re.compile("^G5, catastrophe"))).to_be_attached()
    tab_to(go_on)
    press("Enter")

    # On the map: from its focus to G5, by arrows.
    expect(page.get_by_role("heading", name=f"Step 3 of {len(steps)}")).to_be_focused()
    expect(page.get_by_role("button", name=re.compile("^E5, Archer's trader"))).to_be_attached()
    for _ in range(30):
        press("Shift+Tab")
        if focused.get_attribute("data-key"):
            break
    press("Home")
    for _ in range(6):
        press("ArrowRight")
    for _ in range(5 - int((focused.get_attribute("data-key") or "cell G5")[6:])):
        press("ArrowDown")
    for _ in range(int((focused.get_attribute("data-key") or "cell G5")[6:]) - 5):
        press("ArrowUp")
    expect(focused).to_have_attribute("data-key", "cell G5")
    press("Enter")
    expect(page.get_by_role("status").filter(has_text="Right.")).to_be_visible()


def test_answers_can_be_given_on_the_board_and_the_hand(visit: Visit) -> None:
    page = visit("/learn/rivers-kingdom")
    page.get_by_role("button", name="Next", exact=True).click()
    expect(answers(page).first).to_be_enabled()
    # A cell that only one of the answers speaks of is enough.
    page.locator('[data-key="cell I6"]').click()
    expect(page.get_by_role("status").filter(has_text="Right.")).to_be_visible()
    page.get_by_role("button", name="Next", exact=True).click()
    expect(answers(page).first).to_be_enabled()
    # Three speak of I5: the tile is picked first.
    page.get_by_role("button", name="2 markets").click()
    page.locator('[data-key="cell I5"]').click()
    expect(page.get_by_role("status").filter(has_text="One green point")).to_be_visible()


def test_the_rules_of_two_rivers_have_anchors_and_pictures(visit: Visit, picture: Picture) -> None:
    page = visit("/rules/rivers#F-7")
    clause = page.locator("[id='F-7']")
    expect(clause).to_be_in_viewport()
    expect(clause).to_be_focused()
    figure = clause.get_by_role("figure")
    expect(figure.get_by_text("Priests at war.")).to_be_visible()
    expect(figure.get_by_role("group", name="Map", include_hidden=True)).to_be_visible()
    picture(page, "rules-rivers")
    expect(page.get_by_role("figure")).to_have_count(len(json.loads(DIAGRAMS.read_text(encoding="utf-8"))))
    page.get_by_role("link", name="The rules of Kingdoms of the Middle Sea").click()
    expect(page.get_by_role("heading", name="Kingdoms of the Middle Sea", level=1)).to_be_visible()
