"""Honest players, who play on despite failures of the servers, and remember acknowledged actions."""

from __future__ import annotations

import asyncio
import random
import sys
import time
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

import httpx

from tests.support.clients.http import Browser
from tests.support.games.sample_game import limited, seated
from tests.support.games.tested_games import SAMPLE
from tests.support.suite.timeouts import SOON

KINDS = (("me", "me"), ("me", "bot:random"), ("bot:random", "me", "bot"), ("me", "me", "me", "bot:level:5"))
PASSING = ("stale", "not_your_turn", "over")
"""Error codes that a player may get while a game goes on."""
PAUSE = 0.05
"""Seconds until a player looks or tries again."""


@dataclass
class Findings:
    """The results of the run.

    Attributes:
        acknowledged: acknowledged actions that were found in their games.
        lost: acknowledged actions that were not found.
        doubled: actions that are in a game more often than they were sent.
        finished: finished games.
        refused: errors that honest players got, by code.
        unanswered: requests without an answer.
        waits: seconds until an answer, by kind of request; after a failure, until any server answers again.
        faults: other faults, in words.
        hostile: results of hostile requests, by attack and answer.
        events: faults injected into the servers, by kind.
        unusual: lines of the servers' logs above the level `info`, with their numbers.
    """

    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    finished: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    unanswered: int = 0
    waits: dict[str, list[float]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    hostile: Counter[tuple[str, str]] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    unusual: Counter[str] = field(default_factory=Counter)


class Honest:
    """A player with their own address and cookie, who switches to the next server when one does not answer.

    Args:
        urls: the URLs of the servers.
        number: the number of the player.
        findings: where results are recorded.
    """

    def __init__(self, urls: list[str], number: int, findings: Findings) -> None:
        self.urls = urls
        self.at = number % len(urls)
        self.address = f"127.0.1.{number + 1}"
        self.findings = findings
        self.rng = random.Random(number)
        self.cookies = httpx.Cookies()
        self.kinds = KINDS[number % len(KINDS)]
        self.failing_since: float | None = None
        self.browser: Browser | None = None
        self.game: str | None = None
        self.sent: dict[str, str] = {}
        self.numbers: dict[str, int] = {}
        self.waiting: dict[str, Any] | None = None

    async def ask(
        self, kind: str, method: str, path: str, body: object = None, *, may: Collection[str] = PASSING, **params: Any
    ) -> Any:
        """Send a request until it is answered; return None if the answer is that it is not possible (404, 409).

        Args:
            kind: the kind of the request, for the findings.
            method, path, params: the request.
            body: the body, or a function that returns one for each attempt.
            may: the error codes that are expected.
        """
        while True:
            began = time.perf_counter()
            try:
                answer = await self._browser().send(method, path, body() if callable(body) else body, **params)
            except (httpx.TransportError, OSError):
                self.findings.unanswered += 1
                await self._go_on()
                continue
            took = time.perf_counter() - began
            if answer.status_code < 400:
                if self.failing_since is not None:
                    kind, took = f"{kind}, from a failure on", time.perf_counter() - self.failing_since
                    self.failing_since = None
                self.findings.waits.setdefault(kind, []).append(took)
                self.cookies = self._browser().http.cookies
                return answer.json()
            code = answer.json()["error"]["code"]
            if answer.status_code in (404, 409):
                if answer.status_code == 409 and code not in may:
                    self.findings.faults.append(f"{kind}: {answer.text}")
                return None
            self.findings.refused[code] += 1
            if answer.status_code not in (429, 503):
                self.findings.faults.append(f"{kind}: {answer.status_code} {answer.text}")
            await self._go_on()

    def _browser(self) -> Browser:
        """Return the client for the current server."""
        if self.browser is None:
            address = self.address if sys.platform.startswith("linux") else None  # only there each has one of their own
            self.browser = Browser(self.urls[self.at], address=address)
            self.browser.http.cookies = self.cookies
        return self.browser

    async def _go_on(self) -> None:
        """Switch to the next server after a pause."""
        if self.failing_since is None:
            self.failing_since = time.perf_counter()
        await self.leave()
        self.at = (self.at + 1) % len(self.urls)
        await asyncio.sleep(PAUSE * (1 + self.rng.random()))

    async def leave(self) -> None:
        """Close the connection."""
        browser, self.browser = self.browser, None
        if browser is not None:
            await browser.http.aclose()

    async def play(self) -> None:
        """Play one game after the other, for ever."""
        while True:
            await self.begin()
            while not await self.step():
                pass
            self.findings.finished += 1
            await self.check()

    async def begin(self) -> None:
        """Begin a game."""
        body = {"game": SAMPLE, "seats": seated(*self.kinds), "rulings": limited(2)}
        game = await self.ask("new game", "POST", "/games", body)
        self.game, self.sent, self.numbers, self.waiting = game["id"], {}, {}, None

    async def step(self) -> bool:
        """Make the next move in the game, or send an unacknowledged one again; return whether the game is over."""
        if self.waiting is None:
            position = await self.ask("view", "GET", f"/games/{self.game}/view")
            if position is None:
                self.findings.faults.append(f"the game {self.game} is gone")
                return True
            if position["view"] is not None and position["view"]["outcome"] is not None:
                return True
            await asyncio.sleep(PAUSE)
            if position["ask"] is None:
                return False
            action = self.rng.choice(position["ask"]["choices"])["action"]
            self.waiting = {"base": position["number"], "action": action, "client_id": f"{self.address}-{len(self.sent)}"}
        answer = await self.ask("action", "POST", f"/games/{self.game}/actions", self.waiting)
        waiting, self.waiting = self.waiting, None
        if answer is not None:
            self.sent[waiting["client_id"]] = waiting["action"]
            self.numbers[waiting["client_id"]] = answer["number"]
        return False

    async def check(self) -> None:
        """Check that each acknowledged action is in the game, once and at its number."""
        await self.catch_up(max(self.numbers.values(), default=0))
        entries = await self.entries()
        info = await self.ask("info", "GET", f"/games/{self.game}")
        for client_id, number in self.numbers.items():
            if number <= len(entries) and entries[number - 1]["action"] == self.sent[client_id]:
                self.findings.acknowledged += 1
            else:
                self.findings.lost += 1
                self.findings.faults.append(f"{self.game}: number {number}, {self.sent[client_id]}, is not there")
        played = [entry for entry in entries if entry["action"] is not None]
        played_numbers = [entry["number"] for entry in played if info is not None and entry["by"] in info["you"]]
        self.findings.doubled += len(set(played_numbers) - set(self.numbers.values()))
        self.game, self.numbers = None, {}

    async def catch_up(self, number: int, status: str | None = None) -> None:
        """Wait until this server knows of a number and a status that another one may have acknowledged.

        A server that was cut off from the database learns late of changes. What is still missing after a timeout is lost.
        """
        began = time.perf_counter()
        while time.perf_counter() - began < SOON:
            info = await self.ask("info", "GET", f"/games/{self.game}")
            if info is None or (info["number"] >= number and status in (None, info["status"])):
                break
            await asyncio.sleep(PAUSE)
        self.findings.waits.setdefault("until the server here knew all", []).append(time.perf_counter() - began)

    async def entries(self) -> list[Any]:
        """Return all entries of the game."""
        entries: list[Any] = []
        while True:
            page = await self.ask("history", "GET", f"/games/{self.game}/history", after=len(entries))
            if page is None or not page["entries"]:
                return entries
            entries += page["entries"]

    async def finish(self) -> None:
        """Wait until the pending action is acknowledged, and check the game."""
        if self.game is not None:
            if self.waiting is not None:
                await self.step()
            await self.check()
        await self.leave()
