"""What the operator sets for the whole server, in memory: bans, who is admitted to a closed server, and the notice to all."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable
from typing import Final

from sqlalchemy import select
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from kingdoms.server.base.errors import refuse
from kingdoms.server.base.settings import ServerSettings
from kingdoms.server.database.engine import Database
from kingdoms.server.database.tables import AliveRow, VisitorRow
from kingdoms.server.visitors.bans import Bans
from kingdoms.server.visitors.identity import visitor
from kingdoms.server.visitors.limits import host
from kingdoms.table.base.errors import ApiError
from kingdoms.table.base.times import timestamp
from kingdoms.texts import text

BANNED, CLOSED = 4410, 4411
"""The close codes of sockets of banned visitors, and of strangers on a closed server."""
DOORS: Final = "/api/(server|entrance|entrance/code|sign-in|sign-in/ask|me/data|me/delete|program/stream|program/actions)"
"""What a closed server answers to anybody: the ways in, a visitor's own data, and programs, which have tokens of their own."""
POSITIONS, PREVIEWS = "/api/positions(/.*)?|/p/.*", r"/api/games/[^/]+/board\.png|/g/.*"
SHOWN: Final = {
    "nothing": re.compile(DOORS),
    "positions": re.compile(f"{DOORS}|{POSITIONS}"),
    "previews": re.compile(f"{DOORS}|{POSITIONS}|{PREVIEWS}"),
}
"""The addresses for strangers, by the setting."""


class House:
    """The operator's decisions.

    Attributes:
        guests: the admitted visitors, if the server is closed.
        listeners: called after each change.
    """

    def __init__(self, settings: ServerSettings) -> None:
        self.bans = Bans()
        self.access = settings.access
        self.public_paths = SHOWN[settings.strangers]
        self.guests: set[str] = set()
        self.listeners: list[Callable[[], None]] = []
        self._notice: tuple[str | None, float | None] = None, None
        self._database: Database | None = None
        self._read_lock = asyncio.Lock()

    async def read(self, database: Database) -> None:
        """Read everything, one call after the other, so that the newest state remains."""
        self._database = database
        async with self._read_lock:
            await self.bans.read(database)
            async with database.read_engine.connect() as connection:
                row = (await connection.execute(select(AliveRow.notice, AliveRow.notice_until))).first()
                self._notice = (None, None) if row is None else (row.notice, row.notice_until)
                if self.access != "open":
                    self.guests = {*await connection.scalars(select(VisitorRow.id).where(VisitorRow.admitted.is_not(None)))}
        for listener in self.listeners:
            listener()

    @property
    def notice(self) -> dict[str, str | None] | None:
        """The notice to all as JSON data, or None."""
        words, until = self._notice
        is_over = until is not None and until <= time.time()
        return None if words is None or is_over else {"text": words, "until": timestamp(until)}

    def is_admitted(self, visitor_id: str | None) -> bool:
        """Return whether a visitor is admitted, as far as this server has heard."""
        return self.access == "open" or visitor_id in self.guests

    async def admits(self, connection: HTTPConnection) -> bool:
        """Return whether the sender of a request is admitted. A stranger is looked up: another server may have let them in."""
        person = visitor(connection)
        if person is None or self._database is None or self.is_admitted(person.id):
            return self.is_admitted(None if person is None else person.id)
        return await self._database.scalar(select(VisitorRow.admitted).where(VisitorRow.id == person.id)) is not None

    async def refusal(self, scope: Scope) -> ApiError | None:
        """Return the error for a request of a banned client or of a stranger, or None."""
        connection = HTTPConnection(scope)
        person = visitor(connection)
        if (ban := self.bans.find(None if person is None else person.id, host(connection))) is not None:
            return ApiError(403, "banned", ban.sentence)
        try:
            if self.access == "open" or self.public_paths.fullmatch(scope["path"]) or await self.admits(connection):
                return None
        except ApiError as error:  # the database is away
            return error
        return ApiError(403, "closed", text("error.closed_server"))


class AccessCheck:
    """Middleware that refuses API requests and sockets of banned clients and of strangers. Pages are served, and say why."""

    def __init__(self, app: ASGIApp, house: House) -> None:
        self.app = app
        self.house = house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        is_open = self.house.bans.is_empty and self.house.access == "open"
        is_checked = scope["type"] == "websocket" or (scope["type"] == "http" and f"{scope['path']}/".startswith("/api/"))
        refusal = await self.house.refusal(scope) if is_checked and not is_open else None
        if refusal is None:
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket" and refusal.code == "closed":
            await receive()
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": CLOSED, "reason": "this server is closed"})
        else:
            await refuse(refusal, scope, receive, send)
