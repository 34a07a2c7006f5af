"""Presence in the database. Updates that arrive while others are being written are written together.

After a restart of the server, a thousand pages reconnect within seconds. Each would be a transaction of its own otherwise.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any, Final, cast

from sqlalchemy import Table, bindparam, select, update
from sqlalchemy.dialects import sqlite

from kingdoms.server.base.batches import Batches
from kingdoms.server.database.engine import Database
from kingdoms.server.database.tables import GameRow, SeatRow

AT_A_TIME: Final = 100
"""How many rows a transaction writes."""

UPDATE: Final = (
    update(cast("Table", SeatRow.__table__))
    .where(SeatRow.game_id == bindparam("of_game"), SeatRow.seat == bindparam("at_seat"))
    .values(seen=bindparam("at"))
)
SQLITE_UPDATE: Final = str(UPDATE.compile(dialect=sqlite.dialect(paramstyle="named")))
"""The same statement for SQLite's driver."""


class PresenceStore:
    """When the holders of seats were last connected."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.batches = Batches(self._write)

    async def save(self, seats: Iterable[tuple[str, str]], when: float) -> None:
        """Persist when the holders of seats (game, seat) were last connected."""
        noted = dict.fromkeys(seats, when)
        if noted:
            await self.batches.add(noted)

    async def _write(self, together: list[dict[tuple[str, str], float]]) -> None:
        """Write updates, in the same order at each server: otherwise two servers could deadlock."""
        latest = {seat: when for batch in together for seat, when in batch.items()}
        rows = [{"of_game": game_id, "at_seat": seat, "at": at} for (game_id, seat), at in sorted(latest.items())]
        for begin in range(0, len(rows), AT_A_TIME):
            await self._write_some(rows[begin : begin + AT_A_TIME])

    async def _write_some(self, rows: list[dict[str, Any]]) -> None:
        if self.database.dialect == "sqlite":

            def write(connection: sqlite3.Connection) -> None:
                connection.executemany(SQLITE_UPDATE, rows)

            await self.database.write_at_once(write)
        else:
            async with self.database.engine.begin() as connection:
                await connection.execute(UPDATE, rows)

    async def last_seen(self, game_ids: Sequence[str]) -> list[tuple[str, str, float]]:
        """Return when the holders of the seats of games were last connected, as (game, seat, when)."""
        last_seen: list[tuple[str, str, float]] = []
        async with self.database.read_engine.connect() as connection:
            for begin in range(0, len(game_ids), AT_A_TIME):
                condition = SeatRow.game_id.in_(game_ids[begin : begin + AT_A_TIME])
                rows = await connection.execute(select(SeatRow.game_id, SeatRow.seat, SeatRow.seen).where(condition))
                last_seen += [(row.game_id, row.seat, row.seen) for row in rows if row.seen is not None]
        return last_seen

    async def note_waiting_rooms(self, game_ids: Sequence[str], when: float) -> None:
        """Persist when a player was last connected to waiting rooms."""
        for begin in range(0, len(game_ids), AT_A_TIME):
            condition = GameRow.id.in_(sorted(game_ids)[begin : begin + AT_A_TIME])
            await self.database.execute(update(GameRow).where(condition, GameRow.status == "lobby").values(seen=when))
