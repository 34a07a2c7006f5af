"""Sessions: the browsers in which a visitor is signed in. A cookie names its session, and is void when that has ended."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from kingdoms.server.database.engine import Database, execute_count, insert_of
from kingdoms.server.database.notices import SESSIONS
from kingdoms.server.database.tables import DeviceRow, SessionRow
from kingdoms.server.visitors.identity import MAX_AGE, Identity, Visitor
from kingdoms.table.base.errors import ApiError
from kingdoms.table.base.times import fields_json
from kingdoms.texts import text

FLUSH_EVERY: Final = 30.0
"""Seconds between two writes of the times at which sessions were used."""
MOST_SHOWN: Final = 50
"""How many sessions a visitor is shown."""
AT_ONCE: Final = 500
"""How many old sessions are deleted at once."""


def _note_use(dialect: str) -> Any:
    """Return the statement that notes the use of a session, for many rows at once."""
    names = ("visitor_id", "used", "browser")
    row: dict[str, Any] = {name: bindparam(name) for name in ("id", *names)} | {"created": bindparam("used")}
    new = insert_of(dialect)(SessionRow).values(row)
    values = {name: getattr(new.excluded, name) for name in names}
    return new.on_conflict_do_update(index_elements=[SessionRow.id], set_=values, where=SessionRow.ended.is_(None))


NOTE_USE: Final = {dialect: _note_use(dialect) for dialect in ("sqlite", "postgresql")}
"""The statement by dialect, built once."""


class Sessions:
    """The sessions of all visitors.

    Args:
        on_end: called when sessions have ended, at any server.
    """

    def __init__(
        self, database: Database, identity: Identity, notify: Callable[..., Awaitable[Any]], on_end: Callable[[], object]
    ) -> None:
        self.database = database
        self.identity = identity
        self.notify = notify
        self.on_end = on_end

    async def read_ended(self) -> None:
        """Read which sessions have ended: at a start, and when another server has ended some."""
        query = select(SessionRow.id).where(SessionRow.ended > time.time() - MAX_AGE)
        self.identity.ended_sessions = set(await self.database.scalars(query))
        self.on_end()

    async def flush(self) -> None:
        """Write which sessions have been used."""
        sessions = self.identity.take_used_sessions()
        if not sessions:
            return
        async with self.database.engine.begin() as connection:
            rows = [
                {"id": session, "visitor_id": visitor_id, "browser": browser, "used": at}
                for session, (visitor_id, browser, at) in sorted(sessions.items())
            ]
            await connection.execute(NOTE_USE[self.database.dialect], rows)

    async def list_sessions(self, visitor: Visitor | None) -> list[dict[str, Any]]:
        """Return the sessions of a visitor, the present one first, then by last use."""
        if visitor is None:
            return []
        await self.flush()
        query = (
            select(SessionRow.id, SessionRow.browser, SessionRow.created, SessionRow.used)
            .where(SessionRow.visitor_id == visitor.id, SessionRow.ended.is_(None), SessionRow.used > time.time() - MAX_AGE)
            .order_by((SessionRow.id == visitor.session).desc(), SessionRow.used.desc())
            .limit(MOST_SHOWN)
        )
        return [
            fields_json(row, "id browser created used") | {"here": row.id == visitor.session}
            for row in await self.database.rows(query)
        ]

    async def end_other(self, visitor: Visitor, session: str) -> None:
        """End another session of a visitor.

        Raises:
            ApiError: 404, the visitor has no such session; 409, it is the present one.
        """
        if session == visitor.session:
            raise ApiError(409, "here", text("error.session_here"))
        async with self.database.engine.begin() as connection:
            conditions = SessionRow.id == session, SessionRow.visitor_id == visitor.id, SessionRow.ended.is_(None)
            if not await execute_count(connection, update(SessionRow).where(*conditions).values(ended=time.time())):
                raise ApiError(404, "no_session", text("error.no_session"))
            await self._end_push(connection, session)
        self._forget(session)

    async def end(self, session: str) -> None:
        """End a session, known or not."""
        now = time.time()
        async with self.database.engine.begin() as connection:
            if not await execute_count(connection, update(SessionRow).where(SessionRow.id == session).values(ended=now)):
                row = {"id": session, "visitor_id": None, "browser": "", "created": now, "used": now, "ended": now}
                await connection.execute(insert(SessionRow).values(**row))
            await self._end_push(connection, session)
        self._forget(session)

    async def end_all(self, visitor: Visitor) -> None:
        """Void the present session of a deleted visitor, and all others, which have been marked as ended."""
        await self.end(visitor.session)
        await self.read_ended()

    async def receive_end(self, visitor_id: str) -> None:
        """Follow the end of sessions by an operator: of all sessions of a visitor, also those that are not written yet.

        Args:
            visitor_id: the visitor; empty if other sessions have ended.
        """
        if visitor_id:
            await self.flush()
            async with self.database.engine.begin() as connection:
                if await end_all_of(connection, visitor_id):
                    await self.notify(connection, SESSIONS)
        await self.read_ended()

    async def _end_push(self, connection: AsyncConnection, session: str) -> None:
        """Stop push notifications to the device of a session that ends, and notify other servers."""
        await connection.execute(delete(DeviceRow).where(DeviceRow.session == session))
        await self.notify(connection, SESSIONS)

    def _forget(self, session: str) -> None:
        """Void the cookies of a session at this server."""
        self.identity.ended_sessions.add(session)
        self.on_end()

    async def delete_old(self) -> int:
        """Delete sessions whose cookies have expired; return how many."""
        batch = select(SessionRow.id).where(SessionRow.used < time.time() - MAX_AGE).limit(AT_ONCE)
        return await self.database.execute(delete(SessionRow).where(SessionRow.id.in_(batch)))


async def end_all_of(connection: AsyncConnection, visitor_id: str) -> int:
    """End all sessions of a visitor, with their push notifications, and return how many there were."""
    await connection.execute(delete(DeviceRow).where(DeviceRow.visitor_id == visitor_id))
    running = SessionRow.visitor_id == visitor_id, SessionRow.ended.is_(None)
    return await execute_count(connection, update(SessionRow).where(*running).values(ended=time.time()))
