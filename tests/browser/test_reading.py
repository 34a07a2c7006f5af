"""Looking back at games, learning, reading the rules."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browsing import Table, Troubles, Visit, new_game
from playwright.sync_api import Page, expect

Picture = Callable[[Page, str], None]
LESSONS = Path(__file__).parent.parent.parent / "web" / "src" / "learn" / "lessons"


def played(visit: Visit, rounds: int = 2) -> Page:
    """Return the review of a game that bots have played, at its end."""
    page = visit("/rules")
    seats = [{"seat": seat, "kind": "bot", "bot": "greedy"} for seat in "NESW"]
    page.goto(new_game(page, [{"seat": "N", "kind": "me"}, *seats[1:]], rulings={"round_limit": rounds}))
    game = Table(page)
    game.play_on(until=game.over)
    page.get_by_role("region", name=re.compile("won|win|share")).get_by_role("link", name="Review").click()
    expect(page.get_by_role("slider", name="Move")).to_be_visible()
    return page


def number(page: Page) -> int:
    """Return the number of the moment that is shown."""
    return int(page.get_by_role("slider", name="Move").input_value())


def test_a_game_is_gone_through_by_slider_keys_buttons_log_and_chart(visit: Visit, picture: Picture) -> None:
    page = played(visit)
    slider = page.get_by_role("slider", name="Move")
    last = number(page)
    assert last > 20
    expect(page.get_by_text(f"Move {last} of {last}")).to_be_visible()
    page.get_by_role("button", name="One move back").click()
    expect(slider).to_have_value(str(last - 1))
    page.get_by_role("button", name="To the start").click()
    expect(page.get_by_text("Before the first move")).to_be_visible()
    page.get_by_role("heading", name="Review").click()
    for key, at in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last), ("Home", 0)):
        page.keyboard.press(key)
        expect(slider).to_have_value(str(at))
    page.keyboard.press("PageDown")
    expect(slider).not_to_have_value("0")
    slider.fill("7")
    expect(page.get_by_text(f"Move 7 of {last}")).to_be_visible()
    expect(page).to_have_url(re.compile(r"number=7$"))
    picture(page, "review")

    # The address leads others to the same moment.
    onlooker = visit(page.url)
    expect(onlooker.get_by_text(f"Move 7 of {last}")).to_be_visible()

    drawing = page.get_by_role("img", name=re.compile("^Scores of"))
    drawing.scroll_into_view_if_needed()
    box = drawing.bounding_box()
    assert box is not None
    drawing.click(position={"x": box["width"] / 2, "y": 60})
    expect(slider).not_to_have_value("7")
    assert abs(number(page) - last / 2) < last / 5
    page.get_by_text("As a table").click()
    page.get_by_role("button", name=f"Go to move {last}").click()
    expect(slider).to_have_value(str(last))
    page.get_by_role("region", name="Log").get_by_role("button").filter(has_text="North").first.click()
    expect(slider).not_to_have_value(str(last))

    page.get_by_role("button", name="Play", exact=True).click()
    before = number(page)
    expect(slider).not_to_have_value(str(before))
    page.get_by_role("button", name="Pause").click()


def test_chances_are_worked_out_and_the_bot_is_asked(visit: Visit) -> None:
    page = played(visit, rounds=1)
    page.get_by_text("Win chances", exact=True).click()
    page.get_by_role("button", name="Work out win chances").click()
    expect(page.get_by_text("All rounds are worked out.")).to_be_visible(timeout=30_000)
    expect(page.get_by_role("img", name=re.compile("^Win chances of"))).to_be_visible()
    page.get_by_role("slider", name="Move").fill("3")
    expect(page).to_have_url(re.compile(r"number=3$"))
    expect(page.get_by_text("All rounds are worked out.")).to_be_visible()
    page.get_by_role("button", name="What would the bot do here?").click()
    expect(page.get_by_text(re.compile("^It would: "))).to_be_visible()


def test_a_new_game_branches_off_at_any_moment(visit: Visit) -> None:
    page = played(visit, rounds=1)
    expect(page.get_by_role("button", name="Play on from here")).to_be_disabled()
    log = page.get_by_role("region", name="Log")
    log.get_by_role("button").filter(has_text="North ends its build phase").first.click()
    page.get_by_role("button", name="One move back").click()
    expect(page.get_by_text(re.compile("Then asked: North: explore, build"))).to_be_visible()
    old = page.url
    page.get_by_role("button", name="Play on from here").click()
    dialog = page.get_by_role("dialog", name=re.compile("A new game from move"))
    dialog.get_by_role("radio", name="I play North; bots play the others").check()
    dialog.get_by_role("button", name="Begin").click()
    expect(page).to_have_url(re.compile(r"/g/[^/]+$"))
    assert page.url not in old
    Table(page).wait_for_turn()


def answer(page: Page, step: dict[str, Any]) -> None:
    """Do what a step of a lesson asks for."""
    if "find" in step:
        site = next(key for key in step["find"] if key.startswith("site"))
        expect(page.get_by_role("button", name="Back")).to_be_enabled()
        page.locator(f'[data-key="{site}"]').click()
    elif "choices" in step:
        buttons = page.get_by_role("list", name=re.compile(".")).get_by_role("button")
        right = next(at for at, choice in enumerate(step["choices"]) if choice.get("right"))
        wrong = next((at for at, choice in enumerate(step["choices"]) if "refused" in choice), None)
        if wrong is not None:
            buttons.nth(wrong).click()
            expect(page.get_by_role("status").filter(has_text="The rules do not allow that.")).to_be_visible()
        buttons.nth(right).click()
    else:
        return
    expect(page.get_by_role("status").filter(has_text="Right.")).to_be_visible()


@pytest.mark.parametrize("name", ["table", "a-city-falls"])
def test_a_lesson_is_gone_through(visit: Visit, picture: Picture, troubles: Troubles, name: str) -> None:
    troubles.expect("status of 422")  # what a wrong answer brings
    lesson = json.loads((LESSONS / f"{name}.json").read_text(encoding="utf-8"))
    page = visit("/learn")
    if name == "table":
        picture(page, "learn")
        page.get_by_role("button", name="Begin").click()
    else:
        page.goto(f"/learn/{name}")
    steps = lesson["steps"]
    for at, step in enumerate(steps, 1):
        expect(page.get_by_role("heading", name=f"Step {at} of {len(steps)}")).to_be_visible()
        answer(page, step)
        if at == 2:
            picture(page, f"lesson-{name}")
        page.get_by_role("button", name="Finish" if at == len(steps) else "Next", exact=True).click()
    expect(page.get_by_role("heading", name="That was the lesson.")).to_be_visible()
    page.get_by_role("link", name="All lessons").first.click()
    expect(page.get_by_role("main").get_by_role("listitem").filter(has_text="done")).to_have_count(1)


def test_the_guided_round_takes_the_coachs_advice(visit: Visit, picture: Picture) -> None:
    page = visit("/learn/first-round")
    do, over = page.get_by_role("button", name="Do that"), page.get_by_role("heading", name="That was a whole round")
    for taken in range(60):
        expect(do.or_(over).first).to_be_visible(timeout=15_000)
        if over.is_visible():
            break
        if taken == 3:
            picture(page, "guided")
        expect(do).to_be_enabled()
        do.click()
    expect(over).to_be_visible()
    expect(page.get_by_text("Play a real game")).to_be_visible()


def test_rules_are_searched_and_clauses_have_addresses(visit: Visit, picture: Picture) -> None:
    page = visit("/rules")
    search = page.get_by_role("searchbox", name="Search the rules")
    search.fill("mercenaries")
    expect(page.get_by_text(re.compile(r"^\d+ clauses? found$"))).to_be_visible()
    search.fill("FT-4")
    expect(page.get_by_text(re.compile(r"^\d+ clauses? found$"))).to_be_visible()
    expect(page.locator("[id='FT-4']")).to_be_visible()
    search.fill("xyzzy")
    expect(page.get_by_text("No clause has these words.")).to_be_visible()
    page.get_by_role("button", name="Show all").click()
    expect(search).to_have_value("")
    picture(page, "rules")

    page.goto("/rules/middlesea#FT-4")
    expect(page.locator("[id='FT-4']")).to_be_in_viewport()
    expect(page.locator("[id='FT-4']")).to_be_focused()
    page.goto("/rules/middlesea#FT-99")
    expect(page.get_by_role("alert")).to_have_text("There is no clause FT-99 in these rules.")
    page.goto("/rules/chess")
    expect(page.get_by_role("alert")).to_have_text("There are no rules of a game called chess.")
