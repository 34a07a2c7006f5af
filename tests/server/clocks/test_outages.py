"""Outages and planned work: time in which no server was alive costs nobody, and an operator can stop clocks."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import select, update

from kingdoms.server.app.asgi import create_app
from kingdoms.server.app.services import Services
from kingdoms.server.base.settings import ServerSettings
from kingdoms.server.database.heartbeat import Heartbeat
from kingdoms.server.database.tables import GameRow
from kingdoms.table.game.clocks import Times
from tests.support.clients.admin import Admin
from tests.support.clients.http import Browser, Json, at_a_port, eventually, shared_game
from tests.support.games.sample_game import ONE, OTHER
from tests.support.server.calendar import Calendar
from tests.support.server.launch import MakeSettings, running, serving
from tests.support.server.rows import execute, scalar

MINUTES = {"kind": "budget", "seconds": 600, "increment": 0, "then": "decided"}
HOUR = 3600


@pytest.fixture
def settings(database_url: str, make_settings: MakeSettings) -> ServerSettings:
    """The settings of a server that is started again."""
    return make_settings(database=database_url)


class Players:
    """Two players and their cookies, which they keep when the server is started again."""

    def __init__(self) -> None:
        self.cookies: list[Any] = []

    @contextlib.asynccontextmanager
    async def at(self, app: FastAPI) -> AsyncIterator[tuple[Browser, Browser]]:
        """Yield the two as visitors of a server."""
        async with Browser(app) as ida, Browser(app) as bob:
            for browser, cookies in zip((ida, bob), self.cookies, strict=False):
                browser.http.cookies.update(cookies)
            yield ida, bob
            self.cookies = [ida.http.cookies, bob.http.cookies]


async def left(browser: Browser, game_id: str) -> dict[str, float]:
    """Return how many seconds the seats have left."""
    seconds: dict[str, float] = (await browser.get(f"/games/{game_id}"))["clocks"]["left"]
    return seconds


async def clock_sentences(browser: Browser, game_id: str) -> list[str]:
    """Return what the log of a table says about clocks."""
    return [entry["events"][0]["text"] for entry in await browser.history(game_id) if entry["undo"] is not None]


def kill(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a server end without a last sign of life, as one that is killed does."""

    async def silent(_: Heartbeat) -> None:
        pass

    app.state.services.background.stop()
    monkeypatch.setattr(Heartbeat, "leave", silent)


@pytest.mark.both_databases
async def test_the_time_of_an_outage_is_given_back(settings: ServerSettings, calendar: Calendar) -> None:
    players = Players()
    async with serving(settings) as app, players.at(app) as (ida, bob):
        game_id = await shared_game(ida, bob, clock=MINUTES)
        lobby = (await ida.new_game("me", "open", clock=MINUTES))["id"]
        limited = await shared_game(ida, bob, minutes=60)
        deadline = app.state.services.games.by_id[limited].header.deadline
        stopped = await shared_game(ida, bob, clock=MINUTES)
        await Admin(settings).does("clocks", "stop", stopped)
        await ida.post(f"/games/{game_id}/proposals", {"kind": "end"})
        calendar.passes(60)
    calendar.passes(3 * HOUR)
    async with serving(settings) as restarted_app, players.at(restarted_app) as (ida, bob):
        async with at_a_port(restarted_app) as address, bob.live(address, game_id, after=0) as hears:
            hello = await hears.next("hello")
        assert [entry["call"] for entry in hello["missed"]] == ["outage"]
        assert (hello["info"]["clocks"]["running"], hello["info"]["proposal"]["status"]) == (ONE, "open")
        assert (await ida.get(f"/games/{limited}"))["status"] == "playing"
        moved = restarted_app.state.services.games.by_id[limited].header.deadline
        assert moved == pytest.approx(deadline + 3 * HOUR, abs=15)
        assert await scalar(restarted_app, select(GameRow.wakes).where(GameRow.id == limited)) == moved
        info = await ida.get(f"/games/{stopped}")
        assert (info["clocks"]["running"], info["number"]) == (None, 1)
        assert info["clocks"]["left"][ONE] == pytest.approx(600, abs=15)
        await Admin(settings).does("clocks", "start", stopped)
        assert (await info_after(ida, stopped, 2))["clocks"]["running"] == ONE
        assert (await left(ida, game_id))[ONE] == pytest.approx(540, abs=15)
        assert await clock_sentences(bob, game_id) == ["The server was down for 3 hours. The clocks go on where they stood."]
        assert (await bob.get(f"/games/{lobby}"))["number"] == 0
        await ida.end_turn(game_id)
        calendar.passes(60)
        seconds = await left(ida, game_id)
        assert [seconds[ONE], seconds[OTHER]] == pytest.approx([540, 540], abs=15)
        entry = (await ida.history(game_id))[0]
        assert (entry["call"], entry["by"]) == ("outage", None)
        assert entry["events"][0]["details"]["seconds"] == pytest.approx(3 * HOUR, abs=15)
        assert (await Admin(settings).answers("check"))["faults"] == 0
        calendar.passes(541)
        await eventually(lambda: ida.is_over(game_id))
        calls = restarted_app.state.services.games.by_id[limited].calls
        assert "time" not in calls
        calendar.passes(HOUR)
        await eventually(lambda: "time" in calls)


