"""Seats in a waiting room: joining, leaving, bots, links and tokens."""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack

import pytest
from fastapi import FastAPI

from kingdoms.server.app.services import Services
from kingdoms.server.lobby import store as lobby_store
from kingdoms.table.service.changes import Listeners
from tests.support.clients.http import Browser, seat_in, shared_game
from tests.support.games.sample_game import ABSENT, END, FIRST, ONE, OTHER, SECOND, STEPS, THIRD, USUAL, opening, seats
from tests.support.server.calendar import DAY, Calendar


async def test_joining_and_leaving(ida: Browser, bob: Browser) -> None:
    game_id = (await ida.new_game("me", "open", "open"))["id"]
    info = await bob.post(f"/games/{game_id}/seats/{SECOND}/join", {"name": "Robert"})
    assert (info["status"], info["you"], seat_in(info, SECOND)["name"]) == ("lobby", [SECOND], "Robert")
    assert await ida.refused("POST", f"/games/{game_id}/seats/{SECOND}/leave") == (403, "not_yours")
    info = await bob.post(f"/games/{game_id}/seats/{SECOND}/leave")
    assert (info["you"], seat_in(info, SECOND)["kind"], seat_in(info, SECOND)["name"]) == ([], "open", "")
    assert await bob.refused("POST", f"/games/{game_id}/seats/{SECOND}/leave") == (403, "not_yours")
    await bob.post(f"/games/{game_id}/seats/{THIRD}/join")
    info = await ida.post(f"/games/{game_id}/seats/{SECOND}/join")
    assert (info["status"], info["you"]) == ("playing", [FIRST, SECOND])
    assert info["started"]
    assert await bob.refused("POST", f"/games/{game_id}/seats/{THIRD}/leave") == (409, "begun")
    assert await bob.refused("POST", f"/games/{game_id}/seats/{THIRD}/join") == (409, "taken")
    assert await bob.refused("POST", f"/games/{game_id}/seats/{ABSENT}/join") == (404, "no_seat")
    assert await bob.refused("POST", f"/games/{game_id}/seats/{FIRST}%00/join") == (404, "no_seat")


async def test_seats_and_links_are_taken_once_under_concurrency(app: FastAPI, ida: Browser) -> None:
    game_id = (await ida.new_game("me", "open", "open", "open"))["id"]
    first_seat, _, third_seat, _ = seats(4)
    token = (await ida.post(f"/games/{game_id}/seats/{first_seat}/link"))["token"]
    async with AsyncExitStack() as stack:
        crowd = [await stack.enter_async_context(Browser(app)) for _ in range(8)]
        for seat, path, body, too_late in (
            (third_seat, f"/games/{game_id}/seats/{third_seat}/join", {}, 409),
            (first_seat, "/claims", {"token": token}, 404),
        ):
            answers = await asyncio.gather(*(browser.send("POST", path, body) for browser in crowd))
            assert sorted(answer.status_code for answer in answers) == [200] + [too_late] * 7
            winner = next(browser for browser, answer in zip(crowd, answers, strict=True) if answer.status_code == 200)
            assert seat in (await winner.get(f"/games/{game_id}"))["you"]


async def test_bots_on_open_seats(ida: Browser, bob: Browser) -> None:
    game_id = (await ida.new_game("me", "open", "open"))["id"]
    path = f"/games/{game_id}/seats/{SECOND}"
    assert await bob.refused("POST", f"{path}/bot", {"bot": "random"}) == (403, "not_yours")
    assert await ida.refused("POST", f"{path}/bot", {"bot": "stockfish"}) == (400, "bot")
    assert await ida.refused("POST", f"/games/{game_id}/seats/{FIRST}/bot", {}) == (409, "taken")
    info = await ida.post(f"{path}/bot", {"bot": "random"})
    assert (seat_in(info, SECOND)["kind"], seat_in(info, SECOND)["bot"], info["status"]) == ("bot", "random", "lobby")
    assert await ida.refused("POST", f"{path}/bot", {"bot": USUAL}) == (409, "taken")
    assert await bob.refused("POST", f"{path}/join") == (409, "taken")
    info = await ida.post(f"/games/{game_id}/seats/{THIRD}/bot", {"bot": "level:1"})
    assert (seat_in(info, THIRD)["bot"], seat_in(info, THIRD)["name"], info["status"]) == ("level:1", "Beginner", "playing")
    assert (await ida.settled(game_id))["to_move"] == FIRST


