"""Clients of a server, for tests."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from ssl import SSLContext
from typing import Any, Self

import httpx
import uvicorn
import websockets
from fastapi import FastAPI
from websockets.asyncio.client import ClientConnection

from kingdoms.server.app.running import protocols
from kingdoms.server.http.connections import ConnectionLimit
from kingdoms.server.presence.routes import WORD
from kingdoms.server.visitors.identity import COOKIE
from tests.support.games.sample_game import END, OTHER, limited, opening, seated, soonest
from tests.support.games.tested_games import SAMPLE
from tests.support.suite.timeouts import SOON

ORIGIN = "http://localhost"

Json = dict[str, Any]

MANY = 10_000
"""Maximum number of connections of an address, for tests that aren't about the limit."""


class Browser:
    """A visitor with their own cookie.

    Args:
        where: an application in this process, or the URL of another server.
        ssl: verifies certificates if the URL uses https.
        address: the local address of requests and sockets.
    """

    def __init__(self, server: FastAPI | str, *, ssl: SSLContext | None = None, address: str | None = None) -> None:
        self.ssl = ssl
        self.address = address
        if isinstance(server, str):
            line = httpx.AsyncHTTPTransport(verify=ssl or server.startswith("https"), local_address=address)
            self.http = httpx.AsyncClient(base_url=server, headers={"Origin": server}, timeout=SOON, transport=line)
        else:
            transport = httpx.ASGITransport(server, raise_app_exceptions=False)
            self.http = httpx.AsyncClient(transport=transport, base_url=ORIGIN, headers={"Origin": ORIGIN})

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    @property
    def cookie(self) -> str:
        """The `Cookie` header."""
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    @property
    def visitor_id(self) -> str:
        """The id in the visitor's cookie."""
        return self.http.cookies[COOKIE].partition(".")[0]

    # -- requests -----------------------------------------------------------------------------------------------------

    async def send(self, method: str, path: str, body: object = None, **params: Any) -> httpx.Response:
        """Send a request and return the answer."""
        content = None if body is None else json.dumps(body)
        return await self.http.request(
            method, f"/api{path}", content=content, params=params, headers={"Content-Type": "application/json"}
        )

    async def ask(self, method: str, path: str, body: object = None, *, status: int = 200, **params: Any) -> Any:
        """Send a request that must be answered with `status`, and return the JSON of the answer."""
        answer = await self.send(method, path, body, **params)
        assert answer.status_code == status, answer.text
        return answer.json() if answer.content else None

    async def gets(self, status: int, path: str = "/me") -> bool:
        return (await self.send("GET", path)).status_code == status

    async def get(self, path: str, **params: Any) -> Any:
        return await self.ask("GET", path, **params)

    async def post(self, path: str, body: object = None, *, status: int = 200) -> Any:
        """Send a POST request that must succeed."""
        return await self.ask("POST", path, {} if body is None else body, status=status)

    async def refused(self, method: str, path: str, body: object = None, **params: Any) -> tuple[int, str]:
        """Send a request that must be refused with a message; return status and code."""
        answer = await self.send(method, path, {} if body is None and method != "GET" else body, **params)
        assert answer.status_code >= 400, answer.text
        error = answer.json()["error"]
        assert set(error) == {"code", "clause", "message"}
        assert len(error["message"]) > 10
        return answer.status_code, error["code"]

    # -- games --------------------------------------------------------------------------------------------------------

    async def new_game(self, *kinds: str, **more: Any) -> Json:
        """Create a game; kinds of seats are given as `me`, `open` or `bot:random`, for the default seats of their number."""
        fields = {"game": SAMPLE} | more
        info: Json = await self.post("/games", fields | {"seats": seated(*kinds, game=fields["game"])}, status=201)
        return info

    async def settled(self, game_id: str) -> Json:
        """Wait until a person or a program is to move, or the game is over; return the info of the game."""
        until = time.monotonic() + SOON
        while time.monotonic() < until:
            info: Json = await self.get(f"/games/{game_id}")
            kinds = {seat["seat"]: "bot" if seat["stand_in"] else seat["kind"] for seat in info["seats"]}
            if info["status"] != "playing" or kinds.get(info["to_move"]) in ("person", "program"):
                return info
            await asyncio.sleep(0.01)
        raise AssertionError("bots or chance have not decided")

    async def until(self, path: str, condition: Callable[[Json], bool]) -> Json:
        """Wait until the answer to a GET request fulfils a condition, and return the answer."""
        answer: Json = {}

        async def is_fulfilled() -> bool:
            nonlocal answer
            answer = await self.get(path)
            return condition(answer)

        await eventually(is_fulfilled)
        return answer

    async def is_over(self, game_id: str) -> bool:
        """Return whether a game is over."""
        return bool((await self.get(f"/games/{game_id}"))["status"] == "over")

    async def end_turn(self, game_id: str) -> None:
        """Act for the seat to move until another seat, or none, is to move."""
        info = await self.settled(game_id)
        mover = info["to_move"]
        while info["to_move"] == mover and info["status"] == "playing":
            choices = await self.choices(game_id)
            await self.act(game_id, info["number"], END if END in choices else choices[0])
            info = await self.settled(game_id)

    async def act(self, game_id: str, base: int, action: str, **more: Any) -> int:
        """Play an action and return its number."""
        number: int = (await self.post(f"/games/{game_id}/actions", {"base": base, "action": action} | more))["number"]
        return number

    async def history(self, game_id: str) -> list[Json]:
        """Return all entries, page by page."""
        entries: list[Json] = []
        while True:
            page = await self.get(f"/games/{game_id}/history", after=len(entries))
            entries += page["entries"]
            if not page["more"]:
                return entries

    async def choices(self, game_id: str) -> list[str]:
        """Return the legal actions."""
        return [choice["action"] for choice in (await self.get(f"/games/{game_id}/legal"))["ask"]["choices"]]

    @contextlib.asynccontextmanager
    async def live(self, server: str, game_id: str, **params: Any) -> AsyncIterator[Live]:
        """Subscribe to a game."""
        query = "&".join(f"{name}={value}" for name, value in params.items())
        address = f"{server.replace('http', 'ws', 1)}/api/games/{game_id}/live?{query}"
        options: Json = {"additional_headers": {"Cookie": self.cookie, "Origin": server}, "max_size": None, "max_queue": None}
        if self.address is not None:
            options["local_addr"] = (self.address, 0)
        async with websockets.connect(address, ssl=self.ssl, **options) as connection:
            yield Live(connection)

    @contextlib.asynccontextmanager
    async def listening(self, server: str, game_id: str, **params: Any) -> AsyncIterator[Live]:
        """Subscribe to a game, and wait for the greeting."""
        async with self.live(server, game_id, **params) as live:
            await live.next("hello")
            yield live

    @contextlib.asynccontextmanager
    async def stream(self, path: str, token: str) -> AsyncIterator[AsyncIterator[Json | None]]:
        """Follow a stream of lines with a token; yield its messages, None for an empty line, which shows that it is alive."""
        async with self.http.stream("GET", f"/api{path}", headers={"Authorization": f"Bearer {token}"}) as answer:
            assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/x-ndjson")
            yield (json.loads(line) if line else None async for line in answer.aiter_lines())


