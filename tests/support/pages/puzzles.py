"""Puzzles on pages: answers by keys."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.support.games.tested_games import game_module
from tests.support.pages.browsing import Table


def answer(page: Page, game: str, seat: str, action: str) -> None:
    """Answer by keys: the target from the game's own tests, then the amount, or the choice if there are several."""
    table = Table(page)
    listing = page.get_by_role("button", name="Choices", exact=True)
    choice = page.locator(f".choices [data-action='{action}']")
    things = game_module(game, "pages").things(seat, action)
    for thing in things:
        expect(page.locator(thing).first).to_be_visible()
        page.locator(thing).first.press("Enter")
    # the list of a phone is there before it is opened
    expect(table.confirm.or_(choice).or_(listing).filter(visible=True).first).to_be_visible()
    amount = page.locator(".stepper")
    if amount.is_visible():
        set_amount(amount, int(action.rpartition(" ")[2]))
    elif not table.confirm.is_visible():
        if not choice.is_visible():
            listing.press("Enter")
        choice.press("Enter")
    table.confirm.press("Enter")


def set_amount(stepper: Locator, amount: int) -> None:
    """Set an amount by its buttons."""
    fewer, more = stepper.get_by_role("button").all()
    while (shown := int(stepper.locator("output").inner_text())) != amount:
        (more if shown < amount else fewer).press("Enter")
        expect(stepper.locator("output")).not_to_have_text(str(shown))
