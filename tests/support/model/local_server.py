"""A server in this process that is driven step by step, and visitors that record every byte they receive.

Nothing runs between two steps: each step waits for everything that it has started, and then the database is read.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

import httpx
import websockets
from fastapi import FastAPI
from sqlalchemy import select
from starlette.types import Receive, Scope, Send
from websockets.asyncio.client import ClientConnection

from kingdoms.server.app.asgi import create_app
from kingdoms.server.app.services import Services
from kingdoms.server.base.settings import ServerSettings
from kingdoms.server.database.tables import EntryRow, GameRow, SeatRow
from tests.support.clients.http import at_a_port
from tests.support.games.hidden_hands import CARDS
from tests.support.model.tables import Entry
from tests.support.server.launch import ORIGIN
from tests.support.suite.timeouts import SOON

CARD = re.compile(rb"Card\d{4}")


@dataclass
class StoredGame:
    """A game in the database: its row, the rows of its seats, and its entries in order."""

    row: Any
    seats: dict[str, Any]
    entries: list[Entry]
    numbers: list[int]


class LocalServer:
    """A server that can be stopped and restarted; an ASGI application that passes requests on to the running server.

    Args:
        settings: the settings of the server.

    Attributes:
        fault: the first failure.
    """

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        self.stack = contextlib.AsyncExitStack()
        self.app: FastAPI
        self.address = ""
        self.fault: BaseException | None = None

    def failed(self, error: BaseException, trail: list[str]) -> None:
        """Record the first failure with all steps before it: one that depends on timing may not occur again."""
        if self.fault is None:
            self.fault = error
            error.add_note("\n".join(trail))

    async def start(self) -> None:
        """Start the server."""
        self.app = create_app(self.settings)
        await self.stack.enter_async_context(self.app.router.lifespan_context(self.app))
        self.address = await self.stack.enter_async_context(at_a_port(self.app))
        await self.settle()

    async def stop(self) -> None:
        """Stop the server as SIGTERM would: close sockets, and wait for open requests."""
        await self.stack.aclose()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        await self.app(scope, receive, send)

    @property
    def services(self) -> Services:
        """The services of the running server."""
        services: Services = self.app.state.services
        return services

    async def settle(self) -> None:
        """Wait until bots and chance have moved, and background tasks are done."""
        async with asyncio.timeout(SOON):
            while under_way := [*self.services.driver.tasks.values(), *self.services.background.tasks]:
                await asyncio.gather(*under_way, return_exceptions=True)

    async def stored_games(self, game_ids: Collection[str]) -> dict[str, StoredGame]:
        """Return games in the database by id; missing games are omitted."""
        games: dict[str, StoredGame] = {}
        async with self.services.database.read_engine.connect() as connection:
            for row in await connection.execute(select(*GameRow.__table__.columns).where(GameRow.id.in_(game_ids))):
                games[row.id] = StoredGame(row, {}, [], [])
            for row in await connection.execute(select(*SeatRow.__table__.columns).where(SeatRow.game_id.in_(game_ids))):
                games[row.game_id].seats[row.seat] = row
            entries = select(*EntryRow.__table__.columns).where(EntryRow.game_id.in_(game_ids)).order_by(EntryRow.number)
            for row in await connection.execute(entries):
                games[row.game_id].entries.append(Entry(row.by, row.action, row.undo))
                games[row.game_id].numbers.append(row.number)
        return games


class Visitor:
    """A visitor with their own cookie.

    Args:
        server: the server.
        name: the visitor's name.

    Attributes:
        id: the id by which the server knows the visitor.
        cards: the cards that they have received, except the ones in their own requests.
        may_know: the cards that they may know.
        bytes: everything received since the last check.
        banned: whether they are banned.
    """

    def __init__(self, server: LocalServer, name: str) -> None:
        self.server = server
        self.name = name
        self.id = ""
        self.cards: set[str] = set()
        self.may_know: set[str] = set()
        self.bytes = bytearray()
        self.banned = False
        self.http = httpx.AsyncClient(transport=httpx.ASGITransport(server, raise_app_exceptions=False), base_url=ORIGIN)

    async def arrive(self) -> None:
        """Set the visitor's name, which gives them a cookie."""
        await self.send("PUT", "/me", {"name": self.name})
        self.id = self.http.cookies["kingdoms"].partition(".")[0]

    @property
    def cookie(self) -> str:
        """The `Cookie` header."""
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    async def send(
        self, method: str, path: str, body: Any = None, *, headers: dict[str, str] | None = None, **params: Any
    ) -> httpx.Response:
        """Send a request, whose body may be bytes, and check that the server has not failed."""
        content = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        all_headers = {"Origin": ORIGIN, "Content-Type": "application/json"} | (headers or {})
        answer = await self.http.request(method, f"/api{path}", content=content, params=params, headers=all_headers)
        self.hear(answer, content or b"")
        return answer

    def hear(self, answer: httpx.Response, content: bytes = b"") -> None:
        """Record an answer to a request, and check its form."""
        lines = b"\n".join(name + b": " + value for name, value in answer.headers.raw)
        request = content + str(answer.request.url).encode()
        self.listen_to(lines + b"\n\n" + answer.content, request)
        assert answer.status_code < 500, (answer.request.url, answer.text)
        if answer.status_code >= 400:
            error = answer.json()["error"]
            assert set(error) == {"code", "clause", "message"}, error

    def listen_to(self, received: bytes, request: bytes = b"") -> None:
        """Record received bytes."""
        self.bytes += received + b"\n"
        self.cards |= {card.decode() for card in set(CARD.findall(received)) - set(CARD.findall(request))} & set(CARDS)

    async def act_from_elsewhere(self, path: str, body: Any) -> httpx.Response | None:
        """Send a request over the network; return None if the server stopped before it answered."""
        try:
            async with httpx.AsyncClient(base_url=self.server.address, headers={"Cookie": self.cookie}, timeout=SOON) as http:
                answer = await http.post(f"/api{path}", json=body)
        except httpx.TransportError:
            return None
        self.listen_to(answer.content, json.dumps(body).encode())
        return answer

    async def leave(self) -> None:
        await self.http.aclose()


