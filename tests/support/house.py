"""A server in this process that is driven step by step, and visitors of whom every byte that they are told is kept.

Nothing goes on between two steps: what a step has begun is waited for, and then the database is asked what it holds.
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
from allowed import Happened
from fastapi import FastAPI
from hidden_hands import CARDS
from playing import at_a_port
from serving import ORIGIN
from sqlalchemy import select
from starlette.types import Receive, Scope, Send
from waiting import SOON
from websockets.asyncio.client import ClientConnection

from kingdoms.server.app import create_app
from kingdoms.server.services import Services
from kingdoms.server.settings import Settings
from kingdoms.server.tables import EntryRow, GameRow, SeatRow

CARD = re.compile(rb"Card\d{4}")


@dataclass
class Kept:
    """What the database holds of a game: its row, the rows of its seats, and its entries in order."""

    row: Any
    seats: dict[str, Any]
    entries: list[Happened]
    numbers: list[int]


class House:
    """A server that can be stopped and started again; it is an ASGI application that passes on to whichever runs.

    Args:
        settings: how it is started.

    Attributes:
        fault: what went wrong first.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.stack = contextlib.AsyncExitStack()
        self.app: FastAPI
        self.address = ""
        self.fault: BaseException | None = None

    def failed(self, error: BaseException, trail: list[str]) -> None:
        """Keep what went wrong first, with all that had been done before: where it was a matter of time it comes once only."""
        if self.fault is None:
            self.fault = error
            error.add_note("\n".join(trail))

    async def start(self) -> None:
        """Start it."""
        self.app = create_app(self.settings)
        await self.stack.enter_async_context(self.app.router.lifespan_context(self.app))
        self.address = await self.stack.enter_async_context(at_a_port(self.app))
        await self.settle()

    async def stop(self) -> None:
        """Stop it as SIGTERM would: sockets are closed, and answers under way are waited for."""
        await self.stack.aclose()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        await self.app(scope, receive, send)

    @property
    def services(self) -> Services:
        """The games of the server that runs."""
        services: Services = self.app.state.services
        return services

    async def settle(self) -> None:
        """Wait until bots and chance have decided, and what nobody waits for is done."""
        async with asyncio.timeout(SOON):
            while under_way := [*self.services.driver.driving.values(), *self.services.background.spawned]:
                await asyncio.gather(*under_way, return_exceptions=True)

    async def kept(self, game_ids: Collection[str]) -> dict[str, Kept]:
        """Return what the database holds of some games; those that it knows nothing of are not there."""
        found: dict[str, Kept] = {}
        async with self.services.database.read_engine.connect() as connection:
            for row in await connection.execute(select(*GameRow.__table__.columns).where(GameRow.id.in_(game_ids))):
                found[row.id] = Kept(row, {}, [], [])
            for row in await connection.execute(select(*SeatRow.__table__.columns).where(SeatRow.game_id.in_(game_ids))):
                found[row.game_id].seats[row.seat] = row
            entries = select(*EntryRow.__table__.columns).where(EntryRow.game_id.in_(game_ids)).order_by(EntryRow.number)
            for row in await connection.execute(entries):
                found[row.game_id].entries.append(Happened(row.by, row.action, row.undo))
                found[row.game_id].numbers.append(row.number)
        return found


