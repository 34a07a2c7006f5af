"""Which games have been kept for long enough, and deleting them: for commands and for the server's own sweep."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Any

from sqlalchemy import ColumnElement, and_, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from kingdoms.server.database import Database
from kingdoms.server.games.store import empty_since
from kingdoms.server.games.tables import GameRow

AT_A_TIME = 100
"""How many games are deleted in one transaction, so that nobody waits long for the lock."""
HOUR, DAY = 3600.0, 24 * 3600.0

Tell = Callable[..., Awaitable[Any]]
"""Tells servers, over a connection, of games that have changed."""


def finished(days: float) -> ColumnElement[bool]:
    """Return which games have been over for so many days."""
    return and_(GameRow.status == "over", GameRow.moved < time.time() - days * DAY)


def waiting(hours: float) -> ColumnElement[bool]:
    """Return which games have waited for players for so many hours while nobody was there."""
    return and_(*empty_since(time.time() - hours * HOUR))


async def count(database: Database, which: ColumnElement[bool]) -> int:
    """Return how many games are of a kind."""
    async with database.read_engine.connect() as connection:
        return await connection.scalar(select(func.count()).select_from(GameRow).where(which)) or 0


async def delete_some(database: Database, tell: Tell, which: ColumnElement[bool]) -> list[str]:
    """Delete games of a kind with all that belongs to them, a limited number, and return their ids.

    Several may do so at once: each deletes others.
    """
    async with database.engine.begin() as connection:
        wanted = select(GameRow.id).where(which).limit(AT_A_TIME).with_for_update(skip_locked=True)
        ids = list(await connection.scalars(wanted))
        if ids:
            await connection.execute(delete(GameRow).where(GameRow.id.in_(ids)))
            await tell(connection, *ids)
    return ids


async def delete_one(connection: AsyncConnection, tell: Tell, game_id: str) -> bool:
    """Delete a game whatever it is at, and say whether there was one; whoever played it may ask for another rematch."""
    done = await connection.execute(delete(GameRow).where(GameRow.id == game_id))
    before = list(await connection.scalars(select(GameRow.id).where(GameRow.rematch == game_id)))
    await connection.execute(update(GameRow).where(GameRow.id.in_(before)).values(rematch=None))
    await tell(connection, game_id, *before)
    return done.rowcount == 1