async def test_a_bot_stands_in_until_the_player_returns(
    ida: Browser, bob: Browser, eve: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)
    game_id = await shared_game(ida, bob, stand_in="random")
    await ida.act(game_id, 0, END)
    stand_in = f"/games/{game_id}/seats/{OTHER}/bot"
    assert await eve.refused("POST", stand_in) == (403, "not_yours")
    assert await ida.refused("POST", f"/games/{game_id}/seats/{ABSENT}/bot") == (404, "no_seat")
    # 31 s after he was last seen he counts as away, 60 s later a bot may come
    for seconds, is_present in ((0, True), (31, False), (89, False)):
        monkeypatch.setattr(time, "time", lambda seconds=seconds: now + seconds)
        seat = seat_in(await ida.get(f"/games/{game_id}"), OTHER)
        assert (seat["present"], bool(seat["away_since"])) == (is_present, not is_present)
        assert await ida.refused("POST", stand_in) == (409, "present")
    monkeypatch.setattr(time, "time", lambda: now + 92)
    seat = seat_in(await ida.post(stand_in), OTHER)
    assert (seat["stand_in"], seat["kind"], seat["name"], seat["bot_title"]) == ("random", "person", "Bob", "Random")
    assert await ida.refused("POST", stand_in) == (409, "bot")
    info = await ida.settled(game_id)
    assert info["to_move"] == ONE
    # questions asked in the meantime were not for him
    body = {"base": info["number"], "action": END}
    assert await bob.refused("POST", f"/games/{game_id}/actions", body) == (409, "not_your_turn")
    assert await ida.refused("POST", f"/games/{game_id}/seats/{OTHER}/return") == (403, "not_yours")
    seat = seat_in(await bob.post(f"/games/{game_id}/seats/{OTHER}/return"), OTHER)
    assert (seat["stand_in"], seat["present"]) == (None, True)
    await ida.end_turn(game_id)
    assert (await bob.get(f"/games/{game_id}/legal"))["ask"]["seat"] == OTHER


async def test_only_the_clock_or_the_player_hands_a_seat_over(ida: Browser, bob: Browser, calendar: Calendar) -> None:
    """However long a player by correspondence has been away, the opponent lets no bot play."""
    clocks = [{"kind": kind, "seconds": 3 * DAY} for kind in ("turn", "budget")]
    games = [await shared_game(ida, bob, stand_in="random", clock=clock) for clock in clocks]
    program = (await ida.new_game("program", "me", position=opening().position(), clock=clocks[0]))["id"]
    for hours in (1, 23, 47):
        calendar.passes(3600 * hours)
        for game_id in games:
            answer = await ida.send("POST", f"/games/{game_id}/seats/{OTHER}/bot", {})
            assert (answer.status_code, answer.json()["error"]["code"]) == (409, "clock")
            assert "Bob's seat when its time is up" in answer.json()["error"]["message"]
        assert await ida.refused("POST", f"/games/{program}/seats/{ONE}/bot") == (409, "clock")
    for game_id in games:
        assert seat_in(await bob.post(f"/games/{game_id}/seats/{OTHER}/bot"), OTHER)["stand_in"] == "random"


