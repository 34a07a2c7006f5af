"""Heartbeats of servers in the database: commands see whether a server runs, and the operator its figures."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

import kingdoms
from kingdoms.server.database.engine import Database, execute_count
from kingdoms.server.database.tables import AliveRow, ServerRow

log = logging.getLogger("kingdoms.games")

EVERY = 10.0
"""Seconds between two heartbeats."""
ALIVE = 30.0
"""Seconds since the last heartbeat for which a server counts as running."""
FORGOTTEN = 24 * 3600.0
"""Seconds until the row of a crashed server is deleted."""


class Heartbeat:
    """Periodically writes a timestamp and the server's figures to the database."""

    def __init__(self, database: Database, process: str, figures: Callable[[], dict[str, Any]]) -> None:
        self.database = database
        self.process = process
        self.figures = figures
        self.began = time.time()
        self.write_lock = asyncio.Lock()

    def facts(self) -> dict[str, Any]:
        """Return the figures, with the version and the start of the server."""
        return {"version": kingdoms.__version__, "began": self.began} | self.figures()

    async def write(self) -> None:
        """Write the figures. Concurrent calls write in the order in which they came."""
        async with self.write_lock:
            now, facts = time.time(), self.facts()
            async with self.database.engine.begin() as connection:
                await connection.execute(delete(ServerRow).where(ServerRow.seen < now - FORGOTTEN))
                statement = update(ServerRow).where(ServerRow.process == self.process).values(seen=now, facts=facts)
                if not await execute_count(connection, statement):
                    await connection.execute(insert(ServerRow).values(process=self.process, seen=now, facts=facts))
                await note_sign(connection, now)

    async def leave(self) -> None:
        """Delete the row of a server that stops, whose last sign of life this is."""
        try:
            async with self.database.engine.begin() as connection:
                await connection.execute(delete(ServerRow).where(ServerRow.process == self.process))
                await note_sign(connection, time.time())
        except Exception as error:  # the server stops in any case
            log.warning("the stop of this server could not be recorded in the database: %s", type(error).__name__)


async def note_sign(connection: AsyncConnection, now: float) -> None:
    """Note a sign of life."""
    if not await execute_count(connection, update(AliveRow).values(at=now)):
        await connection.execute(insert(AliveRow).values(number=1, at=now))


async def last_sign(connection: AsyncConnection) -> float | None:
    """Return when any server was last alive, in seconds since 1970; None if that is not known. The row stays locked."""
    at: float | None = await connection.scalar(select(AliveRow.at).with_for_update())
    return at


async def running_servers(database: Database) -> list[dict[str, Any]]:
    """Return the figures of all running servers, the oldest first."""
    query = select(ServerRow.process, ServerRow.seen, ServerRow.facts).where(ServerRow.seen > time.time() - ALIVE)
    servers = [{"process": row.process, "seen": row.seen, **row.facts} for row in await database.rows(query)]
    return sorted(servers, key=lambda server: server["began"])
