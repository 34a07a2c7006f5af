"""Blocks: a visitor and the people they have blocked are kept apart at tables, and the blocked people are muted.

A block is a row of mutes. It holds at all tables until it is lifted.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Collection
from typing import Any, Final

from sqlalchemy import delete, func, insert, or_, select

from kingdoms.server.database.engine import Database
from kingdoms.server.database.tables import MuteRow
from kingdoms.table.base.errors import ApiError
from kingdoms.table.base.times import timestamp
from kingdoms.texts import text

MOST: Final = 500
"""How many people a visitor can block."""


async def block(database: Database, visitor_id: str, blocked_id: str, name: str | None) -> None:
    """Block one visitor for another, and list the block by the name of the blocked visitor.

    Raises:
        ApiError: 409, the two are the same, or the visitor has blocked too many.
    """
    if visitor_id == blocked_id:
        raise ApiError(409, "own", text("error.own_block"))
    async with database.engine.begin() as connection:
        own_mutes = MuteRow.visitor_id == visitor_id
        counted = select(func.count()).where(own_mutes, MuteRow.blocked.is_(True), MuteRow.muted_id != blocked_id)
        if (await connection.scalar(counted) or 0) >= MOST:
            raise ApiError(409, "enough", text("error.many_blocks", most=MOST))
        await connection.execute(delete(MuteRow).where(own_mutes, MuteRow.muted_id == blocked_id))
        row = {"visitor_id": visitor_id, "muted_id": blocked_id, "at": time.time(), "blocked": True, "name": name}
        await connection.execute(insert(MuteRow).values(**row))


async def lift(database: Database, visitor_id: str, handle: str) -> None:
    """Lift a visitor's block; the other one is no longer muted either.

    Raises:
        ApiError: 404, the visitor has no such block.
    """
    async with database.engine.begin() as connection:
        query = select(MuteRow.muted_id).where(MuteRow.visitor_id == visitor_id, MuteRow.blocked.is_(True))
        blocked_ids = [
            blocked_id for blocked_id in await connection.scalars(query) if _handle(visitor_id, blocked_id) == handle
        ]
        if not blocked_ids:
            raise ApiError(404, "no_block", text("error.no_block"))
        await connection.execute(delete(MuteRow).where(MuteRow.visitor_id == visitor_id, MuteRow.muted_id.in_(blocked_ids)))


async def list_blocks(database: Database, visitor_id: str | None) -> list[dict[str, Any]]:
    """Return the blocks that a visitor has made, newest first."""
    columns = MuteRow.muted_id, MuteRow.name, MuteRow.at
    query = select(*columns).where(MuteRow.visitor_id == visitor_id, MuteRow.blocked.is_(True)).order_by(MuteRow.at.desc())
    return [
        {"id": _handle(str(visitor_id), row.muted_id), "name": row.name, "at": timestamp(row.at)}
        for row in await database.rows(query)
    ]


async def check_apart(database: Database, visitor_id: str, visitor_ids: Collection[str | None]) -> None:
    """Check that there is no block between a visitor and others.

    Raises:
        ApiError: 403, one of them has blocked the other.
    """
    people = [person for person in visitor_ids if person not in (None, "", visitor_id)]
    if not people:
        return
    query = select(MuteRow.visitor_id).where(
        MuteRow.blocked.is_(True),
        or_(
            (MuteRow.visitor_id == visitor_id) & MuteRow.muted_id.in_(people),
            (MuteRow.muted_id == visitor_id) & MuteRow.visitor_id.in_(people),
        ),
    )
    makers = set(await database.scalars(query))
    if visitor_id in makers:
        raise ApiError(403, "blocked", text("error.blocked_by_you"))
    if makers:
        raise ApiError(403, "blocked", text("error.blocked"))


async def separated_visitors(database: Database, visitor_id: str | None) -> set[str]:
    """Return the visitors whom a visitor has blocked, or who have blocked them."""
    if visitor_id is None:
        return set()
    condition = or_(MuteRow.visitor_id == visitor_id, MuteRow.muted_id == visitor_id)
    query = select(MuteRow.visitor_id, MuteRow.muted_id).where(MuteRow.blocked.is_(True), condition)
    return {person for row in await database.rows(query) for person in row} - {visitor_id}


def _handle(visitor_id: str, blocked_id: str) -> str:
    """Return the id of a block for the visitor who made it. It doesn't reveal the id of the other visitor."""
    return hashlib.sha256(f"{visitor_id} {blocked_id}".encode()).hexdigest()[:16]