async def test_a_player_with_a_stand_in_returns_before_acting(
    app: FastAPI, ida: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    services: Services = app.state.services
    game_id = (await ida.new_game("me", "me", position=opening().position()))["id"]
    await ida.act(game_id, 0, STEPS[0])
    monkeypatch.setattr(services.games, "listeners", Listeners())  # the bot takes its time
    await ida.post(f"/games/{game_id}/seats/{ONE}/bot")
    assert (await ida.get(f"/games/{game_id}/legal"))["ask"] is None
    assert await ida.refused("POST", f"/games/{game_id}/actions", {"base": 1, "action": END}) == (409, "stand_in")
    assert await ida.refused("POST", f"/games/{game_id}/undo", {"base": 1}) == (409, "stand_in")
    assert (await ida.get(f"/games/{game_id}"))["number"] == 1
    await ida.post(f"/games/{game_id}/seats/{ONE}/return")
    assert await ida.act(game_id, 1, END) == 2


async def test_a_seat_goes_to_another_device_once(ida: Browser, bob: Browser, eve: Browser, calendar: Calendar) -> None:
    """By a link, which does not outlive its seat."""
    room = (await ida.new_game("me", "open", "open"))["id"]
    await bob.post(f"/games/{room}/seats/{SECOND}/join")
    token = (await bob.post(f"/games/{room}/seats/{SECOND}/link"))["token"]
    another = (await ida.post(f"/games/{room}/seats/{FIRST}/link"))["token"]
    await bob.post(f"/games/{room}/seats/{SECOND}/leave")
    await eve.post(f"/games/{room}/seats/{SECOND}/join")
    assert await bob.refused("POST", "/claims", {"token": token}) == (404, "no_link")
    assert (await eve.get(f"/games/{room}"))["you"] == [SECOND]
    assert (await bob.post("/claims", {"token": another}))["seat"] == FIRST, "those of the others do"

    game_id = (await ida.new_game("me", "me"))["id"]
    assert await bob.refused("POST", f"/games/{game_id}/seats/{ONE}/link") == (403, "not_yours")
    token, another = [(await ida.post(f"/games/{game_id}/seats/{ONE}/link"))["token"] for _ in range(2)]
    late = (await ida.post(f"/games/{game_id}/seats/{OTHER}/link"))["token"]
    assert token != another
    assert await bob.post("/claims", {"token": token}) == {"id": game_id, "seat": ONE}
    assert (await bob.get(f"/games/{game_id}"))["you"] == [ONE]
    info = await ida.get(f"/games/{game_id}")
    assert (info["you"], seat_in(info, ONE)["name"], info["host"]) == ([OTHER], "Ida", True)
    for invalid_token in (token, another, "nonsense", "\x00"):
        assert await eve.refused("POST", "/claims", {"token": invalid_token}) == (404, "no_link")
    assert await ida.refused("GET", f"/games/{game_id}/view", seat=ONE) == (403, "not_yours")
    assert await ida.refused("POST", f"/games/{game_id}/seats/{ONE}/link") == (403, "not_yours")
    calendar.passes(lobby_store.LINK_LIVES + 1)
    assert await bob.refused("POST", "/claims", {"token": late}) == (404, "no_link")


async def test_a_program_gets_a_token_from_the_host(ida: Browser, bob: Browser) -> None:
    game_id = (await ida.new_game("me", "program"))["id"]
    assert await bob.refused("POST", f"/games/{game_id}/seats/{OTHER}/token") == (403, "not_yours")
    assert await ida.refused("POST", f"/games/{game_id}/seats/{ONE}/token") == (409, "no_program")
    assert await ida.refused("POST", f"/games/{game_id}/seats/{ABSENT}/token") == (404, "no_seat")
    first = (await ida.post(f"/games/{game_id}/seats/{OTHER}/token"))["token"]
    second = (await ida.post(f"/games/{game_id}/seats/{OTHER}/token"))["token"]
    info = await ida.settled(game_id)
    if info["to_move"] == ONE:
        await ida.act(game_id, info["number"], END)
    body = {"base": (await ida.get(f"/games/{game_id}"))["number"], "action": END}
    for authorization in ({}, {"Authorization": f"Bearer {first}"}, {"Authorization": second}, {"Authorization": "Basic x"}):
        answer = await bob.http.post("/api/program/actions", json=body, headers=authorization)
        code = "unknown_token" if authorization.get("Authorization") == f"Bearer {first}" else "no_token"
        assert (answer.status_code, answer.json()["error"]["code"]) == (401, code)
        assert answer.headers["WWW-Authenticate"] == "Bearer"
    answer = await bob.http.post("/api/program/actions", json=body, headers={"Authorization": f"Bearer {second}"})
    assert answer.json() == {"number": body["base"] + 1}
