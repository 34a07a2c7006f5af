"""Puzzles: found in their list, played at the game's own table, judged with reasons, and kept as solved."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from browsing import Table, Visit, assert_accessible, assert_fits, small_targets
from of_games import SAMPLE, TESTED
from playwright.sync_api import Page, expect
from sample import END

from kingdoms.puzzles import Puzzle
from kingdoms.puzzles.files import shipped

Picture = Callable[[Page, str], None]
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def hasty(game: str) -> Puzzle:
    """Return the longest puzzle of a game in which to end is a mistake."""
    wrong = [puzzle for puzzle in shipped(game) if any(one.action == END for one in puzzle.moments[0].wrong)]
    return max(wrong, key=lambda puzzle: len(puzzle.solution))


def end(page: Page) -> None:
    """Answer, by keys alone, that nothing is to be done any more."""
    Table(page).end.press("Enter")
    Table(page).confirm.press("Enter")


def test_a_puzzle_is_tried_and_its_solution_shown_by_keys_alone(visit: Visit, picture: Picture) -> None:
    page, puzzle = visit("/puzzles"), hasty(SAMPLE)
    names = [one.name for one in shipped(SAMPLE)]
    page.locator(f"a[href='/puzzles/{puzzle.name}']").press("Enter")
    heading = page.get_by_role("heading", name=re.compile(rf"^Puzzle {names.index(puzzle.name) + 1}: "))
    expect(heading.first).to_be_visible()
    expect(page.get_by_role("heading", name="Your turn")).to_be_visible()

    end(page)
    said = page.get_by_role("status").filter(has_text="Not that.")
    expect(said).to_contain_text(re.compile(r"It costs \d+ % of the game: "))
    assert_accessible(page)
    picture(page, "puzzle-wrong")
    page.get_by_role("button", name="Try again").press("Enter")
    expect(page.get_by_role("heading", name="Your turn")).to_be_visible()
    end(page)
    page.get_by_role("button", name="Show the solution").press("Enter")
    expect(page.get_by_role("status").filter(has_text="The solution.")).to_be_visible()
    picture(page, "puzzle-solution")
    page.get_by_role("link", name="All puzzles").press("Enter")
    expect(page.get_by_text(f"0 of {len(names)} solved").first).to_be_visible()


@pytest.mark.parametrize("game", TESTED)
def test_a_puzzle_fits_a_phone(visit: Visit, picture: Picture, game: str) -> None:
    page = visit(f"/puzzles/{shipped(game)[-1].name}", **PHONE)
    expect(page.get_by_role("heading", name="Your turn")).to_be_visible()
    assert_fits(page)
    assert not small_targets(page)
    picture(page, f"puzzle-phone-{game}")
