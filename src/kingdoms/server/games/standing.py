"""What servers say of themselves in the database now and then: commands see whether any runs, and the operator how it goes."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Any, cast

from sqlalchemy import CursorResult, delete, insert, select, update

import kingdoms
from kingdoms.server.database import Database
from kingdoms.server.games.tables import ServerRow

if TYPE_CHECKING:
    from kingdoms.server.games.service import Service

log = logging.getLogger("kingdoms.games")

NOTE_EVERY = 10.0
"""Seconds between two notes of a server."""
ALIVE = 30.0
"""A server that has noted something within so many seconds runs."""
FORGOTTEN = 24 * 3600.0
"""Seconds after which nobody asks any more what has become of a server."""
MOST_PLACES = 5
"""From how many addresses it is told how much was refused to them."""


class Standing:
    """What one server says of itself.

    Args:
        service: its games.
    """

    def __init__(self, service: Service) -> None:
        self.service = service
        self.began = time.time()
        self.noting = asyncio.Lock()

    def facts(self) -> dict[str, Any]:
        """Return how it goes."""
        service = self.service
        followers = service.audience.hub.everybody()
        return {
            "version": kingdoms.__version__,
            "began": self.began,
            "visitors": len({follower.visitor_id for follower in followers if follower.visitor_id is not None}),
            "strangers": sum(follower.visitor_id is None and follower.token_hash is None for follower in followers),
            "programs": sum(follower.token_hash is not None for follower in followers),
            "games": len(service.games),
            "thinking": len(service.driving),
            "refusals": service.refusals.by_reason(),
            "places": service.refusals.by_place(MOST_PLACES),
        }

    async def note(self) -> None:
        """Say how it goes; what was asked for first is said first."""
        async with self.noting:
            await self._note()

    async def _note(self) -> None:
        """Write how it goes."""
        now, who, facts = time.time(), self.service.process, self.facts()
        async with self.service.database.engine.begin() as connection:
            await connection.execute(delete(ServerRow).where(ServerRow.seen < now - FORGOTTEN))
            wanted = update(ServerRow).where(ServerRow.process == who).values(seen=now, facts=facts)
            if not cast("CursorResult[Any]", await connection.execute(wanted)).rowcount:
                await connection.execute(insert(ServerRow).values(process=who, seen=now, facts=facts))

    async def leave(self) -> None:
        """Say nothing any more: this server stops."""
        try:
            async with self.service.database.engine.begin() as connection:
                await connection.execute(delete(ServerRow).where(ServerRow.process == self.service.process))
        except Exception as error:  # it is about to end, whatever the database says
            log.warning("the database could not be told that this server stops: %s", type(error).__name__)


async def running(database: Database) -> list[dict[str, Any]]:
    """Return what the servers say that use a database now, the one that began first at the beginning."""
    wanted = select(ServerRow.process, ServerRow.seen, ServerRow.facts).where(ServerRow.seen > time.time() - ALIVE)
    async with database.read_engine.connect() as connection:
        found = [{"process": row.process, "seen": row.seen, **row.facts} for row in await connection.execute(wanted)]
    return sorted(found, key=lambda each: each["began"])
