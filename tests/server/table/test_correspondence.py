"""Two people who live apart play a game to its end, over days: called each time, through restarts, on other devices."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import Any

import pytest
from fastapi import FastAPI

from kingdoms.server.push import service as push
from tests.support.clients.authenticator import Authenticator, add_passkey, sign_in
from tests.support.clients.http import Browser, Json, eventually, shared_game
from tests.support.games.sample_game import limited, soonest
from tests.support.server.calendar import DAY, Calendar
from tests.support.server.launch import MakeSettings, serving
from tests.support.server.push_service import Phone, PushService, push_service
from tests.support.suite.timeouts import SOON

CLOCK = {"kind": "turn", "seconds": 3 * DAY, "increment": 0, "then": "bot"}
A_DAY = 2
"""The number of turns before the servers are restarted on the next day."""
ROUNDS = 8
CHANGE_AT = 4
"""Before this turn one of them goes on with another device."""


class Person:
    """A player with a phone, who returns to the game at each notification.

    Args:
        name: the player's name.
        service: where their phone is called.
    """

    def __init__(self, name: str, service: PushService) -> None:
        self.name = name
        self.service = service
        self.phone = Phone(service.origin, name)
        self.cookies: Any = None
        self.expected: list[str] = []

    async def come(self, app: FastAPI, stack: AsyncExitStack) -> Browser:
        """Return a browser of theirs at a server that has just been started; on the first day they introduce themselves."""
        browser = await stack.enter_async_context(Browser(app))
        if self.cookies is not None:
            browser.http.cookies.update(self.cookies)
        else:
            await browser.ask("PUT", "/me", {"name": self.name})
            await browser.ask("PUT", "/push", self.phone.subscription())
        return browser

    async def is_called(self, kind: str) -> None:
        """Wait for the next notification, and check that it is the only new one."""
        self.expected.append(kind)
        calls = await self.service.calls(len(self.expected), self.phone)
        assert [call["kind"] for call in calls] == self.expected


async def infos_of(browsers: list[Browser], game_id: str) -> list[Json]:
    """Return the info of the game as each of the two sees it, once both servers know all entries."""
    infos: list[Json] = []

    async def all_know() -> bool:
        infos[:] = [await browser.settled(game_id) for browser in browsers]
        return bool(infos[0]["number"] == infos[1]["number"])

    await eventually(all_know)
    return infos


async def take_turn(browser: Browser, game_id: str) -> bool:
    """Play until another seat is to move; return whether the game is over."""
    while (info := await browser.settled(game_id))["status"] == "playing" and info["to_move"] in info["you"]:
        await browser.act(game_id, info["number"], soonest(await browser.choices(game_id)))
    return bool(info["status"] == "over")


async def test_a_game_by_correspondence(
    database_url: str, make_settings: MakeSettings, calendar: Calendar, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On PostgreSQL each of them is at another server."""
    monkeypatch.setattr(push, "CHECK_EVERY", 0.05)
    monkeypatch.setattr(push, "DELAY", 0.05)
    # deliveries in progress when a server stops are finished, however busy this machine is
    monkeypatch.setattr(push, "STOP_WITHIN", SOON)
    monkeypatch.setattr("kingdoms.server.app.asgi.STOP_TIMEOUT", SOON)
    servers = 2 if database_url.startswith("postgres") else 1
    passkey: Authenticator | None = None
    game_id, days, turns, is_over = "", 0, 0, False
    async with push_service() as service:
        settings = make_settings(database=database_url, push_test=service.origin)
        people = [Person("Ida", service), Person("Bob", service)]
        while not is_over:
            async with AsyncExitStack() as stack:
                apps = [await stack.enter_async_context(serving(settings)) for _ in range(servers)]
                browsers = [await person.come(app, stack) for person, app in zip(people, (apps[0], apps[-1]), strict=True)]
                if passkey is None:
                    passkey = await add_passkey(browsers[0])
                    game_id = await shared_game(*browsers, clock=CLOCK, rulings=limited(ROUNDS), position=None)
                for _ in range(A_DAY):
                    infos = await infos_of(browsers, game_id)
                    mover = next(index for index, info in enumerate(infos) if info["to_move"] in info["you"])
                    await people[mover].is_called("turn")
                    turns += 1
                    if turns == CHANGE_AT:
                        browsers[0] = await stack.enter_async_context(Browser(apps[0]))
                        assert (await sign_in(browsers[0], passkey))["name"] == people[0].name
                    is_over = await take_turn(browsers[mover], game_id)
                    if is_over:
                        for person in people:
                            await person.is_called("over")
                        break
                for person, browser in zip(people, browsers, strict=True):
                    person.cookies = browser.http.cookies
            days += 1
            calendar.passes(DAY)
        assert turns > CHANGE_AT
        assert days > ROUNDS // A_DAY
        for person in people:
            assert [call["kind"] for call in service.of(person.phone)] == person.expected
