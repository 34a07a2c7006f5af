"""Group commits: each entry is written once, whatever other entries are in the group."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import cast
from unittest.mock import AsyncMock

import pytest
from sqlalchemy import insert, select, text

from kingdoms.server.database.engine import Database, open_database
from kingdoms.server.database.tables import EntryRow
from kingdoms.server.table import commits
from kingdoms.server.table.commits import Commits
from kingdoms.server.table.store import Store
from kingdoms.table.base.errors import EntryCollision
from kingdoms.table.game.entries import Header, StoredEntry, TableSeat
from tests.support.clients.http import eventually
from tests.support.games.sample_game import END, ONE, OTHER
from tests.support.games.tested_games import SAMPLE
from tests.support.suite.timeouts import SOON

GAMES = ("one", "three", "two")
WAITING = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"


def first_entry(by: str) -> StoredEntry:
    return StoredEntry(1, 0.0, by, END)


async def test_two_servers_that_commit_the_same_games_never_wait_for_each_other(postgres_url: str) -> None:
    """Two commits lock the games in different orders, and both pause halfway: they must not block each other."""
    async with open_database(postgres_url) as first, open_database(postgres_url) as second:
        first_store, second_store = Store(first, AsyncMock()), Store(second, AsyncMock())
        for name in GAMES:
            header = Header(name, SAMPLE, 1, [ONE, OTHER], {}, None, 7, "host", False, None, "playing", 0.0)
            await first_store.create(header, [TableSeat(ONE, "person", "Ida"), TableSeat(OTHER, "person", "Bob")], [], ONE)
        async with first.engine.connect() as somebody:
            # a third has written to the game in the middle, and takes it back in the end
            await somebody.execute(insert(EntryRow).values(game_id="three", number=1, at=0.0))
            at_work = [asyncio.create_task(first_store.append(name, first_entry(ONE), OTHER)) for name in GAMES]
            at_work += [asyncio.create_task(second_store.append(name, first_entry(OTHER), OTHER)) for name in reversed(GAMES)]

            async def both_wait() -> bool:
                async with second.read_engine.connect() as connection:
                    return bool(await connection.scalar(text(WAITING)) == 2)

            await eventually(both_wait)
            await somebody.rollback()
        outcomes = await asyncio.gather(*at_work, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes if outcome is not None] == [EntryCollision] * len(GAMES), outcomes
        assert await first.scalars(select(EntryRow.game_id).order_by(EntryRow.game_id)) == sorted(GAMES)


class Noting:
    """A database that notes of which games entries are committed together."""

    is_shared = False

    def __init__(self) -> None:
        self.committed: list[list[str]] = []

    async def write_at_once(self, work: Callable[[Noting], None]) -> None:
        self.committed.append([])
        work(self)

    def execute(self, statement: str, parameters: tuple[str]) -> None:
        if statement == commits.SQLITE_ADD_ENTRIES:
            self.committed[-1] += [row[commits.ENTRY_COLUMNS.index("game_id")] for row in json.loads(parameters[0])]


async def test_simultaneous_actions_of_several_games_share_a_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    database = Noting()
    keeping = Commits(cast("Database", database))
    monkeypatch.setattr(commits, "MIN_INTERVAL", 10 * SOON)
    async with asyncio.timeout(SOON):  # a single game does not wait for others
        for _ in range(3):
            await keeping.add("one", first_entry(ONE), OTHER)
    assert database.committed == [["one"]] * 3

    monkeypatch.setattr(commits, "MIN_INTERVAL", 1.0)
    await keeping.add("two", first_entry(ONE), OTHER)
    three = asyncio.create_task(keeping.add("three", first_entry(ONE), OTHER))
    await asyncio.sleep(0.01)
    await asyncio.gather(three, keeping.add("four", first_entry(ONE), OTHER))
    assert database.committed[3:] == [["two"], ["four", "three"]]
