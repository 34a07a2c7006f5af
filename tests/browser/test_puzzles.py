"""Puzzles: found in their list, played at the game's own table, judged with reasons, and kept as solved."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from kingdoms.core.registry import game_class
from kingdoms.puzzles import Puzzle
from kingdoms.puzzles.files import find_puzzle, shipped
from tests.support.games.tested_games import TESTED
from tests.support.pages.browsing import Picture, Visit, assert_accessible, assert_fits, small_targets
from tests.support.pages.puzzles import answer
from tests.support.pages.screens import PHONE
from tests.support.suite.rings import inner_first


def longest(game: str) -> Puzzle:
    """Return the puzzle of a game that takes most steps, so that going on is tried out, too."""
    return max(shipped(game), key=lambda puzzle: len(puzzle.solution))


@pytest.mark.parametrize("game", inner_first(TESTED))
def test_a_puzzle_is_solved_by_keyboard_alone(visit: Visit, picture: Picture, game: str) -> None:
    page, puzzle = visit("/puzzles"), longest(game)
    page.get_by_role("button", name=game_class(game).title, exact=True).press("Enter")
    total = len(shipped(game))
    expect(page.get_by_text(f"0 of {total} solved", exact=True)).to_be_visible()
    page.get_by_role("button", name="Show the list").press("Enter")
    while not (link := page.locator(f"a[href='/puzzles/{puzzle.name}']")).is_visible():
        page.get_by_role("button", name="Show more").or_(link).first.wait_for()
        if not link.is_visible():
            page.get_by_role("button", name="Show more").press("Enter")
    link.press("Enter")
    heading = page.get_by_role("heading", name=re.compile(r"^Puzzle \d+: "))
    expect(heading.first).to_be_visible()
    expect(page.get_by_role("heading", name="Your turn")).to_be_visible()

    wrong = puzzle.moments[0].wrong[0]
    answer(page, game, puzzle.seat, wrong.action)
    verdict = page.get_by_role("status").filter(has_text="Not that one.")
    expect(verdict).to_contain_text(re.compile(r"That costs \d+ points of 100: "))
    expect(verdict).to_contain_text(re.compile(r"Your rating: \d+ points \(−\d+\)"))
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
        answer(page, game, puzzle.seat, action)
    expect(page.get_by_role("status").filter(has_text="Solved.")).to_be_visible()
    picture(page, f"puzzle-solved-{game}")
    page.get_by_role("button", name="Next puzzle").press("Enter")
    expect(page).not_to_have_url(re.compile(puzzle.name))
    expect(page.locator("#ask-title")).to_be_visible()

    page.get_by_role("link", name="All puzzles").press("Enter")
    expect(page.get_by_text(f"1 of {total} solved", exact=True)).to_be_visible()
    expect(page.get_by_role("region", name="Last attempts")).to_contain_text("solved at try 2")
    expect(page.get_by_role("region", name="A puzzle that fits you")).to_contain_text("after 1 puzzle.")
    expect(page.get_by_role("region", name="Your mistakes")).to_contain_text("1 solved since")
    assert_accessible(page)
    assert_fits(page)
    picture(page, f"puzzles-{game}")
    page.get_by_role("button", name="Clear my progress").press("Enter")
    expect(page.get_by_text(f"0 of {total} solved", exact=True)).to_be_visible()


@pytest.mark.parametrize("game", inner_first(TESTED))
def test_on_a_phone_the_solution_is_shown_on_request(visit: Visit, picture: Picture, game: str) -> None:
    # The choice "end" is a button of its own.
    puzzle = next(candidate for candidate in reversed(shipped(game)) if candidate.moments[0].wrong[0].action != "end")
    page = visit(f"/puzzles/{puzzle.name}", **PHONE.context())
    expect(page.get_by_role("region", name="Your turn")).to_be_visible()
    assert_fits(page)
    picture(page, f"puzzle-phone-{game}")
    page.get_by_role("button", name="Choices", exact=True).click()
    answer(page, game, puzzle.seat, puzzle.moments[0].wrong[0].action)
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


def miss(page: Page, begin: Callable[[], None]) -> Callable[[], None]:
    """Begin with the next puzzle of a run, and return what misses it."""
    with page.expect_response("**/api/puzzles/next") as response:
        begin()
    puzzle = find_puzzle(response.value.json()["puzzle"]["name"])
    (wrong, *_) = [wrong.action for wrong in puzzle.moments[0].wrong if wrong.action != "end"]
    return lambda: answer(page, puzzle.game, puzzle.seat, wrong)


def test_a_run_ends_after_three_misses_and_its_best_is_kept(visit: Visit, picture: Picture) -> None:
    page = visit("/puzzles/run", **PHONE.context())
    go_on: Callable[[], None] = page.get_by_role("button", name="Start a run").click
    for misses in range(3):
        go_on = miss(page, go_on)
        expect(page.get_by_text(re.compile(rf"misses\s+{misses}/3"))).to_be_visible()
        expect(page.get_by_role("timer")).to_have_text(re.compile(r"^[12]:\d\d$"))
        if not misses:
            assert_accessible(page)
            assert_fits(page)
            picture(page, "run-phone")
    go_on()
    expect(page.get_by_text("No puzzle solved.")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="missed")).to_have_count(3)
    assert_accessible(page)
    assert not small_targets(page)
    picture(page, "run-over-phone")
    page.get_by_role("button", name="Run again").click()
    expect(page.get_by_text(re.compile(r"misses\s+0/3"))).to_be_visible()