async def test_a_short_outage_has_no_line_and_a_clock_that_is_set_back_blocks_nobody(
    settings: ServerSettings, calendar: Calendar
) -> None:
    players = Players()
    async with serving(settings) as app, players.at(app) as (ida, bob):
        game_id = await shared_game(ida, bob, clock=MINUTES)
        calendar.passes(60)
    calendar.passes(9)
    async with serving(settings) as app, players.at(app) as (ida, _):
        assert (await left(ida, game_id))[ONE] == pytest.approx(540, abs=15)
        assert await clock_sentences(ida, game_id) == []
    calendar.passes(-HOUR)
    async with serving(settings) as app, players.at(app) as (ida, _):
        assert (await left(ida, game_id))[ONE] == pytest.approx(540, abs=15)
        assert await clock_sentences(ida, game_id) == ["The server was down. The clocks go on where they stood."]
        calendar.passes(60)
        assert (await left(ida, game_id))[ONE] == pytest.approx(480, abs=15)
        calendar.passes(481)
        await eventually(lambda: ida.is_over(game_id))


async def test_a_killed_server_counts_as_alive_until_its_last_heartbeat(
    settings: ServerSettings, calendar: Calendar, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = Players()
    app = create_app(settings)
    with monkeypatch.context() as dying:
        async with running(app), players.at(app) as (ida, bob):
            early = await shared_game(ida, bob, clock=MINUTES)
            calendar.passes(60)
            kill(app, dying)
            await app.state.heartbeat.write()
            calendar.passes(5)
            late = await shared_game(ida, bob, clock=MINUTES)
        calendar.passes(HOUR)
    async with serving(settings) as restarted_app, players.at(restarted_app) as (ida, _):
        assert (await left(ida, early))[ONE] == pytest.approx(540, abs=2)
        assert (await left(ida, late))[ONE] == pytest.approx(600, abs=2), "what happened after the last sign is known, too"


async def test_both_flags_at_once(settings: ServerSettings, calendar: Calendar) -> None:
    """Neither seat has any time left when the server comes back; each is called in its turn, once."""
    players = Players()
    async with serving(settings) as app, players.at(app) as (ida, bob):
        decided = await shared_game(ida, bob, clock=MINUTES)
        by_bot = await shared_game(ida, bob, clock=MINUTES | {"then": "bot"}, stand_in="random")
        app.state.services.background.stop()
    spent = Times({ONE: 0.0, OTHER: 0.0}, ONE, True, time.time()).text
    await execute(app, update(GameRow).values(clocks=spent, wakes=time.time()))
    await app.state.database.close()
    calendar.passes(HOUR)
    async with serving(settings) as restarted_app, players.at(restarted_app) as (ida, _):
        for game_id, loser, expected in ((decided, ONE, ["outage", "clock"]), (by_bot, OTHER, ["outage", "late", "clock"])):
            info = await ida.until(f"/games/{game_id}", lambda answer: answer["status"] == "over")
            assert info["outcome"]["loser"] == loser
            assert [entry["call"] for entry in await ida.history(game_id) if entry["call"] is not None] == expected


async def test_time_is_given_back_once_and_not_while_another_server_is_alive(
    postgres_url: str, make_settings: MakeSettings, calendar: Calendar
) -> None:
    settings, players = make_settings(database=postgres_url), Players()
    async with serving(settings) as app, players.at(app) as (ida, bob):
        game_id = await shared_game(ida, bob, clock=MINUTES)
        app.state.services.background.stop()  # its sign of life is late
        calendar.passes(20)
        async with serving(settings) as second_app, players.at(second_app) as (ida, _):
            assert (await left(ida, game_id))[ONE] == pytest.approx(580, abs=15)
            assert await clock_sentences(ida, game_id) == []
    calendar.passes(HOUR)
    async with contextlib.AsyncExitStack() as stack:  # two servers start at once
        apps = [create_app(settings) for _ in range(2)]
        await asyncio.gather(*(stack.enter_async_context(running(server)) for server in apps))
        for server in apps:
            async with players.at(server) as (ida, _):
                assert (await left(ida, game_id))[ONE] == pytest.approx(580, abs=15)
                assert len(await clock_sentences(ida, game_id)) == 1


async def info_after(browser: Browser, game_id: str, number: int) -> Json:
    """Wait until the server has heard of a command, and return the info."""
    return await browser.until(f"/games/{game_id}", lambda answer: answer["number"] == number)


async def test_an_operator_stops_clocks_and_gives_time(
    services: Services, ida: Browser, bob: Browser, admin: Admin, calendar: Calendar
) -> None:
    waiting, without = (await ida.new_game("me", "open", clock=MINUTES))["id"], await shared_game(ida, bob)
    game_id = await shared_game(ida, bob, clock=MINUTES)
    for words, says in (
        (("stop", "nosuchgame"), "there is no game nosuchgame"),
        (("stop", waiting), f"the game {waiting} is not under way"),
        (("stop", game_id, without), f"the game {without} has no clocks"),
        (("start", game_id), f"the clocks of {game_id} are not stopped"),
    ):
        assert await admin.refuses("clocks", *words) == says
    assert "--all" in (await admin.run("clocks", "stop"))[2]
    assert (await ida.get(f"/games/{game_id}"))["clocks"]["running"] == ONE, "all or none"
    assert await admin.answers("clocks", "start", "--all") == {"started": []}
    calendar.passes(60)
    assert await admin.does("clocks", "stop", "--all") == "Clocks stopped in 1 game.\n"
    assert (await info_after(ida, game_id, 1))["clocks"]["running"] is None
    assert await admin.refuses("clocks", "stop", game_id) == f"the clocks of {game_id} are stopped already"
    calendar.passes(HOUR)
    assert (await left(ida, game_id))[ONE] == pytest.approx(540, abs=15)
    await ida.end_turn(game_id)
    calendar.passes(HOUR)
    assert (await left(ida, game_id))[OTHER] == 600, "people can go on without a clock"
    number = (await ida.get(f"/games/{game_id}"))["number"]
    assert await admin.answers("clocks", "start", "--all") == {"started": [game_id]}
    assert (await info_after(ida, game_id, number + 1))["clocks"]["running"] == OTHER
    calendar.passes(100)
    assert (await left(ida, game_id))[OTHER] == pytest.approx(500, abs=15)
    assert await admin.answers("clocks", "give", game_id, "--minutes", "10") == {"given": [game_id]}
    info = await info_after(ida, game_id, number + 2)
    assert [info["clocks"]["left"][seat] for seat in (ONE, OTHER)] == pytest.approx([1140, 1100], abs=15)
    assert await clock_sentences(ida, game_id) == [
        "The server's operator has stopped the clocks.",
        "The server's operator has started the clocks again.",
        "The server's operator has given everyone 10 minutes more.",
    ]
    assert (await admin.answers("check"))["faults"] == 0
    calendar.passes(600)
    assert await services.clocks.due_games(time.time()) == []
    calendar.passes(501)
    await eventually(lambda: ida.is_over(game_id))
