"""Writing and deleting long games in parts, so that other transactions can run in between.

While a game is incomplete, its row has the status `partial`, and the game is invisible. If a server dies meanwhile, the sweep
deletes the rest.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from kingdoms.server.database.engine import Database, execute_count
from kingdoms.server.database.tables import DELETING, PARTIAL, EntryRow, GameRow
from kingdoms.server.table.commits import ADD_ENTRY, ENTRY_COLUMNS, SQLITE_ADD_ENTRIES, as_json, row_of
from kingdoms.table.game.entries import StoredEntry
from kingdoms.table.service.home import PART

ABANDONED: Final = 600.0
"""Seconds after which a partial game counts as abandoned by a server that has died."""
AT_A_TIME: Final = 100
"""Number of rows that PostgreSQL is sent at once, and of abandoned games that are read at once."""


class PartialGames:
    """Writes and deletes games in parts."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def write(self, game_id: str, entries: Sequence[StoredEntry]) -> None:
        """Write the entries of a partial game, each part in its own transaction."""
        for begin in range(0, len(entries), PART):
            part = [row_of(game_id, entry) for entry in entries[begin : begin + PART]]
            if self.database.dialect == "sqlite":
                text = as_json(part, ENTRY_COLUMNS)

                def add(connection: sqlite3.Connection, text: str = text) -> None:
                    connection.execute(SQLITE_ADD_ENTRIES, (text,))

                await self.database.write_at_once(add)
            else:
                async with self.database.engine.begin() as connection:
                    await _add(connection, part)

    async def delete(self, game_id: str, *conditions: ColumnElement[bool], notify: Callable[..., Awaitable[Any]]) -> bool:
        """Delete a game and everything that belongs to it if its row meets the conditions; return whether it did.

        The game is invisible from the first moment on. Several servers may try at once: one of them deletes it.
        """
        async with self.database.engine.begin() as connection:
            # a player who takes a seat now holds a lock on the row, or waits for this one
            await connection.execute(select(GameRow.id).where(GameRow.id == game_id).with_for_update())
            marked = await execute_count(
                connection, update(GameRow).where(GameRow.id == game_id, *conditions).values(**DELETING)
            )
            if marked:
                await notify(connection, game_id)
        if marked:
            await self.remove(game_id)
        return bool(marked)

    async def remove(self, game_id: str) -> None:
        """Delete the rows of a partial game, unless another server has just done so."""
        last: int | None = PART
        while last is not None:
            async with self.database.engine.begin() as connection:
                last = await _remove_part(connection, game_id)

    async def remove_abandoned(self) -> int:
        """Delete abandoned partial games; return how many were found."""
        left = select(GameRow.id).where(GameRow.status == PARTIAL, GameRow.seen < time.time() - ABANDONED).limit(AT_A_TIME)
        ids = await self.database.scalars(left)
        for game_id in ids:
            await self.remove(game_id)
        return len(ids)


async def add_entries(connection: AsyncConnection, game_id: str, entries: Sequence[StoredEntry]) -> None:
    """Write the entries of a short game, within a transaction."""
    rows = [row_of(game_id, entry) for entry in entries]
    if connection.dialect.name == "sqlite" and rows:
        await connection.exec_driver_sql(SQLITE_ADD_ENTRIES, (as_json(rows, ENTRY_COLUMNS),))
    else:
        await _add(connection, rows)


async def _add(connection: AsyncConnection, rows: Sequence[dict[str, Any]]) -> None:
    """Write rows of entries, and let other tasks run in between."""
    for begin in range(0, len(rows), AT_A_TIME):
        await connection.execute(ADD_ENTRY, rows[begin : begin + AT_A_TIME])
        await asyncio.sleep(0)


async def _remove_part(connection: AsyncConnection, game_id: str) -> int | None:
    """Delete the last part of a partial game, and the row with the first part; return how many entries are left, or None."""
    query = select(GameRow.id).where(GameRow.id == game_id, GameRow.status == PARTIAL).with_for_update()
    if await connection.scalar(query) is None:
        return None
    last: int = await connection.scalar(select(func.max(EntryRow.number)).where(EntryRow.game_id == game_id)) or 0
    if last > PART:
        await connection.execute(delete(EntryRow).where(EntryRow.game_id == game_id, EntryRow.number > last - PART))
        return last - PART
    await connection.execute(delete(GameRow).where(GameRow.id == game_id))
    return None
