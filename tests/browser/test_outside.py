"""A game from an installed package, without a folder in the client: played in words to the end by several visitors."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.pages.browsing import Table, Visit, assert_accessible, assert_fits, new_game
from tests.support.server.launch import ServerProcess
from tests.support.suite.rings import inner_first

GAME = "liars_dice"
TITLE = "Liar's Dice"
PHONE = {"width": 360, "height": 740}


def words(page: Page) -> str:
    """Return the table in words."""
    return page.get_by_role("region", name="The table in words").inner_text()


def test_two_at_one_screen_play_a_game_unknown_to_the_page(visit: Visit, picture: Callable[[Page, str], None]) -> None:
    page = visit("/new", viewport=PHONE, color_scheme="dark")
    page.get_by_label("Game", exact=True).select_option(TITLE)
    page.get_by_role("radio", name="2", exact=True).check(force=True)
    page.get_by_role("button", name="everyone at this screen").click()
    page.get_by_label("Your name").fill("Ida")
    page.get_by_label("Name: Birch").fill("Otto")
    page.get_by_role("button", name="Start", exact=True).click()
    secret = page.get_by_text("Bid: none yet")

    expect(page.get_by_role("heading", name="Pass the screen to Ash (Ida)")).to_be_visible()
    expect(secret).to_have_count(0)
    page.get_by_role("button", name="I am Ash (Ida)").click()
    expect(secret).to_be_visible()
    assert re.search(r"^Ash:( [1-6]){5}$", words(page), re.MULTILINE)
    assert "Birch: ? ? ? ? ?" in words(page)
    drawing = page.get_by_role("img", name="A picture of the table")
    expect(drawing).to_be_visible()
    assert drawing.evaluate("image => image.naturalWidth") > 0, "the page's policy lets the drawing through"
    assert_fits(page)
    assert_accessible(page)
    picture(page, "outside-phone")

    game = Table(page)
    game.choose("Bid", "Bid 1 one")
    game.do()
    expect(page.get_by_role("heading", name="Pass the screen to Birch (Otto)")).to_be_visible()
    expect(page.get_by_text("Bid: 1 one")).to_have_count(0)
    page.get_by_role("button", name="I am Birch (Otto)").click()
    expect(page.get_by_text("Bid: 1 one")).to_be_visible()
    assert "Ash: ? ? ? ? ?" in words(page)
    game.choose("Challenge", "Challenge the bid of 1 one")
    game.do()
    # who loses a die begins the next round: the screen stays with Birch, or goes back to Ash
    cups = page.get_by_text(re.compile("Under the cups")).first
    ash = page.get_by_role("button", name="I am Ash (Ida)")
    expect(cups.or_(ash).first).to_be_attached()
    if ash.is_visible():
        ash.click()
    expect(cups).to_be_attached()


def test_it_is_played_to_the_end_against_a_bot_then_reviewed(visit: Visit, picture: Callable[[Page, str], None]) -> None:
    page = visit("/rules")
    seats = [{"seat": "A", "kind": "me"}, {"seat": "B", "kind": "bot", "bot": "random"}]
    game = Table.open(page, new_game(page, seats, game=GAME, rulings={"dice": 2}))
    picture(page, "outside-table")
    assert game.play_on(until=game.over) >= 1
    assert_accessible(page)

    page.get_by_role("link", name="Review", exact=True).first.click()
    expect(page.get_by_role("heading", name="Review")).to_be_visible()
    page.get_by_role("button", name="To the start").click()
    expect(page.get_by_text("Ash: 2 to roll")).to_be_visible()
    page.get_by_role("button", name="One move forward").click()
    expect(page.get_by_text(re.compile(r"Ash:( [1-6]){2}"))).to_be_visible()
    assert_fits(page)
    assert_accessible(page)

    page.goto(page.url.split("/review")[0] + "/text")
    expect(page.get_by_role("heading", name="The table in words")).to_be_visible()
    expect(page.get_by_text("The game is over").first).to_be_visible()
    assert_accessible(page)


def laid_position(hand: list[int]) -> dict[str, Any]:
    """Return a position of Laid in which seat A, to move, holds some stones."""
    hands = {"A": hand, "B": [1, 2, 2, 3, 4]}
    bag = [3 - sum(stones.count(number) for stones in hands.values()) for number in range(1, 5)]
    seats = {seat: {"hand": stones} for seat, stones in hands.items()}
    return {"game": "laid", "seats": seats, "places": {}, "bag": bag, "turn": "A", "passed": 0}


@pytest.mark.parametrize("size", inner_first([(1280, 800), (1920, 1080)]), ids=str)
def test_the_choices_of_a_table_in_words_take_the_room_there_is(
    visit: Visit, tmp_path: Path, built_client: Path, picture: Callable[[Page, str], None], size: tuple[int, int]
) -> None:
    width, height = size
    about = tmp_path / "site" / "laid-0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: laid\nVersion: 0\n")
    (about / "entry_points.txt").write_text("[kingdoms.games]\nlaid = tests.support.games.laid:LaidGame\n")
    root = Path(__file__).parents[2]
    paths = os.pathsep.join([str(about.parent), str(root), os.environ.get("PYTHONPATH", "")])
    with ServerProcess(tmp_path, environment={"PYTHONPATH": paths}) as server:
        page = visit(f"{server.url}/rules", viewport={"width": width, "height": height})
        seats = [{"seat": "A", "kind": "me"}, {"seat": "B", "kind": "bot", "bot": "random"}]
        page.goto(new_game(page, seats, position=laid_position([1, 1, 2, 3, 3])))
        choices = page.get_by_role("group", name="Choices").get_by_role("button")
        expect(choices).to_have_count(28)
        is_wide = f"panel.clientWidth > {width / 2} && panel.scrollHeight <= panel.clientHeight"
        page.wait_for_function(f"() => {{ const panel = document.querySelector('.asked'); return {is_wide}; }}")
        assert_fits(page)
        assert_accessible(page)
        picture(page, f"outside-words-{width}")

        # More choices than fit scroll above the buttons.
        page.goto(new_game(page, seats, position=laid_position([1, 1, 2, 3, 4])))
        expect(choices).to_have_count(37)
        choices.last.click()
        expect(page.get_by_role("button", name="Confirm")).to_be_visible()
