"""Hostile visitors of the soak: each makes one kind of attack as hard as it can, from its own address, until it is stopped.

They run in a process of their own, so that they don't delay the measurements: `python hostile.py URL...` prints a line when it
begins, attacks until SIGTERM, and then prints the results as JSON.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import functools
import itertools
import json
import random
import secrets
import signal
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

import httpx
from websockets import WebSocketException

import kingdoms
from tests.support.clients.http import Browser
from tests.support.games.sample_game import seated
from tests.support.games.tested_games import SAMPLE

BREATH = 0.02
"""Seconds between two attempts, so that the attacking machine is not overloaded first."""
SLOW = 120
"""Number of simultaneous slow connections."""
UNREAD = 30
"""Number of simultaneous unread sockets."""

Attack = Callable[["Hostile"], Awaitable[None]]


class Hostile:
    """A hostile visitor.

    Args:
        urls: the URLs of the servers.
        number: the number of the visitor.
        attack: the attack, which is repeated.
        counts: results, by attack and answer.
    """

    def __init__(self, urls: list[str], number: int, attack: Attack, counts: Counter[tuple[str, str]]) -> None:
        self.urls = itertools.cycle(urls)
        self.address = f"127.0.9.{number + 1}"
        self.attack = attack
        self.kind = attack.__name__.replace("_", " ")
        self.counts = counts
        self.rng = random.Random(number)

    async def go_on(self) -> None:
        """Attack for ever."""
        while True:
            try:
                await self.attack(self)
            except (httpx.HTTPError, WebSocketException, OSError, AssertionError, asyncio.IncompleteReadError) as error:
                self.note(type(error).__name__)
            await asyncio.sleep(BREATH)

    def note(self, result: object) -> None:
        """Count a result."""
        self.counts[self.kind, str(result)] += 1

    def browser(self) -> Browser:
        """Return a new visitor of the next server."""
        return Browser(next(self.urls), address=self.address)

    async def send(self, browser: Browser, method: str, path: str, body: object = None, **params: Any) -> Any:
        """Send a request, count its status, and return the JSON of the answer if it succeeds."""
        answer = await browser.send(method, path, body, **params)
        self.note(answer.status_code)
        is_json = answer.headers.get("content-type") == "application/json"
        return answer.json() if answer.status_code < 400 and is_json else None

    async def long_game(self, browser: Browser) -> Any:
        """Import a long game, and return its info if that succeeds."""
        return await self.send(browser, "POST", "/games", {"record": long_record(), "seats": seated(*["me"] * 4)})

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a TCP connection to the next server."""
        url = urlsplit(next(self.urls))
        return await asyncio.open_connection(url.hostname, url.port, local_addr=(self.address, 0))


async def changing_cookies(eve: Hostile) -> None:
    """Send each request as a new visitor, and claim to come from another address."""
    async with eve.browser() as browser:
        for _ in range(50):
            browser.http.cookies.clear()
            browser.http.headers["X-Forwarded-For"] = f"203.0.113.{eve.rng.randrange(256)}"
            await eve.send(browser, "PUT", "/me", {"name": "Eve"})


async def slow_requests(eve: Hostile) -> None:
    """Open many connections, and never complete a request."""
    begun = [b"", b"GET / HTTP/1.1\r\nHost: 127", b"PUT /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n\r\n{"]

    async def request_slowly(first: bytes) -> None:
        try:
            async with asyncio.timeout(60):
                reader, writer = await eve.connect()
                with contextlib.closing(writer):
                    writer.write(first)
                    while not reader.at_eof():
                        writer.write(b"x" if first else b"")
                        with contextlib.suppress(TimeoutError):
                            async with asyncio.timeout(2):
                                await reader.read(1000)
        except TimeoutError:
            eve.note("open after 60 seconds")
            return
        except OSError:
            pass
        eve.note("closed")

    await asyncio.gather(*(request_slowly(begun[number % 3]) for number in range(SLOW)))


