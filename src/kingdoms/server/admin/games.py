"""The operator's commands about games: find, show, end and delete them, and export them."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, and_, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from kingdoms.core.errors import KingdomsError
from kingdoms.server.admin.opening import NotInDatabase
from kingdoms.server.base.slices import Slices
from kingdoms.server.database.engine import Database
from kingdoms.server.database.notices import tell_servers
from kingdoms.server.database.tables import IS_WHOLE, EntryRow, GameRow, SeatRow
from kingdoms.server.retention.purge import DAY, delete_one
from kingdoms.server.table.store import Store
from kingdoms.server.talk.store import TalkStore, game_remarks
from kingdoms.table.base.times import fields_json
from kingdoms.table.game.endings import DECIDED, FORFEITED
from kingdoms.table.game.entries import holder_name
from kingdoms.table.game.live import LiveGame
from kingdoms.table.service.games import load_live
from kingdoms.texts import text

TRIES = 50
"""Maximum number of attempts to end a game while bots continue to play."""
PAGE = 200
"""Number of games that are read at once."""


class CannotEnd(KingdomsError):
    """A game that cannot be ended; the message says why."""

    code = "cannot_end"


@dataclass(frozen=True)
class GameFilter:
    """A filter for games; None matches any.

    Attributes:
        status: `lobby`, `playing` or `over`.
        visitor: the id of a visitor with a seat, or of the host.
        idle: minimum number of days since the last move.
    """

    status: str | None = None
    game: str | None = None
    visitor: str | None = None
    idle: float | None = None

    def condition(self) -> ColumnElement[bool]:
        """Return the condition on rows."""
        conditions: list[ColumnElement[bool]] = [IS_WHOLE]
        if self.status is not None:
            conditions.append(GameRow.status == self.status)
        if self.game is not None:
            conditions.append(GameRow.game == self.game)
        if self.visitor is not None:
            sits = select(SeatRow.game_id).where(SeatRow.visitor_id == self.visitor)
            conditions.append(or_(GameRow.host == self.visitor, GameRow.id.in_(sits)))
        if self.idle is not None:
            conditions.append(GameRow.moved < time.time() - self.idle * DAY)
        return and_(*conditions)


async def find(database: Database, game_filter: GameFilter) -> AsyncIterator[dict[str, Any]]:
    """Yield games from their rows, without replaying them, the newest first."""
    last = (float("inf"), "")
    while True:
        async with database.read_engine.connect() as connection:
            older = or_(GameRow.created < last[0], and_(GameRow.created == last[0], GameRow.id < last[1]))
            order = (GameRow.created.desc(), GameRow.id.desc())
            columns = list(GameRow.__table__.columns)
            rows = (
                await connection.execute(select(*columns).where(game_filter.condition(), older).order_by(*order).limit(PAGE))
            ).all()
            summaries = await _summaries(connection, rows)
        for summary in summaries:
            yield summary
        if len(rows) < PAGE:
            return
        last = (rows[-1].created, rows[-1].id)


async def show(database: Database, game_id: str) -> dict[str, Any]:
    """Return details of a game, without its secrets.

    Raises:
        NotInDatabase: there is no such game.
    """
    async with database.read_engine.connect() as connection:
        rows = (await connection.execute(select(*GameRow.__table__.columns).where(GameRow.id == game_id, IS_WHOLE))).all()
        if not rows:
            raise unknown_game(game_id)
        summary = (await _summaries(connection, rows))[0]
        row = rows[0]
    source = None if row.from_id is None else {"id": row.from_id, "number": row.from_number}
    return summary | fields_json(row, "rulings rules_version minutes deadline clock advice rematch") | {"from": source}


async def _summaries(connection: AsyncConnection, rows: Sequence[Any]) -> list[dict[str, Any]]:
    """Return rows of games as JSON data, with their seats and numbers of entries."""
    ids = [row.id for row in rows]
    counted = select(EntryRow.game_id, func.max(EntryRow.number)).where(EntryRow.game_id.in_(ids)).group_by(EntryRow.game_id)
    numbers: dict[str, int] = {row[0]: row[1] for row in await connection.execute(counted)}
    seats: dict[str, dict[str, Any]] = {game_id: {} for game_id in ids}
    for seat in await connection.execute(select(*SeatRow.__table__.columns).where(SeatRow.game_id.in_(ids))):
        holder = {"name": holder_name(seat), "visitor": seat.visitor_id}
        seats[seat.game_id][seat.seat] = fields_json(seat, "seat kind") | holder | fields_json(seat, "bot stand_in gone seen")
    return [
        {
            **fields_json(row, "id game status"),
            "number": numbers.get(row.id, 0),
            "to_move": row.to_move if row.status == "playing" else None,
            **fields_json(row, "public host created started moved"),
            "seats": [seats[row.id][seat] for seat in row.seats if seat in seats[row.id]],
        }
        for row in rows
    ]


async def end(database: Database, game_ids: Sequence[str], *, decide: bool = False, lost_by: str | None = None) -> None:
    """End games in progress, all or none. Servers are notified, and inform the players.

    Args:
        decide: whether the best of the seats whose holders have not left wins; otherwise there are no winners.
        lost_by: a seat that has lost; the best of the others wins.

    Raises:
        NotInDatabase: one of them does not exist.
        CannotEnd: one of them has not begun, is over, or has no seat `lost_by`.
    """
    call = FORFEITED if lost_by is not None else DECIDED if decide else None
    for _ in range(TRIES):
        try:
            async with database.engine.begin() as connection:
                for game_id in dict.fromkeys(game_ids):
                    await _end(connection, game_id, call, lost_by)
            return
        except IntegrityError:  # a player has just moved
            continue
    raise CannotEnd(text("admin.games_busy"))


async def _end(connection: AsyncConnection, game_id: str, call: str | None, lost_by: str | None) -> None:
    """End a game by an entry of its own, which makes conflicting entries of servers fail."""
    query = select(GameRow.status, GameRow.seats).where(GameRow.id == game_id, IS_WHOLE).with_for_update()
    row = (await connection.execute(query)).one_or_none()
    if row is None:
        raise unknown_game(game_id)
    if row.status != "playing":
        raise CannotEnd(text("admin.game_state", game_id=game_id, status=row.status))
    if lost_by is not None and lost_by not in row.seats:
        raise CannotEnd(text("admin.game_no_seat", game_id=game_id, lost_by=lost_by, seats=", ".join(row.seats)))
    number = await connection.scalar(select(func.max(EntryRow.number)).where(EntryRow.game_id == game_id)) or 0
    now = time.time()
    entry = {"game_id": game_id, "number": number + 1, "undo": number, "call": call, "by": lost_by, "at": now}
    await connection.execute(insert(EntryRow).values(**entry))
    await connection.execute(
        update(GameRow).where(GameRow.id == game_id).values(status="over", to_move=None, moved=now, wakes=None)
    )
    await tell_servers(connection, game_id)


async def remove(database: Database, game_ids: Sequence[str]) -> None:
    """Delete games, all or none. Servers are notified, and inform the players.

    Raises:
        NotInDatabase: one of them does not exist.
    """
    async with database.engine.begin() as connection:
        for game_id in dict.fromkeys(game_ids):
            if not await delete_one(connection, tell_servers, game_id):
                raise unknown_game(game_id)


async def load(database: Database, game_id: str) -> LiveGame:
    """Return a game as servers have it in memory.

    Raises:
        NotInDatabase: there is no such game.
        KingdomsError: its entries cannot be replayed.
    """
    live = await load_live(Store(database, tell_servers), game_id, Slices())
    if live is None:
        raise unknown_game(game_id)
    return live


async def talk(database: Database, game_id: str) -> list[str]:
    """Return the remarks in a game as lines of JSON, in order, each with its author, its readers and the number of reports."""
    reported = {
        remark.number: reports for remark, reports in await TalkStore(Store(database, tell_servers)).reported_remarks(game_id)
    }
    lines = [
        {"game": game_id}
        | fields_json(row, "number at room")
        | {"visitor": row.visitor_id}
        | fields_json(row, "seat name phrase text")
        | {"reports": reported.get(row.number, 0)}
        for row in await database.rows(game_remarks(game_id))
    ]
    return [json.dumps(line, ensure_ascii=False) for line in lines]


def unknown_game(game_id: str) -> NotInDatabase:
    """Return the error for an unknown game."""
    return NotInDatabase(f"there is no game {game_id}")
