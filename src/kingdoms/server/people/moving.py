"""Transfer of rows between visitors: when a device signs in, and when a person signs out everywhere else."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import delete, exists, select, update
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import InstrumentedAttribute, aliased

from kingdoms.server.database import deeds, tables
from kingdoms.server.database.tables import CeremonyRow, GameRow, LinkRow, MuteRow, SeatRow, VisitorRow
from kingdoms.server.people.study import join_studies
from kingdoms.server.talk import cases
from kingdoms.table.base.errors import ApiError
from kingdoms.texts import text

EMPTY_SEAT: Final = {"visitor_id": None, "name": "", "seen": None, "rating": None, "spread": None, "place": None}
"""The columns of a seat about its holder, for a seat without one."""


@dataclass(frozen=True, slots=True)
class Tie:
    """A column with a visitor's id, and what becomes of its rows.

    Attributes:
        is_own: whether the rows are data of this visitor, rather than of others about them.
        merges: whether a person takes the rows over who signs in on the visitor's device. Others are only a person's.
        moves: whether the rows get a person's new id; otherwise they are deleted.
        emptied: returns what the columns of the visitor become when they are deleted; None to delete the rows.
    """

    column: InstrumentedAttribute[Any]
    is_own: bool = True
    merges: bool = True
    moves: bool = True
    emptied: Callable[[], dict[str, Any]] | None = None


TIES: Final = (
    Tie(tables.VisitorRow.id),
    # when a visitor is deleted, the cookies stay void
    Tie(tables.SessionRow.visitor_id, moves=False, emptied=lambda: {"visitor_id": None, "browser": "", "ended": time.time()}),
    Tie(tables.CeremonyRow.visitor_id, is_own=False, moves=False),  # expire within minutes
    Tie(tables.PasskeyRow.visitor_id, merges=False),
    Tie(tables.ProfileRow.visitor_id, merges=False),
    Tie(tables.DeviceRow.visitor_id, moves=False),  # some may not be the person's own
    Tie(tables.GameRow.host, emptied=lambda: {"host": "", "place": None}),
    Tie(tables.SeatRow.visitor_id, emptied=lambda: EMPTY_SEAT),
    Tie(tables.ResultRow.visitor_id, emptied=lambda: {"visitor_id": None}),
    Tie(tables.RatingRow.visitor_id, merges=False),
    Tie(tables.RatingStepRow.visitor_id, merges=False),
    # an unused id, since the ratings of opponents depend on the games
    Tie(tables.RatedSeatRow.visitor_id, merges=False, emptied=lambda: {"visitor_id": secrets.token_hex(16), "place": None}),
    Tie(tables.RemarkRow.visitor_id),
    Tie(tables.ReportRow.visitor_id),
    Tie(tables.CaseRow.about, is_own=False),
    Tie(tables.MuteRow.visitor_id),
    Tie(tables.MuteRow.muted_id, is_own=False),
    Tie(tables.NotificationRow.visitor_id),
    Tie(tables.BoardRow.owner),  # with all nodes
    Tie(tables.BanRow.visitor_id),
)
"""All columns with a visitor's id. The remarks in cases have them, too (see `cases`)."""


async def merge(connection: AsyncConnection, old: str, person: str) -> list[str]:
    """Transfer everything from a visitor without a passkey to a person; return the affected games.

    Raises:
        ApiError: 409, both hold seats in a game that is not over.
    """
    await _check_apart(connection, old, person)
    admission = select(VisitorRow.admitted, VisitorRow.invitation).where(VisitorRow.id == old)
    row = (await connection.execute(admission)).one_or_none()
    if row is not None and row.admitted is not None:
        stranger = VisitorRow.id == person, VisitorRow.admitted.is_(None)
        await connection.execute(update(VisitorRow).where(*stranger).values(**row._mapping))
    await join_studies(connection, old, person)
    await connection.execute(delete(CeremonyRow).where(CeremonyRow.visitor_id == old))
    return await _hand_over(connection, [tie.column for tie in TIES if tie.merges], old, person)


async def move(connection: AsyncConnection, old: str, new: str) -> list[str]:
    """Transfer everything from a person to a new visitor id, except sessions and push devices; return the affected games."""
    for tie in TIES:
        if not tie.moves:
            await connection.execute(delete(tie.column.class_).where(tie.column == old))
    return await _hand_over(connection, [tie.column for tie in TIES if tie.moves], old, new)


async def forget(connection: AsyncConnection, person: str) -> None:
    """Delete a visitor's personal data, and make their seats and the results of their games anonymous."""
    await cases.scrub(connection, person)
    await deeds.rename(connection, person)
    for tie in TIES:
        own_rows = tie.column == person
        emptied = None if tie.emptied is None else update(tie.column.class_).where(own_rows).values(**tie.emptied())
        await connection.execute(delete(tie.column.class_).where(own_rows) if emptied is None else emptied)


async def _check_apart(connection: AsyncConnection, old: str, person: str) -> None:
    """Check that two visitors don't play each other.

    Raises:
        ApiError: 409, they do.
    """
    opponent = aliased(SeatRow)
    query = (
        select(GameRow.id)
        .join(SeatRow, SeatRow.game_id == GameRow.id)
        .join(opponent, opponent.game_id == GameRow.id)
        .where(SeatRow.visitor_id == old, opponent.visitor_id == person, GameRow.status != "over")
        .limit(1)
    )
    if await connection.scalar(query) is not None:
        raise ApiError(409, "both_play", text("error.both_play"))


async def _hand_over(
    connection: AsyncConnection, columns: Sequence[InstrumentedAttribute[Any]], old: str, new: str
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
    await deeds.rename(connection, old, new)
    await connection.execute(delete(MuteRow).where(MuteRow.visitor_id == new, MuteRow.muted_id == new))
    return games


async def _replace(connection: AsyncConnection, column: InstrumentedAttribute[Any], old: str, new: str) -> None:
    """Replace a visitor in a column. If it is part of a primary key, existing rows of the new visitor win."""
    row = column.class_
    keys = [key.name for key in row.__table__.primary_key]
    if column.key in keys:
        new_row = aliased(row)
        key_matches = [getattr(new_row, key) == getattr(row, key) for key in keys if key != column.key]
        clash = exists().where(getattr(new_row, column.key) == new, *key_matches)
        await connection.execute(delete(row).where(column == old, clash))
    await connection.execute(update(row).where(column == old).values({column: new}))
