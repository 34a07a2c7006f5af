"""Noting when the holders of seats were last there: what comes in while other notes are being written is written together.

When a server starts again a thousand pages come back within seconds, and each of them would be a transaction of its own.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterable
from typing import Any, Final, cast

from sqlalchemy import Table, bindparam, update
from sqlalchemy.dialects import sqlite

from kingdoms.server.database import Database
from kingdoms.server.games.tables import SeatRow

AT_A_TIME: Final = 100
"""How many seats are noted before others get their turn."""

NOTE: Final = (
    update(cast("Table", SeatRow.__table__))
    .where(SeatRow.game_id == bindparam("of_game"), SeatRow.seat == bindparam("at_seat"))
    .values(seen=bindparam("at"))
)
SQLITE_NOTE: Final = str(NOTE.compile(dialect=sqlite.dialect(paramstyle="named")))
"""The same as SQLite's driver takes it."""


class Sightings:
    """Notes who was there, several at a time.

    Args:
        database: where.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self.waiting: dict[tuple[str, str], float] = {}
        self.written: asyncio.Future[None] | None = None
        self.working: asyncio.Task[None] | None = None

    async def note(self, seats: Iterable[tuple[str, str]], when: float) -> None:
        """Note when the holders of seats (game, seat) were last known to be there; when this returns, it is kept."""
        self.waiting |= dict.fromkeys(seats, when)
        if not self.waiting:
            return
        if self.written is None:
            self.written = asyncio.get_running_loop().create_future()
        written = self.written
        if self.working is None or self.working.done():
            self.working = asyncio.create_task(self._work())
        await asyncio.shield(written)  # others wait for it, too

    async def finish(self) -> None:
        """Wait until nothing is being written any more."""
        if self.working is not None:
            await asyncio.gather(self.working, return_exceptions=True)

    async def _work(self) -> None:
        """Write until nothing waits."""
        while (written := self.written) is not None:
            together, self.waiting, self.written = self.waiting, {}, None
            try:
                await self._write(together)
            except Exception as error:
                written.set_exception(error)
                written.exception()  # whoever has noted something may be gone
            else:
                written.set_result(None)

    async def _write(self, together: dict[tuple[str, str], float]) -> None:
        """Write notes, in the same order at each server, so that none waits for the other in a circle."""
        rows = [{"of_game": game_id, "at_seat": seat, "at": at} for (game_id, seat), at in sorted(together.items())]
        for begin in range(0, len(rows), AT_A_TIME):
            await self._write_some(rows[begin : begin + AT_A_TIME])

    async def _write_some(self, rows: list[dict[str, Any]]) -> None:
        """Write some notes in one transaction."""
        if self.database.dialect == "sqlite":

            def write(connection: sqlite3.Connection) -> None:
                connection.executemany(SQLITE_NOTE, rows)

            await self.database.write_at_once(write)
        else:
            async with self.database.engine.begin() as connection:
                await connection.execute(NOTE, rows)
