"""Two people who live apart play games to the end, over days: called each time, through restarts, on other devices."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import AsyncExitStack
from itertools import cycle
from typing import Any

import pytest
from fastapi import FastAPI

import kingdoms
from kingdoms.server.app.asgi import create_app
from kingdoms.server.push import service as push
from kingdoms.table.game import seeds
from tests.support.clients.authenticator import Authenticator, add_passkey, sign_in
from tests.support.clients.http import Browser, Json, eventually
from tests.support.games.sample_game import limited
from tests.support.games.tested_games import TESTED, random_record
from tests.support.server.calendar import DAY, Calendar
from tests.support.server.launch import MakeSettings, running
from tests.support.server.push_service import Phone, PushService, push_service
from tests.support.suite.timeouts import SOON

NAMES = ("Ida", "Bob")
CLOCK = {"kind": "turn", "seconds": 3 * DAY, "increment": 0, "then": "bot"}
A_DAY = 2
"""The number of turns before the servers are restarted on the next day."""
RESTARTS = 6
"""When the servers have been started again so often, the game is played to its end."""
ROUNDS = 4
"""The number of turns of a game that does not end earlier."""
DECISIONS = 45
"""The number of decisions before the end at which the people begin: as few as needed."""
PLACES = list(zip(TESTED, cycle(["sqlite", "postgres"]), strict=False))
CHANGE_AT = 9
"""Before this turn one of them goes on with another device."""


def near_the_end(game: str) -> Json:
    """Return a position of a game for two, some decisions before its end."""
    record = random_record(kingdoms.load_game(game, 2, limited(ROUNDS, game)))
    return [state.position() for _, state in record.replay() if state.to_move in record.game.seats][-DECISIONS:][0]


class Match:
    """A game that two people play by correspondence. Each has a phone, and returns to the game at each notification.

    Attributes:
        expected: the kinds of notifications that each has had.
        turns: how many have been played.
        days: how many times the servers were started.
    """

    def __init__(self, game: str, service: PushService) -> None:
        self.game = game
        self.service = service
        self.phones = [Phone(service.origin, name) for name in NAMES]
        self.cookies: list[Any] = [None, None]
        self.expected: list[list[str]] = [[], []]
        self.rng = random.Random(2)
        self.info: Json = {"id": "", "status": "lobby"}
        self.passkey: Authenticator | None = None
        self.turns = self.days = 0

    async def begin(self, browsers: list[Browser]) -> None:
        """Subscribe both to notifications, and seat them."""
        for name, phone, browser in zip(NAMES, self.phones, browsers, strict=True):
            await browser.ask("PUT", "/me", {"name": name})
            await browser.ask("PUT", "/push", phone.subscription())
        self.passkey = await add_passkey(browsers[0])
        self.info = await browsers[0].new_game("me", "open", game=self.game, clock=CLOCK, position=near_the_end(self.game))
        await browsers[1].post(f"/games/{self.info['id']}/seats/{self.info['seats'][1]['seat']}/join")

    async def is_called(self, person: int, kind: str) -> None:
        """Wait for a person's next notification, and check that it is the only new one."""
        self.expected[person].append(kind)
        calls = await self.service.calls(len(self.expected[person]), self.phones[person])
        assert [call["kind"] for call in calls] == self.expected[person]

    async def play_a_day(self, apps: list[FastAPI]) -> None:
        """Play some turns, each at its own server."""
        self.days += 1
        async with AsyncExitStack() as stack:
            for app in dict.fromkeys(apps):
                await stack.enter_async_context(running(app))
            browsers = [await stack.enter_async_context(Browser(app)) for app in apps]
            for browser, cookies in zip(browsers, self.cookies, strict=True):
                browser.http.cookies.update(cookies)
            if self.info["status"] == "lobby":
                await self.begin(browsers)
            for _ in range(A_DAY if self.days <= RESTARTS else DECISIONS):
                mover = await self.index_of_mover(browsers)
                await self.is_called(mover, "turn")
                self.turns += 1
                if self.turns == CHANGE_AT:
                    browsers[0] = await stack.enter_async_context(Browser(apps[0]))
                    assert self.passkey is not None
                    assert (await sign_in(browsers[0], self.passkey))["name"] == NAMES[0]
                await self.take_turn(browsers[mover])
                if self.info["status"] == "over":
                    for person in range(2):
                        await self.is_called(person, "over")
                    break
            self.cookies = [browser.http.cookies for browser in browsers]

    async def index_of_mover(self, browsers: list[Browser]) -> int:
        """Return which of the two is to move, once both servers know all entries."""

        async def all_know() -> bool:
            infos = [await browser.settled(self.info["id"]) for browser in browsers]
            self.info = max([*infos, self.info], key=lambda info: info.get("number", 0))
            return all((info["status"], info["number"]) == ("playing", self.info["number"]) for info in infos)

        await eventually(all_know)
        return [seat["seat"] for seat in self.info["seats"]].index(self.info["to_move"])

    async def take_turn(self, browser: Browser) -> None:
        """Decide at random, until another seat is to move or the game is over."""
        while True:
            self.info = await browser.settled(self.info["id"])
            if self.info["status"] == "over" or self.info["to_move"] not in self.info["you"]:
                return
            action = self.rng.choice(await browser.choices(self.info["id"]))
            await browser.act(self.info["id"], self.info["number"], action)


@pytest.mark.parametrize(
    ("game", "database_url"),
    [PLACES[0], *(pytest.param(*place, marks=pytest.mark.outer) for place in PLACES[1:])],
    indirect=["database_url"],
)
async def test_a_game_by_correspondence(
    game: str, database_url: str, make_settings: MakeSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On PostgreSQL each of them is at another server."""
    monkeypatch.setattr(push, "CHECK_EVERY", 0.05)
    monkeypatch.setattr(push, "DELAY", 0.05)
    # deliveries in progress when a server stops are finished, however busy this machine is
    monkeypatch.setattr(push, "STOP_WITHIN", SOON)
    monkeypatch.setattr("kingdoms.server.app.asgi.STOP_TIMEOUT", SOON)
    # by other draws the game might end before the servers were started so often
    monkeypatch.setattr(seeds, "new", lambda: random.Random(1).getrandbits(seeds.BITS))
    calendar = Calendar(monkeypatch)
    async with push_service() as service:
        settings = make_settings(database=database_url, push_test=service.origin)
        match = Match(game, service)
        while match.info["status"] != "over":
            apps = [create_app(settings) for _ in range(2 if database_url.startswith("postgres") else 1)]
            await match.play_a_day([apps[0], apps[-1]])
            calendar.passes(DAY)
        assert match.turns > CHANGE_AT
        assert match.days > RESTARTS
        assert match.info["outcome"]["reason"] not in ("clock", "resigned", "agreed")
        for phone, expected in zip(match.phones, match.expected, strict=True):
            assert Counter(call["kind"] for call in service.of(phone)) == Counter(expected)
