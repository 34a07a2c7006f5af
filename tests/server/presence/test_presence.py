"""Presence is written in groups, and each caller is told when its own is stored."""

from __future__ import annotations

import asyncio
from unittest.mock import AsyncMock

import pytest
from sqlalchemy import select

from kingdoms.server.database.engine import Database
from kingdoms.server.database.tables import SeatRow
from kingdoms.server.presence.store import PresenceStore
from kingdoms.server.table.store import Store
from kingdoms.table.game.entries import Header, TableSeat
from tests.support.games.sample_game import ONE, OTHER
from tests.support.games.tested_games import SAMPLE

GAMES = [f"game{number}" for number in range(30)]


async def last_visits(database: Database) -> dict[tuple[str, str], float | None]:
    async with database.read_engine.connect() as connection:
        rows = await connection.execute(select(SeatRow.game_id, SeatRow.seat, SeatRow.seen))
        return {(row.game_id, row.seat): row.seen for row in rows}


async def test_simultaneous_visits_are_recorded_together(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    store, presence = Store(database, AsyncMock()), PresenceStore(database)
    for name in GAMES:
        header = Header(name, SAMPLE, 1, [ONE, OTHER], {}, None, 7, "host", False, None, "playing", 0.0)
        await store.create(header, [TableSeat(ONE, "person", "Ida"), TableSeat(OTHER, "person", "Bob")], [], ONE)
    written: list[int] = []
    write = presence._write_some

    async def counted(rows: list[dict[str, object]]) -> None:
        written.append(len(rows))
        await write(rows)

    monkeypatch.setattr(presence, "_write_some", counted)
    await asyncio.gather(*(presence.save([(name, seat)], at) for at in (1.0, 2.0) for name in GAMES for seat in (ONE, OTHER)))
    assert await last_visits(database) == {(name, seat): 2.0 for name in GAMES for seat in (ONE, OTHER)}
    assert len(written) <= 3
    await presence.save([], 3.0)
    await presence.save([(GAMES[0], ONE), ("no game", ONE)], 4.0)
    assert (await last_visits(database))[GAMES[0], ONE] == 4.0


async def test_a_failed_write_is_raised_and_later_ones_succeed(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    presence = PresenceStore(database)

    async def fails(rows: object) -> None:
        raise OSError("no database")

    with monkeypatch.context() as broken:
        broken.setattr(presence, "_write_some", fails)
        results = await asyncio.gather(*(presence.save([(name, ONE)], 1.0) for name in GAMES), return_exceptions=True)
        assert [type(result) for result in results] == [OSError] * len(GAMES)
    waiting = asyncio.create_task(presence.save([(GAMES[0], ONE)], 1.0))
    await asyncio.sleep(0)
    waiting.cancel()
    await presence.save([(GAMES[1], ONE)], 1.0)
