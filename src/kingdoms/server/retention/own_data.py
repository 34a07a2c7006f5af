"""What the server knows of a visitor: all of it as JSON, and its deletion."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from typing import Any, Final

import orjson
from sqlalchemy import Float, delete, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

import kingdoms
from kingdoms.server.database.engine import Database
from kingdoms.server.database.tables import BoardNodeRow, BoardRow, EntryRow, GameRow, LinkRow, PasskeyRow, SeatRow, VisitorRow
from kingdoms.server.people import moving
from kingdoms.server.retention.purge import delete_one
from kingdoms.server.table.store import Notify
from kingdoms.table.base.times import TIMES, timestamp

SECRET: Final = {"games": {"seed", "position"}, "mutes": {"muted_id"}}
"""Columns that are left out: secrets of games, and ids of others."""
AT_ONCE: Final = 1000
"""How many moves are read at once."""


async def data(database: Database, visitor_id: str) -> AsyncIterator[str]:
    """Yield all that the server knows of a visitor, as JSON: tables with their rows, the nodes of their boards, their moves."""
    about = {"server": f"kingdoms {kingdoms.__version__}", "at": timestamp(time.time()), "visitor": visitor_id}
    yield orjson.dumps(about).decode()[:-1]
    for column in (tie.column for tie in moving.TIES if tie.is_own):
        table = column.class_.__table__
        rows = await database.rows(select(*table.columns).where(column == visitor_id))
        yield f',\n"{table.name}": [' + ",\n".join(_row_json(table, row) for row in rows) + "]"
    for name, read in (("board_nodes", _board_nodes), ("moves", _moves)):
        yield f',\n"{name}": ['
        behind = ""
        async for row in read(database, visitor_id):
            yield behind + orjson.dumps(row).decode()
            behind = ",\n"
        yield "]"
    yield "}\n"


def _row_json(table: Any, row: Any) -> str:
    """Return a row as JSON, with times as ISO 8601."""
    left_out = SECRET.get(table.name, set())
    is_time = {column.name for column in table.columns if column.name in TIMES and isinstance(column.type, Float)}
    values = {name: value for name, value in row._mapping.items() if name not in left_out}
    return orjson.dumps({name: timestamp(value) if name in is_time else value for name, value in values.items()}).decode()


async def _board_nodes(database: Database, visitor_id: str) -> AsyncIterator[dict[str, Any]]:
    """Yield the nodes of a visitor's boards."""
    for board_id in await database.scalars(select(BoardRow.id).where(BoardRow.owner == visitor_id)):
        query = select(*BoardNodeRow.__table__.columns).where(BoardNodeRow.board_id == board_id)
        for row in await database.rows(query.order_by(BoardNodeRow.version, BoardNodeRow.id)):
            yield dict(row._mapping)


async def _moves(database: Database, visitor_id: str) -> AsyncIterator[dict[str, Any]]:
    """Yield the actions that a visitor's seats have taken."""
    after = ("", 0)
    while True:
        later = or_(EntryRow.game_id > after[0], (EntryRow.game_id == after[0]) & (EntryRow.number > after[1]))
        own_seat = (SeatRow.game_id == EntryRow.game_id) & (SeatRow.seat == EntryRow.by) & (SeatRow.visitor_id == visitor_id)
        query = (
            select(EntryRow.game_id, EntryRow.number, EntryRow.by, EntryRow.action, EntryRow.call, EntryRow.at)
            .join(SeatRow, own_seat)
            .where(later)
            .order_by(EntryRow.game_id, EntryRow.number)
            .limit(AT_ONCE)
        )
        rows = await database.rows(query)
        for row in rows:
            yield {**row._mapping, "at": timestamp(row.at)}
        if len(rows) < AT_ONCE:
            return
        after = (rows[-1].game_id, rows[-1].number)


async def forget(connection: AsyncConnection, notify: Notify, visitor_id: str) -> tuple[list[str], list[str]] | None:
    """Delete a visitor's data; return the deleted and the changed games, or None for an unknown visitor.

    Their waiting rooms are deleted, and their seats in those of others become free. In games that have begun, their seats
    become anonymous; the moves stay.
    """
    rooms = select(GameRow.id).where(GameRow.host == visitor_id, GameRow.status == "lobby")
    ended = list(await connection.scalars(rooms))
    seat_games = list(await connection.scalars(select(SeatRow.game_id).where(SeatRow.visitor_id == visitor_id).distinct()))
    visitor = await connection.scalar(select(VisitorRow.id).where(VisitorRow.id == visitor_id))
    keys = await connection.scalar(select(func.count()).select_from(PasskeyRow).where(PasskeyRow.visitor_id == visitor_id))
    hosted = list(await connection.scalars(select(GameRow.id).where(GameRow.host == visitor_id)))
    if visitor is None and not seat_games and not keys and not hosted:
        return None
    for game_id in ended:
        await delete_one(connection, notify, game_id)
    waits = SeatRow.game_id.in_(select(GameRow.id).where(GameRow.status == "lobby"))
    seats = (await connection.execute(select(SeatRow.game_id, SeatRow.seat).where(SeatRow.visitor_id == visitor_id))).all()
    for seat in seats:
        await connection.execute(delete(LinkRow).where(LinkRow.game_id == seat.game_id, LinkRow.seat == seat.seat))
    free = {"kind": "open", **moving.EMPTY_SEAT}
    await connection.execute(update(SeatRow).where(SeatRow.visitor_id == visitor_id, waits).values(**free))
    await moving.forget(connection, visitor_id)
    changed = sorted({*seat_games, *hosted} - set(ended))
    await notify(connection, *changed)
    return ended, changed
