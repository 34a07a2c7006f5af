"""Two Rivers in the browser: actions composed on the map, by keys and as text, and the game to its end."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from tests.games.rivers.support.pages import RiversTable, last_tiles, position, revolt, rivers_game
from tests.support.pages.browsing import MOVING, Picture, Visit, assert_accessible, at_the_end


def square() -> dict[str, Any]:
    """Return a position in which Archer's temple completes a square."""
    hands: dict[str, dict[str, int]] = {"A": {"red": 1, "blue": 2}, "B": {}}
    return position(hands, {"A": {"red": "D5"}, "B": {"green": "D6"}}, E5="red", F5="red", E6="red")


def test_a_game_against_a_bot_goes_to_its_end_and_what_comes_after(visit: Visit, picture: Picture) -> None:
    page = visit("/rules", **MOVING)
    game = RiversTable.open(page, rivers_game(page, bot="greedy", position=last_tiles()))
    picture(page, "rivers-asked")
    assert_accessible(page)
    page.emulate_media(reduced_motion="reduce")
    assert game.play_on(until=game.over, most=400) > 3
    expect(page.get_by_role("heading", name=re.compile("^(You have won|.* wins|.* share the victory)$"))).to_be_visible()
    expect(game.over.get_by_role("row")).to_have_count(3)
    picture(page, "rivers-over")
    assert_accessible(page)

    page.get_by_role("region").get_by_role("link", name="Review").click()
    at_the_end(page)
    expect(page.get_by_role("heading", name="Dynasties")).to_be_visible()
    page.keyboard.press("PageUp")
    expect(page.get_by_text(re.compile(r"^(Archer|Bull)'s turn, \d actions? left\.$"))).to_be_visible()
    picture(page, "rivers-review")
    assert_accessible(page)

    # With the link, onlookers see everything, too.
    onlooker = visit(page.url)
    hands = onlooker.get_by_role("region", name="Dynasties").get_by_role("listitem").filter(has=onlooker.get_by_role("heading"))
    expect(hands).to_have_count(2)
    for hand in hands.all():
        expect(hand.get_by_text(re.compile("^Score "))).to_be_visible()
        expect(hand.get_by_text(re.compile(r"^Hand: (\d (temple|farm|market|settlement)s?(, )?)+;"))).to_be_attached()
    onlooker.get_by_text("As a table").click()
    expect(onlooker.get_by_role("table").get_by_role("cell").last).to_have_text(re.compile(r"^\d+$"))


def test_a_tile_is_placed_after_a_preview(visit: Visit, picture: Picture) -> None:
    page = visit("/rules")
    game = RiversTable.open(
        page, rivers_game(page, position=position({"A": {"red": 2, "black": 1}, "B": {}}, {"A": {"red": "I6"}}))
    )

    # Pieces come before places, and no cell is named.
    expect(game.choices.get_by_role("button", name="A temple")).to_be_visible()
    assert not re.search(r"\b[A-P]\d|\d{2,}", game.choices.inner_text())
    game.choices.get_by_role("button", name="A temple").click()
    expect(game.choices).to_contain_text("Now tap a glowing place on the board.")
    game.cell("H6").dispatch_event("click")
    expect(page.get_by_role("paragraph").filter(has_text="Place a temple beside your priest")).to_be_visible()
    expect(page.get_by_text("1 red point for you", exact=True)).to_be_visible()
    expect(page.get_by_text("Goes to your kingdom")).to_be_visible()
    picture(page, "rivers-preview")
    page.keyboard.press("Escape")
    expect(game.confirm).to_have_count(0)
    page.keyboard.press("Escape")

    # A cell first, then a piece for it.
    game.cell("H6").dispatch_event("click")
    expect(page.get_by_role("button", name="Place a temple beside your priest: 1 red point for you")).to_be_visible()
    page.keyboard.press("Escape")

    # The same place twice confirms.
    game.put("2 temples", "H6")
    game.cell("H6").dispatch_event("click")
    expect(game.piece("1 temple")).to_be_visible()
    expect(game.cell("H6")).to_have_attribute("aria-label", re.compile("^H6, temple"))
    expect(page.get_by_text("1 action left")).to_be_visible()
    game.undo.click()
    expect(game.piece("2 temples")).to_be_visible()

    # A leader by the map, and home again.
    game.cell("I6").dispatch_event("click")
    expect(page.get_by_role("button", name="Withdraw the priest")).to_be_visible()
    page.keyboard.press("Escape")
    game.end.click()
    expect(page.get_by_text("You have two actions left.")).to_be_visible()
    game.back.click()


