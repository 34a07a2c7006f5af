"""Deletion of old games, by commands and by the server itself."""

from __future__ import annotations

import asyncio
import time

from sqlalchemy import ColumnElement, and_, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from kingdoms.server.database.engine import Database, execute_count
from kingdoms.server.database.tables import GameRow
from kingdoms.server.lobby.store import empty_since
from kingdoms.server.table.parts import PartialGames
from kingdoms.server.table.store import Notify

AT_A_TIME = 20
"""How many games are read at once."""
PAUSE = 0.02
"""Seconds between two deletions, in which other tasks can write."""
HOUR, DAY = 3600.0, 24 * 3600.0


def finished_condition(days: float) -> ColumnElement[bool]:
    """Return the condition for games that have been over for a number of days."""
    return and_(GameRow.status == "over", GameRow.moved < time.time() - days * DAY)


def abandoned_condition(hours: float) -> ColumnElement[bool]:
    """Return the condition for waiting rooms that no player has visited for a number of hours."""
    return and_(*empty_since(time.time() - hours * HOUR))


async def count(database: Database, condition: ColumnElement[bool]) -> int:
    """Return the number of games that meet a condition."""
    return await database.scalar(select(func.count()).select_from(GameRow).where(condition)) or 0


async def delete_some(database: Database, notify: Notify, condition: ColumnElement[bool]) -> list[str]:
    """Delete games that meet a condition, a limited number, and return their ids.

    Each is deleted in transactions of its own, a long one in parts, with a pause before the next. Several servers and commands
    may do so at once: each deletes other games.
    """
    candidates = await database.scalars(select(GameRow.id).where(condition).limit(AT_A_TIME))
    ids: list[str] = []
    for game_id in candidates:
        if await PartialGames(database).delete(game_id, condition, notify=notify):
            ids.append(game_id)
        await asyncio.sleep(PAUSE)
    return ids


async def delete_one(connection: AsyncConnection, notify: Notify, game_id: str) -> bool:
    """Delete a game in any state; return whether it existed. The players of the game before it can ask for a new rematch."""
    count = await execute_count(connection, delete(GameRow).where(GameRow.id == game_id))
    before = list(await connection.scalars(select(GameRow.id).where(GameRow.rematch == game_id)))
    await connection.execute(update(GameRow).where(GameRow.id.in_(before)).values(rematch=None))
    await notify(connection, game_id, *before)
    return count == 1
