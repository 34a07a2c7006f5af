"""The clocks of tables: whose time runs, timeouts, and the effects of restarts and undos."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import pytest
from fastapi import FastAPI
from sqlalchemy import update

from kingdoms.server.app.services import Services
from kingdoms.server.database.tables import EntryRow
from kingdoms.server.table.live_games import LiveGames
from kingdoms.table.game.clocks import Clock, Times
from tests.support.clients.admin import Admin
from tests.support.clients.http import Browser, Json, eventually, shared_game
from tests.support.games.sample_game import END, ONE, OTHER, STEPS, opening, seated, seats
from tests.support.games.tested_games import SAMPLE
from tests.support.server.calendar import DAY, Calendar
from tests.support.server.launch import MakeSettings, serving
from tests.support.server.rows import execute

DAYS = {"kind": "turn", "seconds": 3 * DAY, "increment": 0, "then": "bot"}
MINUTES = {"kind": "budget", "seconds": 600, "increment": 5, "then": "decided"}


def left(info: Json, seat: str) -> float:
    """Return how many seconds a seat has left."""
    seconds: float = info["clocks"]["left"][seat]
    return seconds


def is_asked(seat: str) -> Callable[[Json], bool]:
    return lambda info: bool(info["to_move"] == seat)


def is_over(info: Json) -> bool:
    return bool(info["status"] == "over")


WRONG: tuple[Json, ...] = (
    *({}, {"kind": "turn"}, {"kind": "sand", "seconds": 60}, {"kind": "turn", "seconds": 60, "increment": 5}),
    *({"kind": "turn", "seconds": seconds} for seconds in (29, 30 * DAY + 1, 60.5, "60", True, -60)),
    {"kind": "budget", "seconds": 7 * DAY + 1},
    *({"kind": "budget", "seconds": 600} | wrong for wrong in ({"increment": -1}, {"increment": DAY + 1})),
    *({"kind": "budget", "seconds": 600} | wrong for wrong in ({"then": "explode"}, {"flag": True})),
)


async def test_impossible_clocks_are_refused(ida: Browser) -> None:
    for clock in WRONG:
        assert await ida.refused("POST", "/games", {"seats": seated("me", "me"), "clock": clock}) == (422, "invalid"), clock
    body = {"game": SAMPLE, "seats": seated("me", "me"), "clock": DAYS, "minutes": 60}
    assert await ida.refused("POST", "/games", body) == (422, "invalid"), "a time limit and a clock are two times"


async def test_time_runs_for_the_seat_to_move(ida: Browser, bob: Browser, address: str, calendar: Calendar) -> None:
    began = time.monotonic()
    game_id = await shared_game(ida, bob, clock=MINUTES)

    def is_about(actual: float, seconds: float) -> bool:
        """Return whether a clock has so many seconds left, less what this test has taken."""
        return seconds - (time.monotonic() - began) - 0.1 <= actual <= seconds

    calendar.passes(60)
    info = await bob.get(f"/games/{game_id}")
    assert (info["clock"], info["clocks"]["running"]) == (MINUTES, ONE)
    assert is_about(left(info, ONE), 540)
    assert left(info, OTHER) == 600
    await ida.act(game_id, 0, STEPS[0])
    calendar.passes(60)
    await ida.post(f"/games/{game_id}/undo", {"base": 1})
    assert is_about(left(await ida.get(f"/games/{game_id}"), ONE), 480), "what one takes back oneself was time all the same"
    async with bob.listening(address, game_id) as hears:
        await ida.end_turn(game_id)
        await hears.until(lambda message: message["type"] == "entry" and message["around"]["clocks"]["running"] == OTHER)
    info = await ida.get(f"/games/{game_id}")
    assert info["clocks"]["running"] == OTHER
    assert is_about(left(info, ONE), 485), "a turn that is over adds its increment"
    calendar.passes(100)
    info = await ida.get(f"/games/{game_id}")
    assert is_about(left(info, ONE), 485)
    assert is_about(left(info, OTHER), 500)


async def test_no_time_runs_for_bots(ida: Browser, calendar: Calendar) -> None:
    """Where only bots would be left, the game is over."""
    clock = MINUTES | {"then": "bot"}
    game_id = (await ida.new_game("me", "bot:random", position=opening().position(), clock=clock))["id"]
    info = await ida.settled(game_id)
    assert set(info["clocks"]["left"]) == {ONE}
    for _ in range(4):
        calendar.passes(10)
        choices = await ida.choices(game_id)
        await ida.act(game_id, info["number"], END if END in choices else choices[0])
        info = await ida.settled(game_id)
        assert (info["to_move"], info["clocks"]["running"]) == (ONE, ONE)
    assert 560 < left(info, ONE) < 590
    calendar.passes(601)
    assert (await ida.until(f"/games/{game_id}", is_over))["outcome"]["winners"] == [OTHER]


async def test_a_stand_in_stops_the_clock(app: FastAPI, ida: Browser, bob: Browser, calendar: Calendar) -> None:
    game_id = await shared_game(ida, bob, clock=DAYS)
    calendar.passes(DAY)  # Ida has been away
    games: LiveGames = app.state.games
    live = games.by_id[game_id]
    async with games.change(live) as change:  # the bot waits until the change is complete
        await change.change_seat(ONE, expected={}, stand_in="random")
        assert live.times is not None
        assert live.times.running_seat is None
        calendar.passes(DAY)
        assert round(live.times.seconds_left(time.time())[ONE] / DAY) == 2
    await ida.post(f"/games/{game_id}/seats/{ONE}/return")
    info = await ida.get(f"/games/{game_id}")
    assert info["clocks"]["running"] == ONE
    assert round(left(info, ONE) / DAY) == 2


async def test_a_bot_takes_the_seat(app: FastAPI, ida: Browser, bob: Browser, calendar: Calendar) -> None:
    """In a turn of its own time for this turn; when all of the time is used up, for good."""
    game_id = await shared_game(ida, bob, clock=DAYS, stand_in="random")
    for_good = await shared_game(ida, bob, clock=MINUTES | {"then": "bot"}, stand_in="random")
    calendar.passes(3 * DAY + 1)
    info = await bob.until(f"/games/{game_id}", is_asked(OTHER))
    assert (info["status"], info["seats"][0]["stand_in"], info["seats"][0]["gone"]) == ("playing", "random", None)
    assert (await bob.history(game_id))[0]["events"][0]["kind"] == "late"
    await ida.post(f"/games/{game_id}/seats/{ONE}/return")
    await bob.end_turn(game_id)
    info = await ida.settled(game_id)
    assert left(info, ONE) > 3 * DAY - 60, "whoever comes back has the whole time of a turn"
    info = await bob.until(f"/games/{for_good}", is_asked(OTHER))
    assert (info["seats"][0]["gone"], set(info["clocks"]["left"])) == ("clock", {OTHER})
    for path, body in ((f"seats/{ONE}/return", {}), (f"seats/{ONE}/resign", {}), ("proposals", {"kind": "end"})):
        assert await ida.refused("POST", f"/games/{for_good}/{path}", body) == (409, "gone")
    assert (await Admin(app.state.settings).answers("check"))["faults"] == 0


async def test_a_late_action_is_ignored(app: FastAPI, ida: Browser, bob: Browser, calendar: Calendar) -> None:
    """It has come before anything else has noticed that the time is up. The other wins."""
    game_id = await shared_game(ida, bob, clock=MINUTES)
    app.state.services.background.stop()
    calendar.passes(601)
    assert await ida.refused("POST", f"/games/{game_id}/actions", {"base": 0, "action": STEPS[0]}) == (409, "over")
    outcome = (await bob.get(f"/games/{game_id}"))["outcome"]
    assert (outcome["reason"], outcome["winners"], outcome["loser"]) == ("clock", [OTHER], ONE)
    assert set(outcome["scores"]) == {ONE, OTHER}
    assert await app.state.services.clocks.due_games(time.time() + DAY) == []
    assert (await Admin(app.state.settings).answers("check"))["faults"] == 0


async def test_with_more_seats_the_leader_among_the_others_wins(ida: Browser, bob: Browser, calendar: Calendar) -> None:
    game_id = (await ida.new_game("me", "open", "bot:random", clock=MINUTES))["id"]
    other_seats = seats(3)[1:]
    await bob.post(f"/games/{game_id}/seats/{other_seats[0]}/join")
    info = await ida.settled(game_id)
    late = info["to_move"]
    calendar.passes(601)
    outcome = (await bob.until(f"/games/{game_id}", is_over))["outcome"]
    assert (outcome["loser"], bool(outcome["winners"]), late in outcome["winners"]) == (late, True, False)


async def test_a_clock_that_has_run_out_when_the_server_starts(
    database_url: str, make_settings: MakeSettings, calendar: Calendar
) -> None:
    """A game that cannot be played stops no other clock."""
    settings = make_settings(database=database_url)
    async with serving(settings) as app, Browser(app) as ida, Browser(app) as bob:
        damaged = await shared_game(ida, bob, clock=MINUTES)
        await ida.act(damaged, 0, STEPS[0])
        calendar.passes(1)  # the server has to wake up for the damaged one first
        decided = await shared_game(ida, bob, clock=MINUTES)
        by_bot = await shared_game(ida, bob, clock=DAYS, stand_in="random")
        untouched = await shared_game(ida, bob, clock=DAYS | {"seconds": 5 * DAY})
        await execute(app, update(EntryRow).where(EntryRow.game_id == damaged).values(action="nonsense"))
        cookies = bob.http.cookies
        app.state.services.background.stop()  # clocks run just before the server stops, and it acts no more
        calendar.passes(3 * DAY + 1)
    async with serving(settings) as restarted_app:
        services: Services = restarted_app.state.services

        async def acted() -> bool:  # no visitor has requested these games
            return {decided, by_bot} <= set(services.games.by_id) and services.games.by_id[by_bot].state.to_move == OTHER

        await eventually(acted)
        assert not {untouched, damaged} & set(services.games.by_id)
        async with Browser(restarted_app) as bob:
            bob.http.cookies.update(cookies)
            assert (await bob.get(f"/games/{decided}"))["outcome"]["winners"] == [OTHER]
            assert (await bob.get(f"/games/{by_bot}"))["seats"][0]["stand_in"] == "random"
            assert round(left(await bob.get(f"/games/{untouched}"), ONE) / DAY) == 2


async def test_two_servers_act_once(two_servers: tuple[FastAPI, FastAPI], calendar: Calendar) -> None:
    async with Browser(two_servers[0]) as ida, Browser(two_servers[1]) as bob:
        game_id = await shared_game(ida, bob, clock=MINUTES)
        services: list[Services] = [app.state.services for app in two_servers]
        lives = [await service.games.get(game_id) for service in services]
        await ida.until(f"/games/{game_id}", is_asked(ONE))
        calendar.passes(20)
        await ida.end_turn(game_id)
        info = await bob.until(f"/games/{game_id}", lambda answer: answer["clocks"]["running"] == OTHER)
        assert left(info, ONE) == pytest.approx(585, abs=10), "the clocks agree at both servers"
        calendar.passes(601)
        await asyncio.gather(*(service.clocks.check(live) for service, live in zip(services, lives, strict=True)))
        await asyncio.gather(*(service.clocks.wake_games() for service in services))
        for browser in (ida, bob):
            await browser.until(f"/games/{game_id}", is_over)
            assert [entry["call"] for entry in await browser.history(game_id) if entry["call"]] == ["clock"]


PER_TURN, IN_ALL = Clock("turn", 100, 0, "bot"), Clock("budget", 100, 5, "decided")


def test_a_turn_is_over_when_another_seat_is_asked() -> None:
    for clock in (PER_TURN, IN_ALL):
        for to_move, ticks in (("N", True), ("N", False), ("chance", True), (None, True)):
            times = clock.start(["N", "S"], to_move, ticks=ticks, now=50.0)
            turn = "N" if to_move == "N" else None
            assert times == Times({"N": 100.0, "S": 100.0}, turn, ticks and turn is not None, 50.0)
        begun = clock.start(["N", "S"], "N", ticks=True, now=50.0)
        for asked, turn, runs in (("N", "N", True), ("chance", "N", False), (None, "N", False), ("S", "S", True)):
            seconds = 60.0 if asked != "S" else 100.0 if clock is PER_TURN else 65.0
            times = clock.advance(begun, asked, ticks=True, now=90.0)
            assert times == Times({"N": seconds, "S": 100.0}, turn, runs, 90.0)


def test_time_is_up_when_none_is_left_and_setting_the_system_clock_back_gives_none() -> None:
    times = Times({"N": 60.0, "S": 30.0}, "N", True, 1000.0)
    assert [times.is_time_up(now) for now in (1059.999, 1060.0, 1061.0)] == [False, True, True]
    assert [times.seconds_left(now)["N"] for now in (999.0, 1000.12345, 1060.0, 1061.0)] == [60.0, 59.877, 0.0, 0.0]
    assert times.seconds_left(1061.0)["S"] == 30.0
    stands = Times({"N": 60.0, "S": 30.0}, "N", False, 1000.0)
    assert (stands.is_time_up(2000.0), stands.seconds_left(2000.0)) == (False, stands.left)
    back = PER_TURN.advance(PER_TURN.start(["N", "S"], "N", ticks=True, now=1000.25), "S", ticks=True, now=500.0)
    assert (back.left, back.at) == ({"N": 100.0, "S": 100.0}, 1000.25)
    assert Times.read(back.text) == back


def test_undoing_restores_the_clock_or_gives_a_whole_turn() -> None:
    then = Times({"N": 60.0, "S": 30.0}, "N", True, 1000.0)
    for ticks in (True, False):
        assert IN_ALL.rewind(then, "S", ticks=ticks, now=2000.0) == Times({"N": 60.0, "S": 30.0}, "S", ticks, 2000.0)
        assert PER_TURN.rewind(then, "S", ticks=ticks, now=2000.0) == Times({"N": 100.0, "S": 100.0}, "S", ticks, 2000.0)
    # a bot that takes a seat finds its budget used up
    assert IN_ALL.refill(then, "N") == Times({"N": 0.0, "S": 30.0}, "N", False, 1000.0)
    assert PER_TURN.refill(then, "N") == Times({"N": 100.0, "S": 30.0}, "N", False, 1000.0)
    assert then.left["N"] == 60.0
