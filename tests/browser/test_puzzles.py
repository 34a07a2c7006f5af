"""Puzzles: found in their list, played at the game's own table, judged with reasons, and kept as solved."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from kingdoms.puzzles import Puzzle
from kingdoms.puzzles.files import shipped
from tests.support.games.tested_games import TESTED, game_module
from tests.support.pages.browsing import Picture, Table, Visit, assert_accessible, assert_fits, small_targets
from tests.support.pages.screens import PHONE
from tests.support.suite.rings import inner_first


def longest(game: str) -> Puzzle:
    """Return the puzzle of a game that takes most steps, so that going on is tried out, too."""
    return max(shipped(game), key=lambda puzzle: len(puzzle.solution))


def answer(page: Page, puzzle: Puzzle, action: str) -> None:
    """Answer by keys: the target from the game's own tests, then the choice if there are several."""
    table = Table(page)
    choice = page.locator(f".choices [data-action='{action}']")
    for thing in game_module(puzzle.game, "pages").things(puzzle.seat, action):
        expect(page.locator(thing).first).to_be_visible()
        page.locator(thing).first.press("Enter")
    expect(table.confirm.or_(choice).first).to_be_visible()
    if not table.confirm.is_visible():
        choice.press("Enter")
    table.confirm.press("Enter")


@pytest.mark.parametrize("game", inner_first(TESTED))
def test_a_puzzle_is_solved_by_keyboard_alone(visit: Visit, picture: Picture, game: str) -> None:
    page, puzzle = visit("/puzzles"), longest(game)
    names = [candidate.name for candidate in shipped(game)]
    page.locator(f"a[href='/puzzles/{puzzle.name}']").press("Enter")
    heading = page.get_by_role("heading", name=re.compile(rf"^Puzzle {names.index(puzzle.name) + 1}: "))
    expect(heading.first).to_be_visible()
    expect(page.get_by_role("heading", name="Your turn")).to_be_visible()

    wrong = puzzle.moments[0].wrong[0]
    answer(page, puzzle, wrong.action)
    verdict = page.get_by_role("status").filter(has_text="Not that one.")
    expect(verdict).to_contain_text(re.compile(r"That costs \d+ points of 100: "))
    page.get_by_text("How it would go on").press("Enter")
    steps = page.get_by_role("listitem").get_by_role("button")
    expect(steps.nth(1)).to_have_attribute("aria-current", "step")
    assert_accessible(page)
    picture(page, f"puzzle-wrong-{game}")
    page.keyboard.press("ArrowLeft")
    expect(steps.nth(0)).to_have_attribute("aria-current", "step")
    page.keyboard.press("ArrowRight")
    expect(steps.nth(1)).to_have_attribute("aria-current", "step")

    page.get_by_role("button", name="Try again").press("Enter")
    for number, action in enumerate(puzzle.solution):
        if number:
            expect(page.get_by_text("Right. What next?")).to_be_visible()
        answer(page, puzzle, action)
    expect(page.get_by_role("status").filter(has_text="Solved.")).to_be_visible()
    picture(page, f"puzzle-solved-{game}")
    page.get_by_role("link", name="Next puzzle").press("Enter")
    expect(page).not_to_have_url(re.compile(puzzle.name))
    expect(page.get_by_role("heading", name="Your turn")).to_be_visible()

    page.get_by_role("link", name="All puzzles").press("Enter")
    expect(page.locator(f"a[href='/puzzles/{puzzle.name}']")).to_contain_text("solved")
    expect(page.get_by_text(f"1 of {len(names)} solved")).to_be_visible()
    page.get_by_role("button", name="Clear my progress").press("Enter")
    expect(page.get_by_text(f"0 of {len(names)} solved").first).to_be_visible()


@pytest.mark.parametrize("game", inner_first(TESTED))
def test_on_a_phone_the_solution_is_shown_on_request(visit: Visit, picture: Picture, game: str) -> None:
    # The choice "end" is a button of its own.
    puzzle = next(candidate for candidate in reversed(shipped(game)) if candidate.moments[0].wrong[0].action != "end")
    page = visit(f"/puzzles/{puzzle.name}", **PHONE.context())
    expect(page.get_by_role("region", name="Your turn")).to_be_visible()
    assert_fits(page)
    picture(page, f"puzzle-phone-{game}")
    page.get_by_role("button", name="Choices", exact=True).click()
    answer(page, puzzle, puzzle.moments[0].wrong[0].action)
    page.get_by_role("button", name="Show the solution").click()
    expect(page.get_by_role("status").filter(has_text="The solution.")).to_be_visible()
    assert_fits(page)
    assert not small_targets(page)
    picture(page, f"puzzle-phone-solution-{game}")


def test_an_address_of_no_puzzle_leads_to_those_there_are(visit: Visit, troubles: Any) -> None:
    troubles.expect("status of 404")
    page = visit("/puzzles/nobody-1-2")
    expect(page.get_by_role("alert")).to_contain_text("There is no puzzle with that name.")
    expect(page.get_by_role("heading", name="Puzzles", level=1)).to_be_visible()