@dataclass(eq=False)
class Listener:
    """A socket of a visitor at a game.

    Attributes:
        number: the last entry received.
        actions: the action of each entry received, by number.
        reads: whether the socket is being read.
        sent: the number of messages sent.
    """

    visitor: Visitor
    game_id: str
    connection: ClientConnection
    seat: str | None
    number: int = 0
    actions: dict[int, str | None] = field(default_factory=dict)
    reads: bool = True
    sent: int = 0
    counts: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    def take(self, message_text: str | bytes) -> None:
        """Process a message: entries must arrive in order and once, from any number on."""
        raw = message_text if isinstance(message_text, bytes) else message_text.encode()
        self.visitor.listen_to(raw)
        message = json.loads(raw)
        self.counts[message["type"]] += 1
        if message["type"] == "hello":
            if self.counts["hello"] > 1:
                assert message["number"] == self.number, "a second greeting leaves nothing out"
            for entry in message["missed"]:
                self.actions[entry["number"]] = entry["action"]
            self.number = message["number"]
        elif message["type"] == "entry":
            assert message["number"] == self.number + 1, "entries are told in order, each once"
            assert message["entry"]["number"] == message["number"]
            self.number = message["number"]
            self.actions[self.number] = message["entry"]["action"]

    async def keep_up(self, number: int) -> None:
        """Read until an entry has arrived."""
        async with asyncio.timeout(SOON):
            while self.number < number or not self.counts["hello"]:
                self.take(await self.connection.recv())

    async def closed(self) -> int:
        """Read until the server closes the socket, and return the close code."""
        self.hear_again()
        async with asyncio.timeout(SOON):
            with contextlib.suppress(websockets.ConnectionClosed):
                while True:
                    self.take(await self.connection.recv())
        return self.connection.close_code or 0

    def turn_away(self) -> None:
        """Stop reading."""
        self.reads = False
        self.connection.transport.pause_reading()

    def hear_again(self) -> None:
        """Resume reading."""
        if not self.reads:
            self.reads = True
            self.connection.transport.resume_reading()


async def listen(visitor: Visitor, game_id: str, seat: str | None, after: int | None) -> Listener:
    """Open a socket.

    Raises:
        InvalidStatus: the server refuses it.
    """
    params = httpx.QueryParams({name: value for name, value in (("seat", seat), ("after", after)) if value is not None})
    url = f"{visitor.server.address.replace('http', 'ws', 1)}/api/games/{game_id}/live?{params}"
    options: dict[str, Any] = {"additional_headers": {"Cookie": visitor.cookie, "Origin": visitor.server.address}}
    connection = await websockets.connect(url, max_size=None, max_queue=None, proxy=None, **options)
    return Listener(visitor, game_id, connection, seat)
