"""The end of a game at the table: what decided it, in the words of the review, and a new game from there."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from kingdoms.puzzles.files import shipped
from kingdoms.puzzles.solving import Attempt
from tests.support.games.tested_games import TESTED
from tests.support.pages.browsing import TAP, Picture, Table, Visit, assert_accessible, assert_fits, new_game, resize
from tests.support.suite.rings import inner_first


def given_away(page: Page, game: str) -> tuple[str, dict[str, str]]:
    """Lose a game with the costliest wrong answer to any of its puzzles; return its URL, and the other seats' bots."""
    # With two seats, resigning ends the game.
    of_two = [candidate for candidate in shipped(game) if Attempt(candidate).table.game.num_players == 2]
    loss, puzzle = max(
        ((candidate.moments[0].chance - candidate.moments[0].wrong[0].chance, candidate) for candidate in of_two),
        key=lambda pair: pair[0],
    )
    assert loss > 0.3
    table = Attempt(puzzle).table
    bot_seats = [seat for seat in table.game.seats if seat != puzzle.seat]
    bots = {seat: ("greedy", "level:2")[number % 2] for number, seat in enumerate(bot_seats)}
    seats = [{"seat": seat, "kind": "bot", "bot": bot} for seat, bot in bots.items()]
    url = new_game(page, [{"seat": puzzle.seat, "kind": "me"}, *seats], position=table.position())
    api = url.replace("/g/", "/api/games/")
    number = page.request.get(api).json()["number"]
    page.goto(url)
    Table(page).wait_for_turn()
    worst = min(puzzle.moments[0].wrong, key=lambda answer: answer.chance)
    assert page.request.post(f"{api}/actions", data={"base": number, "action": worst.action}).ok
    assert page.request.post(f"{api}/seats/{puzzle.seat}/resign").ok
    return url, bots


@pytest.mark.parametrize("game", inner_first(TESTED))
def test_costly_decisions_are_shown_at_the_end_and_can_be_retried(visit: Visit, picture: Picture, game: str) -> None:
    page = visit("/rules", viewport={"width": 1366, "height": 768})
    url, bots = given_away(page, game)
    over = page.get_by_role("region", name=re.compile("wins$"))
    expect(over.get_by_text(re.compile(r"^You resigned\. The "))).to_be_visible()
    expect(over.get_by_role("row").nth(1)).to_contain_text("won")
    race = page.get_by_role("region", name="How you win, and who is closest")
    expect(race).to_be_visible()
    expect(race.get_by_text("⚠")).to_have_count(0)
    turn = page.get_by_text(re.compile("'s turn$|^Your turn$"))
    expect(turn.and_(page.locator(":not(h3)"))).to_have_count(0)  # but for headings in the log
    decided = over.get_by_role("region", name="What decided it")
    cost = decided.get_by_text(re.compile(r"^You played: .+ That cost you \d\d points of 100 in win chances", re.DOTALL))
    expect(cost).to_be_visible()
    better = decided.get_by_text(re.compile("^Better: "))
    expect(better).to_be_hidden()  # the reader may want to find it
    decided.get_by_text("Show the better choice").click()
    expect(better).to_be_visible()
    assert_accessible(page)
    picture(page, f"decided-{game}")
    resize(page, {"width": 390, "height": 844})
    decided.scroll_into_view_if_needed()
    assert_fits(page)
    heights = decided.locator("a, button, summary").evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
    assert min(heights) >= TAP
    picture(page, f"decided-phone-{game}")
    resize(page, {"width": 1366, "height": 768})

    # The review has the results already, and its moment is explained.
    decided.get_by_role("link", name=re.compile(r"^See move \d+ in the review$")).click()
    expect(page.get_by_role("heading", name="Turning points")).to_be_visible()
    expect(page.get_by_text(re.compile("^That cost you|^You played: "))).to_be_visible()
    page.get_by_role("link", name=re.compile(r"^Find the better choice: Move \d+, you$")).click()
    expect(page.get_by_text("Find a better one.")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="Turning points")).to_be_visible()
    page.go_back()
    retry = over.get_by_role("button", name="Try again from here")
    expect(retry).to_be_visible()
    retry.press("Enter")
    page.wait_for_url(lambda address: "/g/" in address and address != url)
    Table(page).wait_for_turn()
    seats = page.request.get(page.url.replace("/g/", "/api/games/")).json()["seats"]
    assert {seat["seat"]: seat["bot"] for seat in seats if not seat["you"]} == bots
