"""Visitors who never return: the server forgets them."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

from sqlalchemy import exists, func, or_, select, union

from kingdoms.server.database.engine import Database
from kingdoms.server.database.notices import BANS, SESSIONS
from kingdoms.server.database.tables import (
    DeviceRow,
    GameRow,
    MuteRow,
    PasskeyRow,
    RatedSeatRow,
    RatingRow,
    SeatRow,
    SessionRow,
    VisitorRow,
)
from kingdoms.server.people import moving
from kingdoms.server.retention.purge import AT_A_TIME, DAY
from kingdoms.server.table.store import Notify

EVERY: Final = 3600.0
"""Seconds between two searches for such visitors, unless the last one found some."""
KEEPING: Final = (PasskeyRow.visitor_id, SeatRow.visitor_id, GameRow.host, RatingRow.visitor_id, RatedSeatRow.visitor_id)
"""Columns with visitors who are not forgotten: people with a passkey or a rating, and those with a stored game."""


class VisitorExpiry:
    """Forgets visitors without a passkey, a rating or a stored game after a number of days without a visit."""

    def __init__(self, database: Database, days: float, notify: Notify, on_forgotten: Callable[[], Awaitable[None]]) -> None:
        self.database = database
        self.days = days
        self.notify = notify
        self.on_forgotten = on_forgotten
        self.last_search = 0.0

    async def forget_some(self) -> int:
        """Forget some of them, and return how many. What came before the oldest session is not known."""
        now = time.time()
        if abs(now - self.last_search) < EVERY:
            return 0
        since = now - self.days * DAY
        async with self.database.read_engine.connect() as connection:
            oldest = await connection.scalar(select(func.min(SessionRow.created)))
            is_known = oldest is not None and oldest < since
            ids = list(await connection.scalars(_unseen_query(since).limit(AT_A_TIME))) if is_known else []
        for visitor_id in ids:
            async with self.database.engine.begin() as connection:
                if await connection.scalar(_unseen_query(since, visitor_id)) is not None:
                    await moving.forget(connection, visitor_id)
                    await self.notify(connection, SESSIONS, BANS)
        if ids:
            await self.on_forgotten()
        else:
            self.last_search = now
        return len(ids)


def _unseen_query(since: float, visitor_id: str | None = None) -> Any:
    """Return the query for the ids of such visitors, or for one of them."""
    old = [(VisitorRow.id, VisitorRow.created), (DeviceRow.visitor_id, DeviceRow.created), (MuteRow.visitor_id, MuteRow.at)]
    visitors = union(*(select(column.label("id")).where(at < since) for column, at in old)).subquery()
    is_kept = [exists().where(column == visitors.c.id) for column in KEEPING]
    is_seen = exists().where(SessionRow.visitor_id == visitors.c.id, SessionRow.used >= since)
    is_admitted = exists().where(VisitorRow.id == visitors.c.id, VisitorRow.admitted >= since)
    query = select(visitors.c.id).where(~or_(is_seen, is_admitted, *is_kept))
    return query if visitor_id is None else query.where(visitors.c.id == visitor_id)
