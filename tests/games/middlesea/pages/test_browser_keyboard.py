"""Everything by keyboard, and by text: no test here touches the mouse."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.games.middlesea.support.pages import opening
from tests.support.pages.browsing import Table, Visit, against_bot, box_of, new_game, tab_to


def at_table(visit: Visit) -> Table:
    """Return a table at which North begins to build."""
    page = visit("/rules")
    return Table.open(page, new_game(page, against_bot(), position=opening()))


def test_from_the_start_page_to_the_table(visit: Visit) -> None:
    page = visit()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the page")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    tab_to(page, page.get_by_role("button", name="Play now"))
    page.keyboard.press("Enter")
    Table(page).wait_for_turn()


def test_a_build_phase_and_a_leader_phase(visit: Visit) -> None:
    game = at_table(visit)
    page, press = game.page, game.page.keyboard.press

    # On the board: from thing that offers something to thing that does.
    press("b")
    for name in ("Suns:", "empty site, North's front middle"):
        for _ in range(12):
            if game.thing(name).evaluate("one => one === document.activeElement"):
                break
            press("PageDown")
        expect(game.thing(name)).to_be_focused()
        press("Enter")
    expect(game.confirm).to_be_visible()
    press("Enter")
    expect(game.thing("1-market, North's front middle, held by nobody")).to_be_visible()

    # From the list: the road that makes it North's.
    press("c")
    focused = page.locator(":focus")
    for _ in range(20):
        text = focused.inner_text()
        if text.startswith("Build a road from your Capital to the 1-market at your front middle"):
            break
        press("ArrowDown")
    expect(focused).to_have_text(re.compile("^Build a road .* your front middle"))
    press("Enter")
    expect(game.confirm).to_be_focused()
    press("Enter")
    expect(game.thing("1-market, North's front middle, held by North")).to_be_visible()
    expect(page.locator(".ask")).to_be_focused()

    # Taken back, and done again by the bot's advice.
    press("u")
    expect(game.thing("1-market, North's front middle, held by nobody")).to_be_visible()
    press("h")
    expect(game.confirm).to_be_visible()
    press("Escape")
    game.wait_for_turn()

    # To the leaders.
    press("e")
    if game.confirm.count():
        press("e")
    expect(page.get_by_role("button", name="End turn")).to_be_visible()
    press("h")
    expect(game.confirm).to_be_visible()
    press("Enter")
    game.settle()
    expect(game.confirm).to_have_count(0)
    press("e")
    expect(game.confirm.or_(page.get_by_role("heading", name=re.compile("Waiting|Your turn"))).first).to_be_visible()
    if game.confirm.count():
        press("e")
    expect(page.get_by_text("Round 2", exact=True)).to_be_visible()


def test_keys_are_listed_and_move_around_the_page(visit: Visit) -> None:
    game = at_table(visit)
    page, press = game.page, game.page.keyboard.press
    press("?")
    keys = page.get_by_role("dialog", name="What the keys do")
    expect(keys.get_by_text("text view")).to_be_visible()
    press("Escape")
    expect(keys).to_have_count(0)
    press("l")
    expect(page.get_by_role("heading", name="Log")).to_be_focused()
    press("b")
    first = page.locator(":focus").get_attribute("data-key")
    press("ArrowUp")
    expect(page.locator(":focus")).not_to_have_attribute("data-key", first or "")
    north = box_of(game.thing("North's Capital"))
    press("m")
    turned = box_of(game.thing("North's Capital"))
    assert north["y"] > turned["y"]


def test_t_leads_to_the_text_view_where_the_same_game_is_played(visit: Visit) -> None:
    game = at_table(visit)
    page, press = game.page, game.page.keyboard.press
    press("t")
    expect(page).to_have_url(re.compile("/text$"))
    for name in ("Your decision", "Kingdoms", "Continents", "Log"):
        expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()
    expect(page.get_by_text(re.compile("^N.FM: empty site, North's front middle"))).to_be_visible()
    expect(page.get_by_text(re.compile("^Suns: ")).first).to_be_visible()
    expect(page.get_by_role("row", name=re.compile("South"))).to_contain_text("5")
    search = page.get_by_role("searchbox", name="Search the actions")

    # Words that fit one action only: Enter looks at it, Enter does it.
    tab_to(page, search)
    page.keyboard.type("1-market N.FM")
    expect(page.get_by_text(re.compile("^1 of .* fits"))).to_be_visible()
    press("Enter")
    expect(page.get_by_role("heading", name="What would happen")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Do it: lay the 1-market"))).to_be_focused()
    press("Escape")
    expect(page.get_by_role("radio", checked=True)).to_be_focused()
    press("Enter")
    expect(page.get_by_role("button", name=re.compile("^Do it: "))).to_be_focused()
    press("Enter")
    expect(page.get_by_role("heading", name="Your decision")).to_be_focused()
    news = page.get_by_role("status", name="News")
    expect(news).to_contain_text("You explore and lay the 1-market at your front middle (N.FM)")

    # The list by arrow keys, the preview, and Enter.
    tab_to(page, search)
    page.keyboard.type("road")
    tab_to(page, page.get_by_role("radio").first)
    press("Space")
    press("Enter")
    expect(page.get_by_role("button", name=re.compile("^Do it: .*road", re.I))).to_be_focused()
    press("Enter")
    expect(news).to_contain_text("control it now")
    expect(page.get_by_role("row", name=re.compile("North"))).to_contain_text("1")

    tab_to(page, page.get_by_role("button", name="Take back my last action"))
    press("Enter")
    expect(page.get_by_text(re.compile("Moves were taken back")).first).to_be_visible()

    # Why not, with the clause.
    tab_to(page, page.get_by_text("Why not?", exact=True))
    press("Enter")
    tab_to(page, page.get_by_label("An action that isn't offered, in notation"))
    page.keyboard.type("road S.C S.FM")
    press("Enter")
    expect(page.get_by_role("link", name=re.compile(r"^[A-Z]+-\d+$")).first).to_be_visible()

    # The end of the phase, and back to the board.
    tab_to(page, page.get_by_role("button", name="End the phase"))
    press("Enter")
    expect(page.get_by_role("radio", checked=True)).to_be_focused()
    press("Enter")
    expect(page.get_by_role("button", name=re.compile("^Do it: "))).to_be_focused()
    press("Enter")
    expect(news).to_contain_text("Your decision")
    press("t")
    expect(game.board).to_be_visible()
