"""Clocks wait for players until they come to the table: they may still be looking at the end of the game before."""

from __future__ import annotations

import time

from fastapi import FastAPI

from kingdoms.server.app.services import Services
from kingdoms.table.game.clocks import LONGEST_WAIT, Times
from tests.support.clients.admin import Admin
from tests.support.clients.http import Browser, Json, eventually, shared_game
from tests.support.games.sample_game import ONE, OTHER, opening
from tests.support.server.calendar import DAY, Calendar
from tests.support.server.launch import MakeSettings, serving

MINUTES = {"kind": "budget", "seconds": 600, "increment": 5, "then": "decided"}


async def rematch(asks: Browser, sleeps: Browser) -> Json:
    """Return a rematch that one visitor has asked for, in which the other one is to move, and has not come."""
    game_id = await shared_game(asks, sleeps, clock=MINUTES)
    await asks.post(f"/games/{game_id}/seats/{ONE}/resign")
    info = await asks.post(f"/games/{game_id}/rematch")
    info = await asks.settled(info["id"])
    while info["to_move"] in info["you"]:
        assert (info["clocks"]["running"], info["clocks"]["waits"]) == (ONE, None), "who has asked is at the table"
        await asks.end_turn(info["id"])
        info = await asks.settled(info["id"])
    return info


async def test_a_rematch_starts_nobodys_clock_unasked(
    app: FastAPI, ida: Browser, bob: Browser, address: str, calendar: Calendar
) -> None:
    program = (await ida.new_game("program", "me", position=opening().position(), clock=MINUTES))["id"]
    info = await rematch(ida, bob)
    game_id, seat = info["id"], info["to_move"]
    assert info["clocks"]["running"] is None
    assert info["clocks"]["waits"]["seat"] == seat
    calendar.passes(2 * DAY)
    await app.state.services.clocks.wake_games()
    info = await ida.get(f"/games/{game_id}")
    assert (info["status"], info["clocks"]["left"][seat]) == ("playing", 600)
    assert (await ida.get(f"/games/{program}"))["clocks"]["waits"]["seat"] == ONE, "the program has not connected"
    async with bob.live(address, game_id) as hears, ida.live(address, game_id):
        await hears.next("hello")
        await ida.until(f"/games/{game_id}", lambda answer: answer["clocks"]["running"] == seat)
        info = await ida.get(f"/games/{game_id}")
        assert info["clocks"]["waits"] is None
        assert 590 <= info["clocks"]["left"][seat] <= 600
    calendar.passes(601)
    await eventually(lambda: ida.is_over(game_id))
    assert (await ida.get(f"/games/{game_id}"))["outcome"]["loser"] == seat
    assert (await Admin(app.state.settings).answers("check"))["faults"] == 0


async def test_a_stopped_clock_goes_on_waiting_until_a_move(
    admin: Admin, ida: Browser, bob: Browser, services: Services
) -> None:
    """A program, for example, that asks for the game now and then, comes to the table by its move."""
    info = await rematch(ida, bob)
    game_id = info["id"]
    await admin.does("clocks", "stop", game_id)
    await admin.does("clocks", "start", game_id)
    info = await ida.until(f"/games/{game_id}", lambda answer: answer["number"] == info["number"] + 2)
    assert info["clocks"]["waits"]
    await bob.end_turn(game_id)
    await ida.end_turn(game_id)
    info = await bob.settled(game_id)
    assert info["clocks"]["running"] == info["to_move"] == OTHER
    assert info["clocks"]["left"][OTHER] > 600, "his time waited, and his first turn has added the increment"


async def test_clocks_wait_over_an_outage_but_not_for_ever(
    database_url: str, make_settings: MakeSettings, calendar: Calendar
) -> None:
    settings = make_settings(database=database_url)
    async with serving(settings) as app, Browser(app) as ida, Browser(app) as bob:
        info = await rematch(ida, bob)
        game_id, mover, cookies = info["id"], info["to_move"], ida.http.cookies
    calendar.passes(10 * DAY)
    async with serving(settings) as app, Browser(app) as browser:
        browser.http.cookies = cookies
        info = await browser.get(f"/games/{game_id}")
        assert (info["status"], info["clocks"]["left"][mover], info["clocks"]["waits"]["seat"]) == ("playing", 600, mover)
        calendar.passes(LONGEST_WAIT + 300)
        clocks = (await browser.get(f"/games/{game_id}"))["clocks"]
        assert (clocks["running"], clocks["waits"]) == (mover, None)
        assert 290 <= clocks["left"][mover] <= 300
        assert not await app.state.services.clocks.due_games(time.time())
        calendar.passes(301)
        await eventually(lambda: browser.is_over(game_id))
        assert (await browser.get(f"/games/{game_id}"))["outcome"]["loser"] == mover, "who never comes loses all the same"


async def test_a_waiting_clock_starts_once_at_two_servers(two_servers: tuple[FastAPI, FastAPI], calendar: Calendar) -> None:
    async with Browser(two_servers[0]) as ida, Browser(two_servers[1]) as bob:
        info = await rematch(ida, bob)
        services: list[Services] = [app.state.services for app in two_servers]
        first, second = [await server.games.get(info["id"]) for server in services]
        calendar.passes(DAY)
        await services[1].presence.mark_seen(second, [info["to_move"]], time.time())

        def is_running() -> bool:
            return first.times is not None and first.times.starts is None and first.times.running_seat == info["to_move"]

        await eventually(is_running)
        assert first.times is not None
        assert first.times.left[info["to_move"]] == 600


def test_the_clocks_of_earlier_versions_are_read() -> None:
    times = Times.read('{"left": {"N": 60.0}, "turn": "N", "runs": true, "at": 1000.0}')
    assert (times.starts, times.expires) == (None, 1060.0)
    assert "starts" not in times.text
    waiting = Times({"N": 60.0}, "N", runs=True, at=1000.0, starts=2000.0)
    assert Times.read(waiting.text) == waiting
    assert (waiting.seconds_left(1900.0), waiting.seconds_left(2010.0), waiting.expires) == ({"N": 60.0}, {"N": 50.0}, 2060.0)
