"""The names of visitors in the database."""

from __future__ import annotations

import time
from typing import cast

from sqlalchemy import insert, select, update

from kingdoms.server.database.engine import Database, execute_count
from kingdoms.server.database.tables import RemarkRow, VisitorRow


async def name_of(database: Database, visitor_id: str) -> str | None:
    """Return the name that a visitor has chosen."""
    return cast("str | None", await database.scalar(select(VisitorRow.name).where(VisitorRow.id == visitor_id)))


async def onlookers(database: Database, game_id: str, besides: str) -> list[str]:
    """Return the names under which visitors without a seat have talked at a table, without one visitor's own."""
    query = select(RemarkRow.name).where(
        RemarkRow.game_id == game_id, RemarkRow.visitor_id != besides, RemarkRow.seat.is_(None), RemarkRow.name.is_not(None)
    )
    return [str(name) for name in await database.scalars(query.distinct())]


async def set_name(database: Database, visitor_id: str, name: str) -> None:
    """Set the name of a visitor."""
    async with database.engine.begin() as connection:
        if not await execute_count(connection, update(VisitorRow).where(VisitorRow.id == visitor_id).values(name=name)):
            await connection.execute(insert(VisitorRow).values(id=visitor_id, name=name, created=time.time()))
