"""Looking back at games, learning, reading the rules."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browsing import Table, Troubles, Visit, assert_accessible, assert_fits, at_the_end, new_game
from playwright.sync_api import Locator, Page, expect

Picture = Callable[[Page, str], None]
SOURCES = Path(__file__).parent.parent.parent / "web" / "src"
LESSONS = [SOURCES / "games" / game / "learn" / "lessons" for game in ("middlesea", "rivers")]
RIVERS_PICTURES = SOURCES / "games" / "rivers" / "rules" / "diagrams.json"
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def played(visit: Visit, rounds: int = 2) -> Page:
    """Return the review of a game that bots have played, at its end."""
    page = visit("/rules")
    seats = [{"seat": seat, "kind": "bot", "bot": "greedy"} for seat in "NESW"]
    page.goto(new_game(page, [{"seat": "N", "kind": "me"}, *seats[1:]], rulings={"round_limit": rounds}))
    game = Table(page)
    game.play_on(until=game.over)
    page.get_by_role("region", name=re.compile("won|win|share")).get_by_role("link", name="Review").click()
    at_the_end(page)
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
    expect(page.get_by_text("All rounds are worked out.")).to_be_visible()
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


def lesson(name: str) -> dict[str, Any]:
    """Return a lesson of either game."""
    path = next(folder / f"{name}.json" for folder in LESSONS if (folder / f"{name}.json").exists())
    told: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return told


def place(page: Page, keys: list[str]) -> Locator:
    """Return the first place on the board that one of the keys stands for."""
    kind, name = next(key for key in keys if key.startswith(("site", "cell"))).split(" ")
    return page.locator(f'[data-key="site {name}"]' if kind == "site" else f'[data-cell="{name}"]')


def answers(page: Page) -> Locator:
    """Return the answers that a step offers."""
    return page.get_by_role("list", name=re.compile(".")).get_by_role("button")


def answer(page: Page, step: dict[str, Any]) -> None:
    """Do what a step of a lesson asks for."""
    if "find" in step:
        expect(page.get_by_role("button", name="Back")).to_be_enabled()
        place(page, step["find"]).click()
    elif "choices" in step:
        buttons = answers(page)
        right = next(at for at, choice in enumerate(step["choices"]) if choice.get("right"))
        wrong = next((at for at, choice in enumerate(step["choices"]) if "refused" in choice), None)
        if wrong is not None:
            buttons.nth(wrong).click()
            expect(page.get_by_role("status").filter(has_text="The rules do not allow that.")).to_be_visible()
        buttons.nth(right).click()
    else:
        return
    expect(page.get_by_role("status").filter(has_text="Right.")).to_be_visible()


def take(page: Page, steps: list[dict[str, Any]], look: Callable[[int], None] | None = None) -> None:
    """Go through a lesson, with a look at each step once it is done."""
    for at, step in enumerate(steps, 1):
        expect(page.get_by_role("heading", name=f"Step {at} of {len(steps)}")).to_be_visible()
        answer(page, step)
        if look is not None:
            look(at)
        page.get_by_role("button", name="Finish" if at == len(steps) else "Next", exact=True).click()
    expect(page.get_by_role("heading", name="That was the lesson.")).to_be_visible()


@pytest.mark.parametrize("name", ["table", "a-city-falls", "rivers-kingdom", "rivers-priests", "rivers-end"])
def test_a_lesson_is_gone_through(visit: Visit, picture: Picture, troubles: Troubles, name: str) -> None:
    troubles.expect("status of 422")  # what a wrong answer brings
    page = visit("/learn")
    course = page.get_by_role("region", name="Two Rivers" if name.startswith("rivers") else "Kingdoms of the Middle Sea")
    if name in ("table", "rivers-kingdom"):
        expect(course).to_be_visible()
        picture(page, "learn")
        course.get_by_role("button", name="Begin").click()
    else:
        page.goto(f"/learn/{name}")
    take(page, lesson(name)["steps"], lambda at: picture(page, f"lesson-{name}") if at == 2 else None)
    page.get_by_role("link", name="All lessons").first.click()
    expect(page.get_by_role("main").get_by_role("listitem").filter(has_text="done")).to_have_count(1)
    expect(course.get_by_role("listitem").filter(has_text="done")).to_have_count(1)


def test_a_conflict_is_learned_on_a_phone(visit: Visit, picture: Picture, troubles: Troubles) -> None:
    troubles.expect("status of 422")
    page = visit("/learn/rivers-revolt", **PHONE, reduced_motion="reduce")

    def look(at: int) -> None:
        assert_fits(page)
        if at in (3, 4):
            assert_accessible(page)
            picture(page, f"phone-lesson-revolt-{at}")

    take(page, lesson("rivers-revolt")["steps"], look)
    expect(page.get_by_role("link", name="Next lesson: War")).to_be_visible()


def test_a_lesson_is_taken_by_keyboard_alone(visit: Visit, troubles: Troubles) -> None:
    troubles.expect("status of 422")
    page = visit("/learn/rivers-catastrophe")
    press, steps = page.keyboard.press, lesson("rivers-catastrophe")["steps"]
    go_on = page.get_by_role("button", name="Next", exact=True)
    focused = page.locator(":focus")

    def tab_to(wanted: Locator) -> None:
        for _ in range(30):
            if wanted.evaluate("one => one === document.activeElement"):
                return
            press("Tab")
        raise AssertionError(f"Tab has not led to {wanted}")

    expect(go_on).to_be_enabled()
    tab_to(go_on)
    press("Enter")
    expect(page.get_by_role("heading", name=f"Step 2 of {len(steps)}")).to_be_focused()

    # Refused: a catastrophe on a leader. Then the right answer.
    expect(answers(page).first).to_be_enabled()
    tab_to(answers(page).first)
    press("Enter")
    expect(page.get_by_role("status").filter(has_text="The rules do not allow that.")).to_be_visible()
    right = answers(page).filter(has_text="temple on G5")
    expect(right).to_be_enabled()
    tab_to(right)
    press("Enter")
    expect(page.get_by_role("button", name=re.compile("^G5, catastrophe"))).to_be_attached()
    tab_to(go_on)
    press("Enter")

    # On the map: from wherever its focus is to G5, by arrows.
    expect(page.get_by_role("heading", name=f"Step 3 of {len(steps)}")).to_be_focused()
    expect(page.get_by_role("button", name=re.compile("^E5, Archer's trader"))).to_be_attached()
    for _ in range(30):
        press("Shift+Tab")
        if focused.get_attribute("data-cell"):
            break
    press("Home")
    for _ in range(6):
        press("ArrowRight")
    for _ in range(5 - int((focused.get_attribute("data-cell") or "G5")[1:])):
        press("ArrowDown")
    for _ in range(int((focused.get_attribute("data-cell") or "G5")[1:]) - 5):
        press("ArrowUp")
    expect(focused).to_have_attribute("data-cell", "G5")
    press("Enter")
    expect(page.get_by_role("status").filter(has_text="Right.")).to_be_visible()


def test_the_board_and_the_hand_take_answers_as_well(visit: Visit) -> None:
    page = visit("/learn/rivers-kingdom")
    page.get_by_role("button", name="Next", exact=True).click()
    expect(answers(page).first).to_be_enabled()
    # A cell that only one of the answers speaks of is enough.
    page.locator('[data-cell="I6"]').click()
    expect(page.get_by_role("status").filter(has_text="Right.")).to_be_visible()
    page.get_by_role("button", name="Next", exact=True).click()
    expect(answers(page).first).to_be_enabled()
    # Three speak of I5: the tile is picked first.
    page.get_by_role("button", name="2 markets").click()
    page.locator('[data-cell="I5"]').click()
    expect(page.get_by_role("status").filter(has_text="One green point")).to_be_visible()


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


def test_the_rules_of_two_rivers_have_anchors_and_pictures(visit: Visit, picture: Picture) -> None:
    page = visit("/rules/rivers#F-7")
    clause = page.locator("[id='F-7']")
    expect(clause).to_be_in_viewport()
    expect(clause).to_be_focused()
    figure = clause.get_by_role("figure")
    expect(figure.get_by_text("Priests at war.")).to_be_visible()
    expect(figure.get_by_role("group", name="Map", include_hidden=True)).to_be_visible()
    picture(page, "rules-rivers")
    expect(page.get_by_role("figure")).to_have_count(len(json.loads(RIVERS_PICTURES.read_text(encoding="utf-8"))))
    page.get_by_role("searchbox", name="Search the rules").fill("treasure special")
    expect(page.get_by_text(re.compile(r"^\d+ clauses? found$"))).to_be_visible()
    page.get_by_role("button", name="Show all").click()
    page.get_by_role("link", name="The rules of Kingdoms of the Middle Sea").click()
    expect(page.get_by_role("heading", name="Kingdoms of the Middle Sea", level=1)).to_be_visible()
