"""How an operator's command tells running servers what it has changed.

On PostgreSQL they hear it as they hear each other. On SQLite there is a table of notices, at which the server looks every
second.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable

from sqlalchemy import delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from kingdoms.server.database import Database
from kingdoms.server.listen import notify
from kingdoms.server.tables import NoticeRow

OPERATOR = "operator"
"""Who has done what such a notice tells of; the names of servers are others."""
BANS = "*bans"
"""What is noticed when somebody was banned, or may come back. Ids of games have no star."""
EVERYTHING = "*everything"
"""What is noticed when nothing of what a server has in memory is true any more."""
KEPT = 3600.0
"""Seconds after which a notice has been read by whoever runs."""


async def tell_servers(connection: AsyncConnection, *about: str) -> None:
    """Have all servers look at what has changed, when and if the connection's transaction is committed.

    Args:
        connection: what it was changed with.
        about: ids of games, or `BANS`, or `EVERYTHING`.
    """
    if connection.dialect.name == "postgresql":
        await notify(connection, *(f"{OPERATOR} {each}" for each in about))
    elif about:
        now = time.time()
        await connection.execute(delete(NoticeRow).where(NoticeRow.at < now - KEPT))
        await connection.execute(insert(NoticeRow), [{"about": each, "at": now} for each in about])


class NoticeBoard:
    """Reads what commands tell a server on SQLite.

    Args:
        database: the database.
        callback: called with each notice, as a server hears it from another one on PostgreSQL.
    """

    def __init__(self, database: Database, callback: Callable[[str], Awaitable[None]]) -> None:
        self.database = database
        self.callback = callback
        self.read = 0

    async def begin(self) -> None:
        """Pass over what was told before this server began."""
        async with self.database.read_engine.connect() as connection:
            self.read = await connection.scalar(select(func.max(NoticeRow.number))) or 0

    async def look(self) -> None:
        """Call back for what is new."""
        wanted = select(NoticeRow.number, NoticeRow.about).where(NoticeRow.number > self.read).order_by(NoticeRow.number)
        async with self.database.read_engine.connect() as connection:
            found = (await connection.execute(wanted)).all()
        for number, about in found:
            self.read = number
            await self.callback(f"{OPERATOR} {about}")