class Live:
    """A subscription to a game.

    Attributes:
        messages: all messages so far.
    """

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.messages: list[Json] = []

    async def next(self, kind: str | None = None, within: float = SOON) -> Json:
        """Return the next message, or the next of a kind."""
        async with asyncio.timeout(within):
            while True:
                message: Json = json.loads(await self.connection.recv())
                self.messages.append(message)
                if kind in (None, message["type"]):
                    return message

    async def until(self, condition: Callable[[Json], bool], within: float = SOON) -> Json:
        """Return the next message that fulfils a condition."""
        async with asyncio.timeout(within):
            while True:
                if condition(message := await self.next(within=within)):
                    return message

    async def closed(self) -> int:
        """Read until the server closes the socket, and return the close code."""
        with contextlib.suppress(websockets.ConnectionClosed):
            while True:
                await self.next()
        assert self.connection.close_code is not None
        return self.connection.close_code


async def shared_game(ida: Browser, bob: Browser, **more: Any) -> str:
    """Return the id of a game in which the first seat is to move, which is Ida's; the other seat is Bob's.

    With `position=None`, chance decides who is to move.
    """
    game_id: str = (await ida.new_game("me", "open", **{"position": opening().position()} | more))["id"]
    await bob.post(f"/games/{game_id}/seats/{OTHER}/join")
    return game_id


async def solo_game(ida: Browser, **more: Any) -> str:
    """Return the id of a game in which Ida has both seats, and the first is to move."""
    game_id: str = (await ida.new_game("me", "me", position=opening().position(), **more))["id"]
    return game_id


async def finished_game(browser: Browser, seed: int = 1) -> str:
    """Play a game of one round to its end, and return its id."""
    game_id: str = (await browser.new_game("me", "me", rulings=limited(1)))["id"]
    await play_random(browser, game_id, seed)
    return game_id


def seat_in(info: Json, name: str) -> Json:
    """Return a seat from the info of a game."""
    seat: Json = next(row for row in info["seats"] if row["seat"] == name)
    return seat


def legal_now(app: FastAPI, game_id: str) -> list[str]:
    """Return the legal actions in a game at a server in this process."""
    state = app.state.services.games.by_id[game_id].state
    return [state.game.action_to_string(action) for action in state.legal_actions()]


async def play_random(browser: Browser, game_id: str, seed: int, most: int = 10_000) -> Json:
    """Play the visitor's seats at random until the game is over, or for a number of actions; return the info of the game."""
    rng = random.Random(seed)
    for _ in range(most):
        info = await browser.settled(game_id)
        if info["status"] == "over":
            return info
        await browser.act(game_id, info["number"], rng.choice(await browser.choices(game_id)))
    return await browser.settled(game_id)


async def finish(*browsers: Browser, game_id: str) -> Json:
    """Let the visitors at a table play the shortest way to the end of the game; return the info of the game."""
    while True:
        for browser in browsers:
            info = await browser.settled(game_id)
            if info["status"] != "playing":
                return info
            if info["to_move"] in info["you"]:
                await browser.act(game_id, info["number"], soonest(await browser.choices(game_id)))


async def eventually(check: Callable[[], Awaitable[bool] | bool], within: float = SOON) -> None:
    """Wait until a condition is true."""
    until = time.monotonic() + within
    while True:
        state = check()
        if await state if isinstance(state, Awaitable) else state:
            return
        assert time.monotonic() < until, "this has not come about in time"
        await asyncio.sleep(0.02)


@contextlib.asynccontextmanager
async def at_a_port(app: FastAPI, port: int = 0, limit: ConnectionLimit | None = None) -> AsyncIterator[str]:
    """Serve a started application at a port of this machine, or at a free one; yield its URL."""
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        lifespan="off",
        ws_per_message_deflate=False,
        ws_max_size=WORD,
        timeout_graceful_shutdown=2,
        **protocols(limit or ConnectionLimit(MANY)),
    )
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 32 * 1024)  # a small buffer reveals clients who don't read
        listener.bind(("127.0.0.1", port))
        server = uvicorn.Server(config)
        task = asyncio.create_task(server.serve(sockets=[listener]))
        while not server.started:
            await asyncio.sleep(0.005)
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            app.state.services.disconnect()
            server.should_exit = True
            await task
