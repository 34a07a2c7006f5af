"""Requirements for this game's pages on every screen, and the pages that test_measures.py does not visit."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import kingdoms
from kingdoms.bots.match import play
from kingdoms.core.registry import game_class
from tests.games.middlesea.support.pages import opening, siege
from tests.support.games.tested_games import TESTED
from tests.support.pages.browsing import MOVING, Picture, Table, Troubles, Visit, against_bot, drag_by_finger, new_game, settle
from tests.support.pages.screens import SCREENS, SMALL_PHONE, Screen, faults

Pages = Callable[[Page], Iterator[tuple[str, Page]]]
NIGHT_PAPER = "rgb(31, 29, 26)"
"""The paper by night."""


def at(page: Page, path: str, heading: str | re.Pattern[str]) -> Page:
    """Go to a page by its address."""
    page.goto(path)
    expect(page.get_by_role("heading", name=heading, level=1)).to_be_visible()
    expect(page.get_by_text("One moment…")).to_have_count(0)
    return page


def pages_of_games(page: Page) -> Iterator[tuple[str, Page]]:
    """Go through the pages of games in all states; each comes with its name."""
    game = Table(page)
    record = play(kingdoms.load_game("middlesea", 2).limited(1), ["greedy", "greedy"], seed=1)
    page.goto(new_game(page, against_bot(), record="\n".join(record.lines())))
    expect(game.over).to_be_visible()
    yield "over", page

    address = new_game(page, against_bot(), position=opening())
    page.goto(address)
    game.wait_for_turn()
    yield "asked", page
    game.choose("The 1-market", "front middle")
    expect(page.get_by_role("listitem").filter(has_text="goods 5 → 4")).to_be_visible()
    yield "preview", page
    yield "text", at(page, f"{address}/text", "Table in words")

    page.goto(new_game(page, against_bot(), position=siege()))
    game.wait_for_turn()
    game.choose("Your 3-leader", "South's front left")
    game.do()
    expect(page.get_by_role("slider", name="How many")).to_be_visible()
    yield "amount", page

    page.goto(new_game(page, [{"seat": "N", "kind": "program"}, {"seat": "S", "kind": "me"}], position=opening()))
    expect(game.heading).to_have_text(re.compile("Waiting for"))
    yield "others-turn", page


def other_pages(page: Page) -> Iterator[tuple[str, Page]]:
    """Go through pages of lessons, puzzles and rules; each comes with its name."""
    yield "lesson", at(page, "/learn/a-port-falls", re.compile("War"))
    at(page, "/learn", "Learn to play")
    page.locator("main a[href^='/learn/']").nth(-2).click()  # the last opens a table
    expect(page.get_by_role("heading", name="Learn to play", level=1)).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    yield "lesson-of-another-game", page
    at(page, "/puzzles", "Puzzles")
    page.get_by_role("button", name="Next puzzle").first.click()
    expect(page.get_by_role("region", name="Your turn")).to_be_visible()
    yield "puzzle", page
    for name in TESTED[1:]:
        yield f"rules-{name}", at(page, f"/rules/{name}", game_class(name).title)
    yield "no-game", at(page, "/g/abcdefgh", "No such game")


@pytest.mark.long
@pytest.mark.parametrize("screen", SCREENS, ids=str)
@pytest.mark.parametrize("pages", [pages_of_games, other_pages])
def test_every_page_is_right_on_every_screen(
    visit: Visit, troubles: Troubles, picture: Picture, pages: Pages, screen: Screen
) -> None:
    troubles.expect("status of 404")
    wrong: list[str] = []
    for name, page in pages(visit("/rules", **screen.context())):
        if screen.theme == "dark":
            expect(page.locator("body")).to_have_css("background-color", NIGHT_PAPER)
        wrong += [f"{name}: {fault}" for fault in faults(page, screen)]
        picture(page, f"{screen}-{name}")
    assert not wrong, "\n".join(wrong)


def test_a_few_moves_are_made_by_touch_on_a_phone(visit: Visit) -> None:
    page = visit("/rules", **SMALL_PHONE.context())
    game = Table.open(page, new_game(page, against_bot(), position=opening()))
    drag_by_finger(page, game.thing("Moons:"), game.thing("empty site, North's front left"))
    expect(page.get_by_role("paragraph").filter(has_text="at your front left")).to_be_visible()
    assert page.evaluate("scrollY") == 0, "the page stays where it is"
    game.confirm.tap()
    expect(game.thing("1-temple, North's front left")).to_be_visible()
    game.wait_for_turn()
    game.thing("Suns:").tap()
    expect(page.get_by_role("button", name="Back", exact=True)).to_be_visible()
    settle(page)  # the choices take room, and the board moves up
    game.thing("empty site, North's front middle").tap()
    expect(game.confirm).to_be_in_viewport()
    game.confirm.tap()
    expect(game.thing("1-market, North's front middle")).to_be_visible()
    game.thing("1-market, North's front middle").tap()
    expect(game.confirm).to_be_in_viewport()
    game.confirm.tap()
    expect(game.thing("1-market, North's front middle, held by North")).to_be_visible()
    game.wait_for_turn()
    # Choices without a target on the board are in the list, which the sheet hides until it is opened.
    page.get_by_role("button", name="Choices", exact=True).tap()
    expect(game.choices).to_be_in_viewport()
    page.locator(".beside").tap(position={"x": 180, "y": 60})
    expect(game.choices).not_to_be_in_viewport()
    page.get_by_role("button", name="Log", exact=True).tap()
    expect(game.log).to_be_visible()
    expect(page.get_by_role("region", name="Kingdoms")).to_be_hidden()
    game.end.tap()
    game.confirm.tap()
    expect(page.get_by_text(re.compile("leaders in ascending order")).first).to_be_visible()


# Counted when they start: on a busy machine, transitions may be over before the test looks.
COUNT_MOTION = """
window.motions = 0;
for (const begun of ["animationstart", "transitionrun"])
    document.addEventListener(begun, ({ target }) => {
        if (target.getAnimations().some((one) => one.effect.getTiming().duration > 1)) window.motions += 1;
    }, true);
"""
MOTION = """new Promise((tell) => {
    const until = performance.now() + 10_000;
    const look = () => (window.motions || performance.now() > until ? tell(window.motions) : setTimeout(look, 50));
    look();
})"""


def test_nothing_moves_when_less_motion_is_asked_for(visit: Visit) -> None:
    def start_page(**how: Any) -> Page:
        page = visit("/", **how)
        page.add_init_script(COUNT_MOTION)
        page.reload()
        expect(page.get_by_role("button", name="Play now")).to_be_visible()
        return page

    page = start_page()
    assert page.evaluate("window.motions") == 0
    game = Table.open(page, new_game(page, against_bot(), position=opening()))
    game.choose("The 1-market", "front middle")
    game.confirm.click()
    expect(game.thing("1-market, North's front middle")).to_be_visible()
    assert page.evaluate("window.motions") == 0

    # By a setting as well, and without either it does move.
    assert start_page(settings={"motion": "off"}, **MOVING).evaluate("window.motions") == 0
    assert start_page(**MOVING).evaluate(MOTION) > 0


def test_paper_is_chosen_in_the_settings_and_kept(visit: Visit) -> None:
    page = visit("/", color_scheme="light")
    colour = "getComputedStyle(document.body).backgroundColor"
    day = page.evaluate(colour)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog").get_by_text("Dark", exact=True).click()
    expect(page.locator("body")).not_to_have_css("background-color", day)
    night = page.evaluate(colour)
    page.reload()
    expect(page.locator("body")).to_have_css("background-color", night)
