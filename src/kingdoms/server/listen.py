"""How servers that share a PostgreSQL database tell each other what has happened: LISTEN and NOTIFY.

On SQLite there is one server and nobody else to tell, so all of this does nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import logging
import random
from collections.abc import Awaitable, Callable
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from kingdoms.server.outage import Unavailable

logger = logging.getLogger("kingdoms.server.listen")

CHANNEL = "kingdoms"
TELL = text("SELECT pg_notify(:channel, payload) FROM unnest(CAST(:payloads AS text[])) AS payload")
LONGEST = 7999
"""Bytes that PostgreSQL takes in a notification."""
CHECK = 10.0
"""Seconds after which a silent connection is asked whether it is still there."""
SHORTEST_PAUSE, LONGEST_PAUSE = 0.1, 5.0

Callback = Callable[[str], Awaitable[None] | None]


async def notify(connection: AsyncConnection, *payloads: str) -> None:
    """Tell all servers something when, and only if, the connection's transaction is committed; this server hears it too.

    Raises:
        ValueError: a payload is longer than PostgreSQL takes.
    """
    if connection.dialect.name != "postgresql":
        return
    if any(len(payload.encode()) > LONGEST for payload in payloads):
        raise ValueError(f"a notification has {LONGEST} bytes at most")
    await connection.execute(TELL, {"channel": CHANNEL, "payloads": list(payloads)})


class NoticeListener:
    """Hears what servers tell each other, over a connection of its own that is made again whenever it breaks.

    Args:
        url: the database.
        callback: called with each payload, one after the other in the order of the commits.
        on_reconnect: called when the connection stands again after it was lost: what was told meanwhile was missed.

    Attributes:
        stands: whether there is a connection now.
    """

    def __init__(self, url: str, callback: Callback, on_reconnect: Callable[[], Awaitable[None] | None] | None = None) -> None:
        self.url = url
        self.callback = callback
        self.on_reconnect = on_reconnect
        self._heard: asyncio.Queue[str | None] = asyncio.Queue()
        self._lost = asyncio.Event()
        self.stands = False
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Connect and listen from now on.

        Raises:
            OSError, asyncpg.PostgresError: the first connection cannot be made.
        """
        if not self.url.startswith("postgresql:"):
            return
        connection = await self._connect()
        self._tasks = [asyncio.create_task(self._keep(connection)), asyncio.create_task(self._call_back())]

    async def stop(self) -> None:
        """Listen no more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []

    async def _connect(self) -> Any:
        """Return a connection that listens."""
        import asyncpg  # noqa: PLC0415  servers on SQLite start without it

        connection = await asyncpg.connect(self.url, timeout=CHECK, server_settings={"application_name": "kingdoms listener"})
        self._lost.clear()
        self.stands = True
        connection.add_termination_listener(lambda _: self._lost.set())
        await connection.add_listener(
            CHANNEL, lambda _connection, _pid, _channel, payload: self._heard.put_nowait(str(payload))
        )
        return connection

    async def _keep(self, connection: Any) -> None:
        """Watch the connection, and make a new one when it is lost."""
        try:
            while True:
                await self._until_lost(connection)
                self.stands = False
                connection.terminate()
                logger.info("the connection on which servers hear each other was lost")
                connection = await self._connect_again()
                logger.info("the connection on which servers hear each other stands again")
                self._heard.put_nowait(None)
        finally:
            connection.terminate()

    async def _until_lost(self, connection: Any) -> None:
        """Return when the connection is lost, or answers no more."""
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._lost.wait(), CHECK)
                return
            try:
                await connection.execute("SELECT 1", timeout=CHECK)
            except _broken():
                return

    async def _connect_again(self) -> Any:
        """Try until there is a connection, at growing intervals; servers do not all try at the same moment."""
        pause = SHORTEST_PAUSE
        while True:
            try:
                return await self._connect()
            except _broken():
                await asyncio.sleep(pause * (0.5 + random.random()))
                pause = min(LONGEST_PAUSE, pause * 2)

    async def _call_back(self) -> None:
        """Call back for what was heard, in order."""
        while True:
            payload = await self._heard.get()
            try:
                if payload is not None:
                    result = self.callback(payload)
                else:
                    result = self.on_reconnect() if self.on_reconnect else None
                if inspect.isawaitable(result):
                    await result
            except Unavailable:
                pass  # it has been noted, and all games are looked through when the database is back
            except Exception:
                logger.exception("what another server told could not be used")


def _broken() -> tuple[type[Exception], ...]:
    """Return what is raised where a connection is lost, or cannot be made."""
    import asyncpg  # noqa: PLC0415

    return OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError
