"""Playing at the table: alone against bots, several at one screen; seeing first, taking back, asking why."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.games.middlesea.support.pages import opening, siege
from tests.games.middlesea.support.tables import table
from tests.support.pages.browsing import Picture, Table, Visit, against_bot, new_game


def test_the_effects_of_a_choice_are_previewed(visit: Visit, picture: Picture) -> None:
    page = visit("/rules")
    game = Table.open(page, new_game(page, against_bot(), position=opening()))

    # From the board: a stack, then a site for its tile.
    game.thing("Suns:").click()
    game.thing("empty site, North's front middle").click()
    expect(
        page.get_by_role("paragraph").filter(has_text="Lay the 1-market at your front middle for 1 good and 1 gold")
    ).to_be_visible()
    picture(page, "table-preview")
    page.keyboard.press("Escape")
    expect(game.confirm).to_have_count(0)
    page.keyboard.press("Escape")
    game.wait_for_turn()
    expect(game.lines()).to_have_count(0)

    # From the list, confirmed by Enter.
    game.choose("The 1-market", "front middle")
    expect(game.confirm).to_be_visible()
    page.keyboard.press("Enter")
    game.wait_for_turn()
    expect(game.thing("empty site, North's front middle")).to_have_count(0)
    # A road: the remaining money is said, and shown in the card.
    game.choose("Build a road from", "front middle")
    expect(page.get_by_role("listitem").filter(has_text=re.compile("^goods 4 → 3$"))).to_be_visible()
    expect(page.get_by_text(re.compile("^Gained: "))).to_be_visible()
    game.back.click()
    game.wait_for_turn()


def test_an_amount_says_of_what(visit: Visit) -> None:
    page = visit("/rules", viewport={"width": 1366, "height": 768})
    north = {"goods": 6, "gold": 6, "roads": ["N.C-N.FM"]}
    game = Table.open(
        page, new_game(page, against_bot(), position=table("build", "N", sites={"N.FM": "A3"}, seats="NS", N=north).position())
    )
    game.thing("3-garrison, North's front middle").click()
    expect(page.get_by_role("slider", name="How many")).to_be_visible()
    words = game.asked.locator(".words")
    expect(words).to_contain_text(re.compile("pier"))
    expect(words).to_be_in_viewport(ratio=1)


def test_undo_takes_back_and_the_turn_is_ended_on_purpose(visit: Visit) -> None:
    page = visit("/rules")
    game = Table.open(page, new_game(page, against_bot("E", "S", "W")))
    expect(game.undo).to_have_count(0)
    game.choose("The ", "front left")
    game.do()
    expect(game.thing("empty site, North's front left")).to_have_count(0)
    game.undo.click()
    expect(game.thing("empty site, North's front left")).to_be_visible()
    expect(game.undo).to_have_count(0)

    game.end.click()
    expect(page.get_by_text(re.compile("You could still build"))).to_be_visible()
    game.back.click()
    game.wait_for_turn()
    game.end.click()
    page.get_by_role("button", name="End now").click()
    expect(page.get_by_role("button", name="End turn")).to_be_visible()


def test_amounts_are_set_step_by_step_with_what_they_lead_to(visit: Visit, picture: Picture) -> None:
    page = visit("/rules")
    game = Table.open(page, new_game(page, against_bot(), position=siege()))
    game.thing("North's leader 3, North's front middle").click()
    game.thing("4-market, South's front left").click()
    expect(page.get_by_role("strong").filter(has_text="6 (up to 12) against 4, at most 8")).to_be_visible()
    picture(page, "table-attack")
    game.do()

    amount = page.get_by_role("slider", name="How many")
    expect(amount).to_be_visible()
    status = page.get_by_role("status").filter(has_text=re.compile(r"^\d+$"))
    page.get_by_role("button", name="One fewer").click(click_count=1)
    before = int(status.inner_text())
    page.get_by_role("button", name="One more").click()
    expect(status).to_have_text(str(before + 1))
    expect(page.get_by_text("Wins whatever they do")).to_be_visible()
    amount.press("Home")
    expect(status).to_have_text("0")
    expect(page.get_by_role("button", name="One fewer")).to_be_disabled()
    amount.press("End")
    expect(status).to_have_text("6")
    picture(page, "table-hire")
    game.do()
    expect(game.thing("4-market, South's front left, held by North")).to_be_visible()


def test_with_four_seats_an_amount_leaves_room_for_the_other_buttons(visit: Visit) -> None:
    page = visit("/rules", viewport={"width": 1440, "height": 900})
    game = Table.open(page, new_game(page, against_bot("E", "S", "W"), position=siege("NESW")))
    game.choose("Your 3-leader", "South's front left")
    game.do()
    expect(page.get_by_role("slider", name="How many")).to_be_visible()
    for button in (game.confirm, page.get_by_role("button", name="Undo"), page.get_by_role("button", name="Hint", exact=True)):
        expect(button).to_be_in_viewport(ratio=1)


def test_why_not_says_the_clause_and_leads_to_it(visit: Visit) -> None:
    page = visit("/rules")
    game = Table.open(page, new_game(page, against_bot()))
    page.get_by_role("button", name="Why not?").click()
    expect(page.get_by_text("Tap what you'd like to use")).to_be_visible()
    game.thing("South's Capital").click()
    clause = page.get_by_role("link", name=re.compile("^Rule (AMB|BR)-"))
    expect(clause).to_be_visible()
    name = clause.inner_text().removeprefix("Rule ")
    with page.context.expect_page() as opened:
        clause.click()
    rules = opened.value
    expect(rules).to_have_url(re.compile(f"/rules/middlesea#{name}$"))
    expect(rules.locator(f"[id='{name}']")).to_be_in_viewport()

    # A thing on the board that offers nothing says why, too.
    game.asked.get_by_role("button", name="Close").click()
    game.thing("South's Capital").click()
    expect(page.get_by_role("status").filter(has_text="Why not?")).to_be_visible()


def test_a_hint_comes_with_its_reason_and_chances_with_figures(visit: Visit) -> None:
    page = visit("/rules")
    game = Table.open(page, new_game(page, against_bot()))
    game.hint.click()
    expect(game.confirm).to_be_visible()
    expect(page.get_by_text(re.compile(r"^It .*\.$"))).to_be_visible()
    game.back.click()
    page.get_by_role("button", name="Chances: a quick look").click()
    expect(page.get_by_text(re.compile(r"^North \d+%$"))).to_be_visible()
    expect(page.get_by_text(re.compile(r"^(give or take \d+%|certain)$"))).to_be_visible()
    expect(page.get_by_text(re.compile(r"ways? tried$"))).to_be_visible()
    page.get_by_text("How it may go on").click()
    expect(page.get_by_text(re.compile("^North ")).last).to_be_visible()
    # a search ends with its moment
    page.get_by_role("button", name="Think longer").click()
    expect(page.get_by_text(re.compile("^Thinking…"))).to_be_visible()
    game.end_turn()
    expect(page.get_by_text("From an earlier moment")).to_be_visible()


def test_two_at_one_screen_are_asked_in_turn(visit: Visit, picture: Picture) -> None:
    page = visit("/new")
    page.get_by_role("group", name="Players").get_by_text("2", exact=True).click()
    page.get_by_role("button", name="everyone at this screen").click()
    page.get_by_label("Your name").fill("Ida")
    page.get_by_role("textbox", name="Name: North").fill("Bruno")
    page.get_by_role("button", name="Start", exact=True).click()
    game = Table(page)
    headings: list[str] = []
    for _ in range(4):
        game.wait_for_turn()
        expect(game.heading).to_have_text(re.compile("^(Pass to Ida: South decides|Pass to Bruno: North decides)$"))
        headings.append(game.heading.inner_text())
        if len(headings) == 1:
            picture(page, "table-shared")
        game.end_turn()
        expect(game.heading).not_to_have_text(headings[-1])
    for name in ("Ida", "Bruno"):
        expect(game.lines().get_by_text(name).first).to_be_visible()
    assert headings[0] == headings[2] != headings[1] == headings[3]
