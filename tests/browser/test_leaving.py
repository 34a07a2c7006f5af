"""Two people at one table, each in a browser of their own: the clock, a move that is taken back, an agreed end, giving up."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.support.games.sample_game import END, ONE, OTHER, opening
from tests.support.pages.browsing import Picture, Table, Visit, assert_accessible, assert_fits, new_game, small_targets

CLOCK = {"kind": "budget", "seconds": 600, "increment": 5, "then": "decided"}
NAME, OTHERS = (opening().game.seat_name(seat) for seat in (ONE, OTHER))


def two(visit: Visit) -> tuple[Page, Page]:
    """Return the pages of two who have met at a table with a clock; the second is at a phone."""
    host = visit("/new")
    host.get_by_role("button", name="friends by link").click()
    host.get_by_text("Time, hints and more").click()
    host.get_by_text("Minutes each", exact=True).click()
    host.get_by_label("Minutes for each player").fill("0")
    host.get_by_role("button", name="Create the table").click()
    expect(host.get_by_role("alert")).to_contain_text("1 to 600 minutes")
    seats = [{"seat": ONE, "kind": "me", "name": "Ida"}, {"seat": OTHER, "kind": "open"}]
    host.goto(new_game(host, seats, position=opening().position(), clock=CLOCK))
    expect(host.get_by_text("10 minutes each, 5 seconds more per turn")).to_be_visible()
    guest = visit(host.url, viewport={"width": 390, "height": 844}, has_touch=True)
    guest.get_by_label("Your name").fill("Bruno")
    guest.get_by_role("button", name=f"Sit here as {OTHERS}").click()
    return host, guest


def leave(page: Page) -> None:
    """Open what there is for leaving."""
    page.get_by_role("button", name="End or leave").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_two_with_a_clock_take_back_agree_and_resign(visit: Visit, picture: Picture) -> None:
    host, guest = two(visit)
    for page in (host, guest):
        expect(Table(page).board).to_be_visible()
        expect(page.get_by_role("timer", name=f"Time left for {NAME}").first).to_contain_text(":")
    number = host.request.get(f"{host.url.replace('/g/', '/api/games/')}").json()["number"]
    host.request.post(f"{host.url.replace('/g/', '/api/games/')}/actions", data={"base": number, "action": END})
    expect(host.get_by_role("timer", name=f"Time left for {OTHERS}").first).to_be_visible()

    leave(host)
    picture(host, "leaving")
    assert_accessible(host)
    host.get_by_role("button", name="Ask to take back your last move").click()
    note = guest.get_by_role("region", name="Proposal")
    expect(note).to_contain_text("would like to take a move back")
    expect(host.get_by_role("region", name="Proposal")).to_contain_text("Waiting for")
    picture(guest, "proposal-phone")
    picture(host, "proposal")
    assert_accessible(guest)
    assert_fits(guest)
    assert small_targets(guest) == []
    note.get_by_role("button", name="Agree").click()
    expect(note).to_have_count(0)
    expect(Table(host).heading).to_have_text("Your turn")

    leave(guest)
    guest.get_by_role("button", name="Propose to end the game now").click()
    proposal = host.get_by_role("region", name="Proposal")
    proposal.get_by_role("button", name="Decline").focus()
    host.keyboard.press("Enter")
    expect(guest.get_by_role("region", name="Proposal")).to_contain_text("has declined")
    leave(host)
    host.get_by_role("button", name="Propose to end the game now").click()
    guest.get_by_role("region", name="Proposal").get_by_role("button", name="Agree").click()
    for page in (host, guest):
        expect(page.get_by_text("Everybody agreed to end the game.")).to_be_visible()
    picture(host, "agreed")

    host.get_by_role("button", name="Rematch").click()
    guest.get_by_role("link", name="Go to the rematch").click()
    expect(Table(guest).board).to_be_visible()
    leave(guest)
    guest.get_by_role("button", name="Resign", exact=True).click()
    picture(guest, "resign-phone")
    guest.get_by_role("button", name="Yes, resign").click()
    expect(host.get_by_role("heading", name="You have won")).to_be_visible()
    expect(host.get_by_text("Bruno) resigned.")).to_be_visible()
    picture(host, "resigned")
    picture(guest, "resigned-phone")


def test_the_clock_of_a_rematch_waits_for_the_other(visit: Visit, picture: Picture) -> None:
    """No bot is offered in their place meanwhile, however long they are away."""
    host, guest = two(visit)
    expect(Table(guest).board).to_be_visible()
    game = host.url.replace("/g/", "/api/games/")
    host.request.post(f"{game}/seats/{ONE}/resign")
    expect(host.get_by_role("button", name="Rematch")).to_be_visible()
    first_table = host.url
    host.get_by_role("button", name="Rematch").click()
    expect(host).not_to_have_url(first_table)
    expect(Table(host).board).to_be_visible()
    rematch = host.url.replace("/g/", "/api/games/")
    for _ in range(200):
        info = host.request.get(rematch).json()
        if info["to_move"] == OTHER:
            break
        ask = host.request.get(f"{rematch}/legal").json()["ask"]
        if ask is None:
            host.wait_for_timeout(50)  # chance is to move, or the table has not begun
        else:
            choices = [choice["action"] for choice in ask["choices"]]
            host.request.post(
                f"{rematch}/actions", data={"base": info["number"], "action": END if END in choices else choices[0]}
            )
    note = host.get_by_text("The clock waits for Bruno to come to this table")
    expect(note.first).to_be_visible()
    expect(host.get_by_role("timer", name=f"Time left for {OTHERS}").first).to_have_text("10:00")
    expect(host.get_by_role("button", name="Let a bot stand in")).to_have_count(0)
    picture(host, "clock-waits")
    assert_accessible(host)
    guest.goto(host.url)
    expect(note).to_have_count(0)
    expect(host.get_by_role("timer", name=f"Time left for {OTHERS}").first).to_contain_text("09:")