def test_tiles_are_picked_for_a_swap(visit: Visit) -> None:
    page = visit("/rules")
    game = RiversTable.open(page, rivers_game(page, position=position({"A": {"red": 2, "black": 1}, "B": {}}, {})))
    page.get_by_role("button", name="Swap tiles", exact=True).click()
    game.piece("2 temples").click()
    game.piece("2 temples").click()
    expect(page.get_by_role("paragraph").filter(has_text=re.compile("^Swap 2 temples$"))).to_be_visible()
    game.piece("2 temples").click()
    expect(game.confirm).to_have_count(0)
    game.piece("1 settlement").click()
    game.do()
    expect(page.get_by_text("1 action left")).to_be_visible()
    expect(game.undo).to_have_count(0)


def test_a_square_is_built_on_and_sends_leaders_home(visit: Visit, picture: Picture) -> None:
    page = visit("/rules")
    game = RiversTable.open(page, rivers_game(page, position=square()))
    game.put("1 temple", "F6")
    game.do()
    expect(page.get_by_text("Your temple completes a square. Do you build?").first).to_be_visible()
    game.cell("F5").dispatch_event("click")
    page.locator("[data-action='build red-blue E5']").last.click()
    expect(page.get_by_text("Your priest has to go home")).to_be_visible()
    picture(page, "rivers-build")
    game.do()
    expect(game.cell("E5")).to_have_attribute("aria-label", re.compile("red-blue monument"))
    expect(game.cell("D5")).to_have_attribute("aria-label", re.compile("empty land"))


def test_by_keys_alone(visit: Visit) -> None:
    page = visit("/rules")
    game = RiversTable.open(page, rivers_game(page, position=position({"A": {"red": 1}, "B": {}}, {"A": {"red": "I6"}})))
    game.piece("1 temple").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("b")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    expect(game.confirm).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_text("1 action left")).to_be_visible()
    page.keyboard.press("u")
    expect(page.get_by_text("2 actions left")).to_be_visible()
    game.wait_for_turn()
    page.keyboard.press("c")
    game.choices.get_by_role("button", name="The priest").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Withdraw the priest").focus()
    page.keyboard.press("Enter")
    expect(game.confirm).to_be_focused()
    page.keyboard.press("Enter")
    expect(game.piece("priest, in hand")).to_be_visible()


def test_the_text_view_has_all_of_it_by_kind_and_by_words(visit: Visit, picture: Picture) -> None:
    page = visit("/rules")
    address = rivers_game(page, position=revolt())
    page.goto(f"{address}/text")
    expect(page.get_by_text("2 temples and 1 settlement.")).to_be_visible()
    kind = page.get_by_label("Kind of action")
    expect(kind).to_be_visible()
    kind.select_option("leader")
    page.get_by_role("searchbox").fill("revolt I5")
    expect(page.get_by_role("radio")).to_have_count(1)
    page.get_by_role("radio").check()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="What would happen")).to_be_visible()
    expect(page.get_by_text("3 against 2, at most 5")).to_be_visible()
    picture(page, "rivers-text")
    assert_accessible(page)
    page.get_by_role("button", name=re.compile("^Do it:")).click()
    expect(page.get_by_role("radio", name=re.compile("^Commit 2 temples"))).to_be_visible()
    expect(page.get_by_text(re.compile("^Revolt: Archer 3 against Bull 2"))).to_be_visible()


def test_moves_of_others_are_played_at_a_pace(visit: Visit) -> None:
    page = visit("/rules", settings={"speed": 0.25}, **MOVING)
    start = position({"A": {"red": 1}, "B": {"red": 1}, "P": {}, "L": {}}, {})
    game = RiversTable.open(page, rivers_game(page, "B", "P", "L", bot="greedy", position=start))
    game.end.click()
    game.confirm.click()
    expect(page.get_by_role("heading", name="Playing the others' moves")).to_be_visible()
    page.get_by_role("button", name="Skip").click()
    page.emulate_media(reduced_motion="reduce")


def test_it_is_one_click_away_and_marked_in_lists(visit: Visit) -> None:
    page = visit("/new")
    page.get_by_label("Game", exact=True).select_option("rivers")
    expect(page.get_by_text("Time limit")).to_have_count(0)
    page.get_by_text("Who sits where").click()
    expect(page.get_by_label("Who sits at Archer")).to_be_visible()
    page.goto("/")
    page.get_by_role("button", name="Play Two Rivers").click()
    RiversTable(page).wait_for_turn()
    page.goto("/games")
    expect(page.get_by_role("link", name=re.compile("^You and 3 bots.*Two Rivers"))).to_be_visible()