async def unread_sockets(eve: Hostile) -> None:
    """Subscribe to a long game from its beginning with many sockets, and read nothing."""
    async with eve.browser() as browser:
        game = await eve.long_game(browser)
        if game is None:
            return
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        head = (f"GET /api/games/{game['id']}/live?after=0 HTTP/1.1", "Host: 127.0.0.1", f"Cookie: {browser.cookie}")
        upgrade = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}")
        async with contextlib.AsyncExitStack() as stack:
            for _ in range(UNREAD):
                _, writer = await eve.connect()
                stack.callback(writer.close)
                writer.write("\r\n".join([*head, *upgrade, "", ""]).encode())
            await asyncio.sleep(15)
            eve.note("held for 15 seconds")


async def talking_sockets(eve: Hostile) -> None:
    """Send much on a socket that is for listening."""
    async with eve.browser() as browser:
        game = await eve.send(browser, "POST", "/games", {"game": SAMPLE, "seats": seated("me", "me")})
        if game is None:
            return
        url = str(browser.http.base_url).rstrip("/")
        async with browser.live(url, game["id"]) as live:
            for _ in range(1000):
                if live.connection.close_code is not None:
                    break
                with contextlib.suppress(Exception):
                    await live.connection.send("x" * eve.rng.choice((10, 60_000)))
            eve.note(f"socket closed with {live.connection.close_code}")


async def replays(eve: Hostile) -> None:
    """Request replays of a long game repeatedly."""
    async with eve.browser() as browser:
        if game := await eve.long_game(browser):
            requests = [("view", {"number": game["number"] - 1}), ("history", {"after": 0}), ("record", {})] * 8
            await asyncio.gather(
                *(eve.send(browser, "GET", f"/games/{game['id']}/{kind}", **params) for kind, params in requests)
            )


async def many_rooms(eve: Hostile) -> None:
    """Fill the list of open games."""
    async with eve.browser() as browser:
        for _ in range(100):
            await eve.send(browser, "POST", "/games", {"game": SAMPLE, "seats": seated("me", "open"), "public": True})


async def many_bots(eve: Hostile) -> None:
    """Start as many games between bots as possible."""
    async with eve.browser() as browser:
        for _ in range(20):
            await eve.send(browser, "POST", "/games", {"game": SAMPLE, "seats": seated("bot:level:8", "bot:level:8")})


async def nonsense(eve: Hostile) -> None:
    """Send malformed and meaningless requests."""
    rng = eve.rng
    paths = ("/me", "/games", "/games/none/actions", "/claims", "/sandbox", "/puzzles/none/answer", f"/{rng.random()}")
    bodies: tuple[Any, ...] = (
        *([], {}, "x" * 1000, {"name": "\u202e\u200b"}, {"position": {}}),
        *({"record": "{" * 10_000}, {"seats": [{}] * 1000}),
    )
    async with eve.browser() as browser:
        for _ in range(50):
            method = rng.choice(("GET", "POST", "PUT", "DELETE"))
            await eve.send(browser, method, rng.choice(paths), None if method == "GET" else rng.choice(bodies))


@functools.cache
def long_record() -> str:
    """Return the record of a long game."""
    return "\n".join(kingdoms.play(SAMPLE, ["random"] * 4, seed=7).lines())


ATTACKS: list[Attack] = [changing_cookies, slow_requests, unread_sockets, talking_sockets]
ATTACKS += [replays, many_rooms, many_bots, nonsense]


async def attack(urls: list[str], counts: Counter[tuple[str, str]]) -> None:
    """Make all attacks on servers at once until SIGTERM."""
    stopped = asyncio.Event()
    for signal_number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(signal_number, stopped.set)
    print("they come", flush=True)
    tasks = [asyncio.create_task(Hostile(urls, number, kind, counts).go_on()) for number, kind in enumerate(ATTACKS)]
    await stopped.wait()
    for task in tasks:
        task.cancel()
    for ended in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(ended, Exception):
            counts["the attack itself", repr(ended)] += 1


if __name__ == "__main__":
    results: Counter[tuple[str, str]] = Counter()
    asyncio.run(attack(sys.argv[1:], results))
    print(json.dumps([[*event, count] for event, count in sorted(results.items())]))
