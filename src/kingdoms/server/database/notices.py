"""Notices by which the operator's commands inform running servers of changes.

On PostgreSQL, notices travel like notifications between servers. On SQLite, they are rows of a table that the server reads
every second.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable

from sqlalchemy import delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from kingdoms.server.database.engine import Database
from kingdoms.server.database.listen import notify
from kingdoms.server.database.tables import NoticeRow

OPERATOR = "operator"
"""The sender of notices by commands, in place of the id of a server."""
BANS = "*bans"
"""The subject of a notice about what `House` holds: bans, admissions, the notice to all. No id of a game has a star."""
SESSIONS = "*sessions"
"""The subject of a notice about sessions that have ended; with the id of a visitor after it, about all of theirs."""
DELETE_AFTER = 3600.0
"""Seconds until a notice is deleted; all running servers have read it by then."""


async def tell_servers(connection: AsyncConnection, *about: str) -> None:
    """Notify all servers, at the commit of the connection's transaction, of changes of games, by their ids, or of `BANS`."""
    if connection.dialect.name == "postgresql":
        await notify(connection, *(f"{OPERATOR} {topic}" for topic in about))
    elif about:
        now = time.time()
        await connection.execute(delete(NoticeRow).where(NoticeRow.at < now - DELETE_AFTER))
        await connection.execute(insert(NoticeRow), [{"about": topic, "at": now} for topic in about])


class NoticeBoard:
    """Reads notices of commands on SQLite.

    Args:
        callback: called with each notice, in the form of notifications on PostgreSQL.
    """

    def __init__(self, database: Database, callback: Callable[[str], Awaitable[None]]) -> None:
        self.database = database
        self.callback = callback
        self.read = 0

    async def skip_old(self) -> None:
        """Skip notices from before the start of this server."""
        self.read = await self.database.scalar(select(func.max(NoticeRow.number))) or 0

    async def read_new(self) -> None:
        """Read new notices, and call back for each."""
        query = select(NoticeRow.number, NoticeRow.about).where(NoticeRow.number > self.read).order_by(NoticeRow.number)
        notices = await self.database.rows(query)
        for number, about in notices:
            self.read = number
            await self.callback(f"{OPERATOR} {about}")
