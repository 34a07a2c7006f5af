"""Notifications between servers that share a PostgreSQL database, by LISTEN and NOTIFY.

On SQLite there is one server only, and this module does nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections.abc import Awaitable, Callable
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from kingdoms.table.base.background import log_errors

logger = logging.getLogger("kingdoms.server.listen")

CHANNEL = "kingdoms"
NOTIFY = text("SELECT pg_notify(:channel, payload) FROM unnest(CAST(:payloads AS text[])) AS payload")
LISTENING_LOCK = 0x6B696E67646F6D73 + 1
"""The key of PostgreSQL's advisory lock that all servers share while they listen. It ends with the connection."""
IS_ALONE = text("SELECT pg_try_advisory_xact_lock(:key)")
MAX_BYTES = 7999
"""Maximum size of a notification in PostgreSQL, in bytes."""
CHECK_AFTER = 10.0
"""Seconds without a notification after which the connection is checked."""
SHORTEST_PAUSE, LONGEST_PAUSE = 0.1, 5.0


async def is_alone(connection: AsyncConnection) -> bool:
    """Return whether no server listens on this database; another one that starts now waits for the transaction to end."""
    if connection.dialect.name != "postgresql":
        return True
    alone: bool = (await connection.execute(IS_ALONE, {"key": LISTENING_LOCK})).scalar_one()
    return alone


async def notify(connection: AsyncConnection, *payloads: str) -> None:
    """Notify all servers, this one included, when the connection's transaction is committed.

    Raises:
        ValueError: a payload exceeds PostgreSQL's limit.
    """
    if connection.dialect.name != "postgresql":
        return
    if any(len(payload.encode()) > MAX_BYTES for payload in payloads):
        raise ValueError(f"a notification has {MAX_BYTES} bytes at most")
    await connection.execute(NOTIFY, {"channel": CHANNEL, "payloads": list(payloads)})


class NoticeListener:
    """Receives notifications over a connection of its own, and reconnects whenever it is lost.

    Args:
        callback: called with each payload, one after the other, in the order of the commits.
        on_reconnect: called after a reconnect: notifications in between were lost.
    """

    def __init__(
        self, url: str, callback: Callable[[str], Awaitable[None]], on_reconnect: Callable[[], Awaitable[None]]
    ) -> None:
        self.url = url
        self.callback = callback
        self.on_reconnect = on_reconnect
        self._notices: asyncio.Queue[str | None] = asyncio.Queue()
        self._is_lost = asyncio.Event()
        self.is_connected = False
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Connect, and begin to listen.

        Raises:
            OSError, asyncpg.PostgresError: the first connection fails.
        """
        if not self.url.startswith("postgresql:"):
            return
        connection = await self._connect()
        self._tasks = [asyncio.create_task(self._watch(connection)), asyncio.create_task(self._call_back())]

    async def stop(self) -> None:
        """Stop listening."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []

    async def _connect(self) -> Any:
        import asyncpg  # noqa: PLC0415  not needed on SQLite

        named = {"application_name": "kingdoms listener"}
        connection = await asyncpg.connect(self.url, timeout=CHECK_AFTER, server_settings=named)
        await connection.execute("SELECT pg_advisory_lock_shared($1)", LISTENING_LOCK)
        self._is_lost.clear()
        self.is_connected = True
        connection.add_termination_listener(lambda _: self._is_lost.set())
        await connection.add_listener(
            CHANNEL, lambda _connection, _pid, _channel, payload: self._notices.put_nowait(str(payload))
        )
        return connection

    async def _watch(self, connection: Any) -> None:
        try:
            while True:
                await self._wait_for_loss(connection)
                self.is_connected = False
                connection.terminate()
                logger.info("lost the connection for notices between servers")
                connection = await self._connect_again()
                logger.info("reconnected for notices between servers")
                self._notices.put_nowait(None)
        finally:
            connection.terminate()

    async def _wait_for_loss(self, connection: Any) -> None:
        """Return when the connection is lost, or does not answer."""
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._is_lost.wait(), CHECK_AFTER)
                return
            try:
                await connection.execute("SELECT 1", timeout=CHECK_AFTER)
            except _connection_errors():
                return

    async def _connect_again(self) -> Any:
        """Retry until the connection is open, with growing pauses; they are random, since other servers reconnect too."""
        pause = SHORTEST_PAUSE
        while True:
            try:
                return await self._connect()
            except _connection_errors():
                await asyncio.sleep(pause * (0.5 + random.random()))
                pause = min(LONGEST_PAUSE, pause * 2)

    async def _call_back(self) -> None:
        while True:
            payload = await self._notices.get()
            # after an outage, all games are refreshed when the database is back
            with log_errors(logger, "a notice from another server could not be processed"):
                await (self.on_reconnect() if payload is None else self.callback(payload))


def _connection_errors() -> tuple[type[Exception], ...]:
    """Return the exceptions that mean a lost or failed connection."""
    import asyncpg  # noqa: PLC0415

    return OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError
