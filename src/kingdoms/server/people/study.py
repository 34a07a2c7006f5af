"""What a person studies, in the database; see `kingdoms.table.answers.study`."""

from __future__ import annotations

import time
from typing import Any

import orjson
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from kingdoms.bots.strength import Strength
from kingdoms.server.database.engine import Database, insert_of
from kingdoms.server.database.tables import VisitorRow
from kingdoms.server.ratings.puzzles import record_attempt
from kingdoms.server.ratings.ratings import has_passkey
from kingdoms.table.answers.study import MOST_BYTES, Document, merge_studies
from kingdoms.table.base.errors import ApiError
from kingdoms.texts import text


async def own_study(database: Database, visitor_id: str | None) -> dict[str, Any]:
    """Return a person's document, and whether one is kept: without a passkey, none is."""
    async with database.read_engine.connect() as connection:
        study = await connection.scalar(select(VisitorRow.study).where(VisitorRow.id == visitor_id))
        return _answer(await has_passkey(connection, visitor_id), study or {})


async def send_study(database: Database, visitor_id: str | None, sent: Document) -> dict[str, Any]:
    """Add a device's document to a person's, and return the result as `own_study` does.

    Raises:
        ApiError: 413, it would become too large.
    """
    async with database.engine.begin() as connection:
        if visitor_id is None or not await has_passkey(connection, visitor_id):
            return _answer(False, merge_studies({}, sent))
        return _answer(True, await keep_study(connection, visitor_id, sent))


async def keep_study(connection: AsyncConnection, visitor_id: str, sent: Document) -> dict[str, Any]:
    """Add a document to a visitor's, store the result and return it.

    Raises:
        ApiError: 413, it would become too large.
    """
    new = insert_of(connection.dialect.name)(VisitorRow).values(id=visitor_id, created=time.time())
    await connection.execute(new.on_conflict_do_nothing(index_elements=[VisitorRow.id]))
    own = await _stored(connection, visitor_id)
    merged = merge_studies(own, sent)
    merged["rating"] = await _rate(connection, own, merged["puzzles"])
    if len(orjson.dumps(merged)) > MOST_BYTES:
        raise ApiError(413, "too_large", text("error.too_large", bytes=MOST_BYTES))
    await connection.execute(update(VisitorRow).where(VisitorRow.id == visitor_id).values(study=merged))
    return merged


async def join_studies(connection: AsyncConnection, old: str, person: str) -> None:
    """Add a visitor's document to a person's who signs in on their device."""
    study = await _stored(connection, old)
    if study:
        await keep_study(connection, person, study)


async def _rate(connection: AsyncConnection, own: Document, attempts: Document) -> dict[str, Any] | None:
    """Return the rating of a document after the attempts that are new to it, which move the ratings of the puzzles, too."""
    rating, count = Strength(), 0
    if before := own.get("rating"):
        rating, count = Strength(before["rating"], before["spread"]), before["attempts"]
    for name, attempt in sorted(attempts.items()):  # in a fixed order, so that concurrent requests do not deadlock
        if name not in own.get("puzzles", {}):
            after = await record_attempt(connection, name, rating, attempt["right"])
            if after is not None:
                rating, count = after, count + 1
    return {"rating": rating.rating, "spread": rating.spread, "attempts": count} if count else None


async def _stored(connection: AsyncConnection, visitor_id: str) -> dict[str, Any]:
    """Return a stored document, which nobody else can change before the end of the transaction."""
    query = select(VisitorRow.study).where(VisitorRow.id == visitor_id).with_for_update()
    return await connection.scalar(query) or {}


def _answer(kept: bool, study: Document) -> dict[str, Any]:
    return {"kept": kept, "study": merge_studies(study, {})}
