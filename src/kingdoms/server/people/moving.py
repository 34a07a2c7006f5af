"""Transfer of rows between visitors: when a device signs in, and when a person signs out everywhere else."""

from __future__ import annotations

import secrets
import time
from typing import Any, Final

from sqlalchemy import delete, exists, select, update
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import InstrumentedAttribute, aliased

from kingdoms.server.errors import ApiError
from kingdoms.server.tables import (
    CaseRow,
    CeremonyRow,
    DeviceRow,
    GameRow,
    LinkRow,
    MuteRow,
    NotificationRow,
    PasskeyRow,
    ProfileRow,
    RatedSeatRow,
    RatingRow,
    RatingStepRow,
    RemarkRow,
    ReportRow,
    ResultRow,
    SeatRow,
    SessionRow,
    VisitorRow,
)
from kingdoms.server.talk import cases
from kingdoms.texts import text

VISITOR_COLUMNS: Final[tuple[InstrumentedAttribute[Any], ...]] = (
    SeatRow.visitor_id,
    GameRow.host,
    ResultRow.visitor_id,
    RemarkRow.visitor_id,
    DeviceRow.visitor_id,
    ReportRow.visitor_id,
    CaseRow.about,
    NotificationRow.visitor_id,
    MuteRow.visitor_id,
    MuteRow.muted_id,
)
"""Columns with the owner of things that any visitor may have."""
PERSON_COLUMNS: Final[tuple[InstrumentedAttribute[Any], ...]] = (
    PasskeyRow.visitor_id,
    ProfileRow.visitor_id,
    RatingRow.visitor_id,
    RatingStepRow.visitor_id,
    RatedSeatRow.visitor_id,
)
"""Columns with the owner of things that only people with a passkey have."""


async def merge(connection: AsyncConnection, old: str, person: str) -> list[str]:
    """Transfer everything from a visitor without a passkey to a person; return the affected games.

    Raises:
        ApiError: 409, both hold seats in a game that is not over.
    """
    await _check_apart(connection, old, person)
    games = await _hand_over(connection, VISITOR_COLUMNS, old, person)
    name = await connection.scalar(select(VisitorRow.name).where(VisitorRow.id == old))
    if name is not None:
        known = await connection.scalar(select(VisitorRow.id).where(VisitorRow.id == person))
        if known is None:
            await connection.execute(update(VisitorRow).where(VisitorRow.id == old).values(id=person))
        await connection.execute(delete(VisitorRow).where(VisitorRow.id == old))
    await connection.execute(delete(CeremonyRow).where(CeremonyRow.visitor_id == old))
    return games


async def move(connection: AsyncConnection, old: str, new: str) -> list[str]:
    """Transfer everything from a person to a new visitor id; return the affected games.

    All devices are unsubscribed from push notifications, since some may not be the person's own.
    """
    await connection.execute(delete(DeviceRow).where(DeviceRow.visitor_id == old))
    games = await _hand_over(connection, (*VISITOR_COLUMNS, *PERSON_COLUMNS), old, new)
    await connection.execute(update(VisitorRow).where(VisitorRow.id == old).values(id=new))
    await connection.execute(delete(CeremonyRow).where(CeremonyRow.visitor_id == old))
    await connection.execute(delete(SessionRow).where(SessionRow.visitor_id == old))
    return games


async def forget(connection: AsyncConnection, person: str) -> None:
    """Delete a visitor's personal data, and make their results of games anonymous.

    Their seats in rated games get an unused id, since the ratings of opponents depend on these games.
    """
    gone = {"visitor_id": secrets.token_hex(16), "place": None}
    await connection.execute(update(RatedSeatRow).where(RatedSeatRow.visitor_id == person).values(**gone))
    await connection.execute(update(ResultRow).where(ResultRow.visitor_id == person).values(visitor_id=None))
    for row in (
        PasskeyRow,
        ProfileRow,
        RatingRow,
        RatingStepRow,
        CeremonyRow,
        RemarkRow,
        MuteRow,
        DeviceRow,
        NotificationRow,
    ):
        await connection.execute(delete(row).where(row.visitor_id == person))
    await connection.execute(delete(MuteRow).where(MuteRow.muted_id == person))
    await cases.scrub(connection, person)
    nobody = {"visitor_id": None, "browser": "", "ended": time.time()}  # the cookies stay void
    await connection.execute(update(SessionRow).where(SessionRow.visitor_id == person).values(**nobody))
    await connection.execute(delete(VisitorRow).where(VisitorRow.id == person))


async def _check_apart(connection: AsyncConnection, old: str, person: str) -> None:
    """Check that two visitors don't play each other.

    Raises:
        ApiError: 409, they do.
    """
    other = aliased(SeatRow)
    both = (
        select(GameRow.id)
        .join(SeatRow, SeatRow.game_id == GameRow.id)
        .join(other, other.game_id == GameRow.id)
        .where(SeatRow.visitor_id == old, other.visitor_id == person, GameRow.status != "over")
        .limit(1)
    )
    if await connection.scalar(both) is not None:
        message = text("error.both_play")
        raise ApiError(409, "both_play", message)


async def _hand_over(
    connection: AsyncConnection, columns: tuple[InstrumentedAttribute[Any], ...], old: str, new: str
) -> list[str]:
    """Replace a visitor in columns, and void links to their seats; return the affected games."""
    sits = select(SeatRow.game_id).where(SeatRow.visitor_id == old)
    concerned = select(GameRow.id).where((GameRow.host == old) | GameRow.id.in_(sits)).order_by(GameRow.id)
    games = list(await connection.scalars(concerned.with_for_update()))
    seats = (await connection.execute(select(SeatRow.game_id, SeatRow.seat).where(SeatRow.visitor_id == old))).all()
    for game_id, seat in seats:
        await connection.execute(delete(LinkRow).where(LinkRow.game_id == game_id, LinkRow.seat == seat))
    for column in columns:
        await _replace(connection, column, old, new)
    await cases.rename(connection, old, new)
    await connection.execute(delete(MuteRow).where(MuteRow.visitor_id == new, MuteRow.muted_id == new))
    return games


async def _replace(connection: AsyncConnection, column: InstrumentedAttribute[Any], old: str, new: str) -> None:
    """Replace a visitor in a column. If it is part of a primary key, existing rows of the new visitor win."""
    row = column.class_
    keys = [key.name for key in row.__table__.primary_key]
    if column.key in keys:
        known = aliased(row)
        same = [getattr(known, key) == getattr(row, key) for key in keys if key != column.key]
        clash = exists().where(getattr(known, column.key) == new, *same)
        await connection.execute(delete(row).where(column == old, clash))
    await connection.execute(update(row).where(column == old).values({column: new}))
