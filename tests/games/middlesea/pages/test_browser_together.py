"""Playing with others: links, live updates, onlookers, and failures of the server, the connection or the page."""

from __future__ import annotations

import re
import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.games.middlesea.support.pages import opening
from tests.support.pages.browsing import Picture, Table, Troubles, Visit, against_bot, new_game
from tests.support.server.launch import ServerProcess
from tests.support.suite.rings import inner_first

TWO = [{"seat": "N", "kind": "me", "name": "Ida"}, {"seat": "S", "kind": "open"}]
UNREACHABLE = (
    r"WebSocket connection to .* failed",
    r"Failed to load resource: net::ERR_(CONNECTION_REFUSED|INTERNET_DISCONNECTED)",
)


@pytest.fixture
def own_server(tmp_path: Path, built_client: Path) -> Iterator[ServerProcess]:
    """A server that can be stopped and started again at the same address."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with ServerProcess(tmp_path / "data", port=port) as process:
        yield process


def joined(visit: Visit, start: str = "/rules") -> tuple[Page, Page]:
    """Return the pages of two people at one table, each in a browser of their own, who came there by link."""
    host = visit(start)
    host.goto(new_game(host, TWO, position=opening(), advice=True))
    guest = visit(host.url)
    guest.get_by_label("Your name").fill("Bruno")
    guest.get_by_role("button", name="Sit here as South").click()
    for page in (host, guest):
        expect(Table(page).board).to_be_visible()
    return host, guest


def test_two_players_meet_by_link_and_see_each_others_moves(visit: Visit, picture: Picture) -> None:
    host = visit("/new")
    host.get_by_role("group", name="Players").get_by_text("2", exact=True).click()
    host.get_by_role("button", name="friends by link").click()
    host.get_by_label("Your name").fill("Ida")
    host.get_by_text("Time, hints and more").click()
    host.get_by_label("Allow hints and chances").check()
    picture(host, "new")
    host.get_by_role("button", name="Create the table").click()
    expect(host.get_by_role("heading", name="The table is set")).to_be_visible()
    link = host.get_by_role("textbox", name="Link to this game").input_value()
    picture(host, "waiting")

    guest = visit(link)
    guest.get_by_label("Your name").fill("Bruno")
    guest.get_by_role("button", name="Sit here as North").click()
    sides = {"Ida": Table(host), "Bruno": Table(guest)}
    for _ in range(2):
        for side in sides.values():
            expect(side.heading).to_have_text(re.compile("^(Your turn|Waiting for .*(Ida|Bruno).*)$"))
        mover = "Ida" if sides["Ida"].hint.is_visible() else "Bruno"
        opponent = sides["Bruno" if mover == "Ida" else "Ida"]
        expect(opponent.heading).to_have_text(re.compile(f"^Waiting for .*{mover}"))
        expect(opponent.hint).to_have_count(0)
        expect(opponent.confirm).to_have_count(0)
        before = opponent.lines().count()
        sides[mover].take_hint()
        expect(opponent.lines()).not_to_have_count(before)
        for side in sides.values():
            expect(side.heading).to_have_text(re.compile("^(Your turn|Waiting for .*(Ida|Bruno).*)$"))
        expect(opponent.lines()).to_have_count(sides[mover].lines().count())
    picture(guest, "table-waiting")


def test_onlookers_see_everything_and_reloaded_pages_continue_where_they_were(visit: Visit) -> None:
    host, guest = joined(visit)
    host_table, guest_table, onlooker = Table(host), Table(guest), Table(visit(host.url))
    expect(onlooker.heading).to_have_text(re.compile("Waiting for .*Ida"))
    host_table.choose("The 1-market", "front middle")
    host_table.do()
    expect(onlooker.thing("1-market, North's front middle")).to_be_visible()
    expect(onlooker.lines().last).to_contain_text("North explores")
    for control in (onlooker.hint, onlooker.end, onlooker.undo):
        expect(control).to_have_count(0)
    expect(host.get_by_text("1 onlooker")).to_be_visible()
    host.reload()
    expect(host_table.thing("1-market, North's front middle")).to_be_visible()
    host_table.wait_for_turn()
    guest.reload()
    expect(guest_table.heading).to_have_text(re.compile("Waiting for .*Ida"))
    host_table.end_turn()
    guest_table.wait_for_turn()


@pytest.mark.parametrize("how", inner_first([signal.SIGKILL, signal.SIGTERM]))
def test_the_page_waits_for_a_restarting_server(
    visit: Visit, own_server: ServerProcess, troubles: Troubles, how: signal.Signals
) -> None:
    troubles.expect(*UNREACHABLE)
    page = visit(f"{own_server.url}/rules")
    game = Table.open(page, new_game(page, against_bot(), position=opening()))
    game.choose("The 1-market", "front middle")
    game.do()
    own_server.stop(how)
    message = "The server is restarting." if how == signal.SIGTERM else "Connection lost."
    notice = page.get_by_role("status").get_by_text(message)
    expect(notice).to_be_visible()
    own_server.start()
    expect(notice).to_have_count(0)
    expect(game.thing("1-market, North's front middle")).to_be_visible()
    game.end_turn()
    expect(page.get_by_role("button", name="End turn")).to_be_visible()


def test_a_lost_connection_is_reported_and_caught_up(visit: Visit, troubles: Troubles) -> None:
    troubles.expect(*UNREACHABLE)
    host, guest = joined(visit)
    guest.context.set_offline(True)
    notice = guest.get_by_role("status").get_by_text("You're offline.")
    expect(notice).to_be_visible()
    Table(host).choose("The 1-market", "front middle")
    Table(host).do()
    Table(host).end_turn()
    expect(Table(guest).thing("empty site, North's front middle")).to_be_visible()
    guest.context.set_offline(False)
    expect(notice).to_have_count(0)
    expect(Table(guest).thing("1-market, North's front middle")).to_be_visible()
    Table(guest).wait_for_turn()


def test_a_page_that_missed_entries_catches_up(visit: Visit, troubles: Troubles) -> None:
    """A player has the game open twice and plays in the other window; this one misses the messages."""
    troubles.expect("status of 409")
    host, _ = joined(visit)
    stale = host.context.new_page()
    deaf = False

    def between(page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        server.on_message(lambda message: None if deaf else page.send(message))

    stale.route_web_socket(re.compile("/live"), between)
    stale.goto(host.url)
    stale_table, host_table = Table(stale), Table(host)
    stale_table.wait_for_turn()
    deaf = True
    host_table.choose("The 1-market", "front middle")
    host_table.do()
    stale_table.choose("The 1-market", "front left")
    stale_table.confirm.click()
    expect(stale.get_by_text("Something happened in the meantime.")).to_be_visible()
    expect(stale_table.thing("1-market, North's front middle")).to_be_visible()
    expect(stale_table.thing("empty site, North's front left")).to_be_visible()
    stale_table.wait_for_turn()


def test_a_game_that_is_taken_back_is_gone_for_all(visit: Visit) -> None:
    host = visit("/rules")
    host.goto(new_game(host, TWO))
    guest = visit(host.url)
    expect(guest.get_by_role("heading", name="Take a seat")).to_be_visible()
    host.get_by_role("button", name="Cancel the game").click()
    host.get_by_role("button", name="Cancel the game").click()
    expect(host).to_have_url(re.compile("/games$"))
    expect(guest.get_by_role("heading", name="No such game")).to_be_visible()


def test_a_bot_stands_in_for_an_absent_player(visit: Visit, tmp_path: Path, built_client: Path) -> None:
    with ServerProcess(tmp_path / "data", environment={"KINGDOMS_GRACE": "0"}) as server:
        host, guest = joined(visit, f"{server.url}/rules")
        address = guest.url
        guest.goto(f"{server.url}/rules")
        expect(host.get_by_role("img", name="away")).to_be_visible()
        host.clock.install()
        host.reload()
        Table(host).wait_for_turn()
        host.clock.fast_forward(65_000)
        host.get_by_role("button", name="Let a bot stand in").click()
        Table(host).end_turn()
        expect(Table(host).lines().filter(has_text="South").first).to_be_visible()
        guest.goto(address)
        guest.get_by_role("button", name="Take your seat back").click()
        expect(guest.get_by_role("button", name="Take your seat back")).to_have_count(0)


def test_people_who_play_each_other_see_whether_there_are_hints(visit: Visit) -> None:
    host = visit("/rules")
    host.goto(new_game(host, TWO))
    expect(host.get_by_text("no hints at this table")).to_be_visible()
    guest = visit(host.url)
    expect(guest.get_by_text("no hints at this table")).to_be_visible()
    guest.get_by_role("button", name="Sit here as South").click()
    for page in (host, guest):
        expect(page.get_by_text("hints and chances come after the game")).to_be_visible()
        expect(Table(page).hint).to_have_count(0)
        expect(page.get_by_role("button", name="Chances: a quick look")).to_have_count(0)
    mover = next(page for page in (host, guest) if page.get_by_role("button", name="Why not?").is_visible())
    mover.keyboard.press("h")
    expect(Table(mover).confirm).to_have_count(0)
