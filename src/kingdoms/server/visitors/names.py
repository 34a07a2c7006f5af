"""The names and languages of visitors in the database."""

from __future__ import annotations

import time
from typing import cast

from sqlalchemy import insert, select, update

from kingdoms.server.database.engine import Database, execute_count
from kingdoms.server.database.tables import DeviceRow, RemarkRow, VisitorRow
from kingdoms.server.visitors.identity import Visitor


async def name_of(database: Database, visitor_id: str) -> str | None:
    """Return the name that a visitor has chosen."""
    return cast("str | None", await database.scalar(select(VisitorRow.name).where(VisitorRow.id == visitor_id)))


async def about(database: Database, visitor_id: str | None) -> dict[str, str | None]:
    """Return the name that a visitor has chosen, and the language if they have chosen one."""
    rows = await database.rows(select(VisitorRow.name, VisitorRow.language).where(VisitorRow.id == visitor_id))
    name, language = rows[0] if rows else (None, None)
    return {"name": name} if language is None else {"name": name, "language": language}


async def set_language(database: Database, visitor: Visitor, language: str) -> None:
    """Set the language of a visitor who has a name or a passkey, and of the browser's notifications."""
    async with database.engine.begin() as connection:
        await connection.execute(update(VisitorRow).where(VisitorRow.id == visitor.id).values(language=language))
        is_here = (DeviceRow.visitor_id == visitor.id) & (DeviceRow.session == visitor.session)
        await connection.execute(update(DeviceRow).where(is_here).values(language=language))


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
