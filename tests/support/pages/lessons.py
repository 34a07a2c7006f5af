"""Helpers for taking lessons in the browser."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from kingdoms.core.registry import game_class

GAMES = Path(__file__).parents[3] / "web" / "src" / "games"
Place = Callable[[Page, list[str]], Locator]
"""Finds the first place on a board that matches one of some keys."""


def lesson(game: str, name: str) -> list[dict[str, Any]]:
    """Return the steps of a lesson."""
    content: dict[str, Any] = json.loads((GAMES / game / "learn" / "lessons" / f"{name}.json").read_text(encoding="utf-8"))
    steps: list[dict[str, Any]] = content["steps"]
    return steps


def lessons_of(game: str) -> list[str]:
    """Return the names of a game's lessons with steps."""
    return sorted(file.stem for file in (GAMES / game / "learn" / "lessons").glob("*.json"))


def answers(page: Page) -> Locator:
    """Return the buttons for the answers of a step."""
    return page.get_by_role("list", name=re.compile(".")).get_by_role("button")


def answer(page: Page, step: dict[str, Any], place: Place) -> None:
    """Do the task of a lesson's step, after a wrong answer if it has one."""
    if "find" in step:
        expect(page.get_by_role("button", name="Back", exact=True)).to_be_enabled()
        place(page, step["find"]).click()
    elif "choices" in step:
        buttons = answers(page)
        right = next(at for at, choice in enumerate(step["choices"]) if choice.get("right"))
        wrong = next((at for at, choice in enumerate(step["choices"]) if "refused" in choice), None)
        if wrong is not None:
            buttons.nth(wrong).click()
            expect(page.get_by_role("status").filter(has_text="The rules don't allow that.")).to_be_visible()
        buttons.nth(right).click()
    else:
        return
    expect(page.get_by_role("status").filter(has_text="Right.")).to_be_visible()


def take(page: Page, steps: list[dict[str, Any]], place: Place, look: Callable[[int], None] | None = None) -> None:
    """Take a lesson; call `look` after each step."""
    for at, step in enumerate(steps, 1):
        expect(page.get_by_role("heading", name=f"Step {at} of {len(steps)}")).to_be_visible()
        answer(page, step, place)
        if look is not None:
            look(at)
        page.get_by_role("button", name="Finish" if at == len(steps) else "Next", exact=True).click()
    expect(page.get_by_role("heading", name="That's the end of the lesson.")).to_be_visible()


def go_through(page: Page, game: str, name: str, place: Place, look: Callable[[int], None], first: bool) -> None:
    """Open a lesson from the list of lessons, or the first one from its course; take it, and check that it is marked done."""
    course = page.get_by_role("region", name=game_class(game).title)
    expect(course).to_be_visible()
    if first:
        look(0)
        course.get_by_role("button", name="Start", exact=True).click()
    else:
        page.goto(f"/learn/{name}")
    take(page, lesson(game, name), place, look)
    page.get_by_role("link", name="All lessons").first.click()
    expect(page.get_by_role("main").get_by_role("listitem").filter(has_text="done")).to_have_count(1)
    expect(course.get_by_role("listitem").filter(has_text="done")).to_have_count(1)
