"""Which games have been kept for long enough, and deleting them: for commands and for the server's own sweep."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any, cast

from sqlalchemy import ColumnElement, CursorResult, and_, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from kingdoms.server.database import Database
from kingdoms.server.games.parts import Parts
from kingdoms.server.games.store import empty_since
from kingdoms.server.games.tables import GOING, GameRow

AT_A_TIME = 20
"""How many games are looked for at once."""
PAUSE = 0.02
"""Seconds between the deletion of one game and the next: whoever plays meanwhile writes in between."""
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

    Each goes by itself, a long one a part at a time, with a pause before the next: nobody who plays waits for the rest.
    Several may do so at once: each deletes others.
    """
    async with database.read_engine.connect() as connection:
        found = list(await connection.scalars(select(GameRow.id).where(which).limit(AT_A_TIME)))
    ids: list[str] = []
    for game_id in found:
        async with database.engine.begin() as connection:
            going = update(GameRow).where(GameRow.id == game_id, which).values(**GOING)
            is_mine = cast("CursorResult[Any]", await connection.execute(going)).rowcount == 1
            if is_mine:
                await tell(connection, game_id)
        if is_mine:
            await Parts(database).remove(game_id)
            ids.append(game_id)
        await asyncio.sleep(PAUSE)
    return ids


async def delete_one(connection: AsyncConnection, tell: Tell, game_id: str) -> bool:
    """Delete a game whatever it is at, and say whether there was one; whoever played it may ask for another rematch."""
    done = await connection.execute(delete(GameRow).where(GameRow.id == game_id))
    before = list(await connection.scalars(select(GameRow.id).where(GameRow.rematch == game_id)))
    await connection.execute(update(GameRow).where(GameRow.id.in_(before)).values(rematch=None))
    await tell(connection, game_id, *before)
    return done.rowcount == 1
