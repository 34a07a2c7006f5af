"""Long games are written and deleted in parts: other writes happen in between, and no visitor sees an incomplete game."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from unittest.mock import AsyncMock

import pytest
from sqlalchemy import func, select

from kingdoms.server.admin import check, games
from kingdoms.server.admin.opening import NotInDatabase
from kingdoms.server.database.engine import Database
from kingdoms.server.database.tables import EntryRow, GameRow
from kingdoms.server.lobby.store import LobbyStore, empty_since
from kingdoms.server.table import parts
from kingdoms.server.table.parts import PartialGames
from kingdoms.server.table.store import Store
from kingdoms.table.game.entries import Header, StoredEntry, TableSeat
from kingdoms.table.service.home import PART
from tests.support.games.sample_game import END, ONE, OTHER
from tests.support.games.tested_games import SAMPLE

HOST = "0" * 32
ENTRIES = 10 * PART
IN_LOBBY = GameRow.status == "lobby"


LONG = [StoredEntry(number, 0.0, ONE, END) for number in range(1, ENTRIES + 1)]


def header(name: str, status: str = "playing") -> Header:
    return Header(name, SAMPLE, 1, [ONE, OTHER], {}, None, 7, HOST, False, None, status, 1.0)


async def create(store: Store, name: str, entries: Sequence[StoredEntry] = (), status: str = "playing") -> None:
    seats = [TableSeat(ONE, "person", "Ida", HOST), TableSeat(OTHER, "open", "")]
    await store.create(header(name, status), seats, entries, ONE)


async def rows(database: Database, name: str) -> tuple[int, int]:
    """Return how many rows a game has among the games, and among the entries."""
    game_rows, entries = (select(func.count()).where(column == name) for column in (GameRow.id, EntryRow.game_id))
    return await database.scalar(game_rows) or 0, await database.scalar(entries) or 0


async def test_others_act_while_a_long_game_is_written(database: Database) -> None:
    store = Store(database, AsyncMock())
    await create(store, "short")
    writing = asyncio.create_task(create(store, "long", LONG))
    between = 0
    while not writing.done():
        between += 1
        await store.append("short", StoredEntry(between, 0.0, ONE, END), OTHER)
    await writing
    assert between >= 3
    assert await rows(database, "long") == (1, ENTRIES)


async def test_a_game_is_invisible_before_it_is_complete(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    store, lobby = Store(database, AsyncMock()), LobbyStore(database)
    await create(store, "short")
    write, some_written, go_on = PartialGames.write, asyncio.Event(), asyncio.Event()

    async def in_two_steps(self: PartialGames, game_id: str, entries: Sequence[StoredEntry]) -> None:
        await write(self, game_id, entries[: 3 * PART])
        some_written.set()
        await go_on.wait()
        await write(self, game_id, entries[3 * PART :])

    monkeypatch.setattr(PartialGames, "write", in_two_steps)
    writing = asyncio.create_task(create(store, "long", LONG))
    await some_written.wait()
    assert await rows(database, "long") == (1, 3 * PART)
    assert await store.load_header("long") is None
    assert await lobby.game_ids("mine", HOST) == ["short"]
    assert await lobby.game_ids("running", None) == []
    assert len(await lobby.count_games(0.0, host=HOST)) == 1
    assert await lobby.empty_rooms(2.0) == []
    assert await check.count(database) == 1
    assert await check.check_one(database, "long") is None
    assert [game["id"] async for game in games.find(database, games.GameFilter())] == ["short"]
    for operation in (games.show(database, "long"), games.end(database, ["long"]), games.load(database, "long")):
        with pytest.raises(NotInDatabase):
            await operation
    go_on.set()
    await writing
    stored = await store.load_header("long")
    assert stored is not None
    assert (stored[0], list(stored[1])) == (header("long"), [ONE, OTHER])
    assert set(await lobby.game_ids("mine", HOST)) == {"short", "long"}
    assert await rows(database, "long") == (1, ENTRIES)


async def test_a_partly_written_game_is_deleted(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(database, AsyncMock())
    write = PartialGames.write

    async def die(self: PartialGames, game_id: str, entries: Sequence[StoredEntry]) -> None:
        await write(self, game_id, entries[: 3 * PART])
        raise asyncio.CancelledError

    monkeypatch.setattr(PartialGames, "write", die)
    monkeypatch.setattr(parts, "ABANDONED", 1e12)
    with pytest.raises(asyncio.CancelledError):
        await create(store, "long", LONG)
    assert await store.parts.remove_abandoned() == 0  # another server may be working on it
    assert await rows(database, "long") == (1, 3 * PART)
    monkeypatch.setattr(parts, "ABANDONED", 600.0)
    assert await store.parts.remove_abandoned() == 1
    assert await rows(database, "long") == (0, 0)


async def test_a_large_waiting_room_is_deleted_in_parts_but_disappears_at_once(database: Database) -> None:
    store, lobby = Store(database, AsyncMock()), LobbyStore(database)
    for name, end in (("cancelled", store.delete("cancelled", IN_LOBBY)), ("left", store.delete("left", *empty_since(2.0)))):
        await create(store, name, LONG, "lobby")
        ending = asyncio.create_task(end)
        while (await rows(database, name))[1] == ENTRIES:
            await asyncio.sleep(0)
        assert await store.load_header(name) is None
        assert await lobby.game_ids("mine", HOST) == []
        assert await ending
        assert await rows(database, name) == (0, 0)
    await create(store, "begun", LONG)
    assert not await store.delete("begun", IN_LOBBY)
    assert not await store.delete("begun", *empty_since(2.0))
    assert await rows(database, "begun") == (1, ENTRIES)