class Visitor:
    """Somebody with a cookie of their own.

    Args:
        house: where they visit.
        name: what they are called.

    Attributes:
        id: by which the server knows them.
        cards: the cards that they have been told of, but for those that they had named themselves in what was answered.
        may_know: those that they may be told of.
        bytes: all that they were told since it was last looked at.
        banned: whether they may not come in.
    """

    def __init__(self, house: House, name: str) -> None:
        self.house = house
        self.name = name
        self.id = ""
        self.cards: set[str] = set()
        self.may_know: set[str] = set()
        self.bytes = bytearray()
        self.banned = False
        self.http = httpx.AsyncClient(transport=httpx.ASGITransport(house, raise_app_exceptions=False), base_url=ORIGIN)

    async def arrive(self) -> None:
        """Become somebody."""
        await self.send("PUT", "/me", {"name": self.name})
        self.id = self.http.cookies["kingdoms"].partition(".")[0]

    @property
    def cookie(self) -> str:
        """By what they are known."""
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    async def send(
        self, method: str, path: str, body: Any = None, *, headers: dict[str, str] | None = None, **params: Any
    ) -> httpx.Response:
        """Send a request, whose body may be bytes; no answer is a failure of the server."""
        content = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        given = {"Origin": ORIGIN, "Content-Type": "application/json"} | (headers or {})
        answer = await self.http.request(method, f"/api{path}", content=content, params=params, headers=given)
        self.hear(answer, content or b"")
        return answer

    def hear(self, answer: httpx.Response, said: bytes = b"") -> None:
        """Take in an answer to what was said."""
        lines = b"\n".join(name + b": " + value for name, value in answer.headers.raw)
        asked = said + str(answer.request.url).encode()
        self.listen_to(lines + b"\n\n" + answer.content, asked)
        assert answer.status_code < 500, (answer.request.url, answer.text)
        if answer.status_code >= 400:
            error = answer.json()["error"]
            assert set(error) == {"code", "clause", "message"}, error

    def listen_to(self, told: bytes, asked: bytes = b"") -> None:
        """Take in what one is told."""
        self.bytes += told + b"\n"
        self.cards |= {card.decode() for card in set(CARD.findall(told)) - set(CARD.findall(asked))} & set(CARDS)

    async def act_from_elsewhere(self, path: str, body: Any) -> httpx.Response | None:
        """Send a request over the network; None: the server has gone before it has answered."""
        try:
            async with httpx.AsyncClient(base_url=self.house.address, headers={"Cookie": self.cookie}, timeout=SOON) as http:
                answer = await http.post(f"/api{path}", json=body)
        except httpx.TransportError:
            return None
        self.listen_to(answer.content, json.dumps(body).encode())
        return answer

    async def leave(self) -> None:
        """Go."""
        await self.http.aclose()


@dataclass(eq=False)
class Ear:
    """A socket of somebody at a game.

    Attributes:
        number: the newest entry that was told on it.
        told: the action of each entry that was told, by its number.
        reads: whether anything is read on it.
        said: how many messages were sent on it.
    """

    visitor: Visitor
    game_id: str
    connection: ClientConnection
    seat: str | None
    number: int = 0
    told: dict[int, str | None] = field(default_factory=dict)
    reads: bool = True
    said: int = 0
    counts: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    def take(self, text: str | bytes) -> None:
        """Take in a message: entries come in order, each once, wherever one begins to listen."""
        raw = text if isinstance(text, bytes) else text.encode()
        self.visitor.listen_to(raw)
        message = json.loads(raw)
        self.counts[message["type"]] += 1
        if message["type"] == "hello":
            if self.counts["hello"] > 1:
                assert message["number"] == self.number, "a second greeting leaves nothing out"
            for entry in message["missed"]:
                self.told[entry["number"]] = entry["action"]
            self.number = message["number"]
        elif message["type"] == "entry":
            assert message["number"] == self.number + 1, "entries are told in order, each once"
            assert message["entry"]["number"] == message["number"]
            self.number = message["number"]
            self.told[self.number] = message["entry"]["action"]

    async def keep_up(self, number: int) -> None:
        """Read until an entry has been told."""
        async with asyncio.timeout(SOON):
            while self.number < number or not self.counts["hello"]:
                self.take(await self.connection.recv())

    async def closed(self) -> int:
        """Read until the server has closed, and return its code."""
        self.hear_again()
        async with asyncio.timeout(SOON):
            with contextlib.suppress(websockets.ConnectionClosed):
                while True:
                    self.take(await self.connection.recv())
        return self.connection.close_code or 0

    def turn_away(self) -> None:
        """Read nothing any more."""
        self.reads = False
        self.connection.transport.pause_reading()

    def hear_again(self) -> None:
        """Read on."""
        if not self.reads:
            self.reads = True
            self.connection.transport.resume_reading()


async def listen(visitor: Visitor, game_id: str, seat: str | None, after: int | None) -> Ear:
    """Open a socket.

    Raises:
        InvalidStatus: it is refused.
    """
    params = httpx.QueryParams({name: value for name, value in (("seat", seat), ("after", after)) if value is not None})
    where = f"{visitor.house.address.replace('http', 'ws', 1)}/api/games/{game_id}/live?{params}"
    given: dict[str, Any] = {"additional_headers": {"Cookie": visitor.cookie, "Origin": visitor.house.address}}
    connection = await websockets.connect(where, max_size=None, max_queue=None, proxy=None, **given)
    return Ear(visitor, game_id, connection, seat)
