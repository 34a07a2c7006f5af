"""The database: both kinds, and notifications between servers."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, insert, select, text

from kingdoms.server.database.engine import Database, DatabaseError, open_database
from kingdoms.server.database.listen import NoticeListener, notify
from kingdoms.server.database.tables import EntryRow, GameRow, VisitorRow
from tests.support.clients.http import eventually
from tests.support.games.sample_game import ONE, OTHER
from tests.support.games.tested_games import SAMPLE

pytestmark = pytest.mark.both_databases
GAME = {
    "id": "a-game",
    "game": SAMPLE,
    "rules_version": 1,
    "seats": [ONE, OTHER],
    "rulings": {"weather": "any"},
    "seed": 2**40,
    "host": "0" * 32,
    "public": True,
    "status": "lobby",
    "created": 1_767_225_600.25,
    "position": None,
}


async def test_a_number_belongs_to_one_entry(database: Database) -> None:
    await database.execute(insert(GameRow).values(**GAME))
    rows = [insert(EntryRow).values(game_id="a-game", number=1, by=by, action="end", at=1.0) for by in ("Anna", "Ben", "Carl")]
    results = await asyncio.gather(*map(database.execute, rows), return_exceptions=True)
    assert sorted(type(result).__name__ for result in results) == ["IntegrityError", "IntegrityError", "int"]
    assert not re.search("Anna|Ben|Carl", str(results)), "errors get into the log"


async def test_many_writers_and_readers_never_find_it_locked(database: Database) -> None:
    await database.execute(insert(GameRow).values(**GAME))

    async def write(number: int) -> None:
        async with database.engine.begin() as connection:
            await connection.execute(select(EntryRow.number))
            await connection.execute(insert(EntryRow).values(game_id="a-game", number=number, at=1.0))

    query = select(EntryRow.number)
    await asyncio.gather(*(operation for number in range(60) for operation in (write(number), database.scalars(query))))
    assert len(await database.scalars(query)) == 60


async def test_databases_are_set_up(empty_sqlite_url: str, postgres_url: str) -> None:
    for durability, synchronous, synchronous_commit in (("full", 2, "on"), ("normal", 1, "off")):
        async with open_database(empty_sqlite_url, durability) as database, database.engine.connect() as connection:
            pragmas = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
            values = [await connection.scalar(text(f"PRAGMA {pragma}")) for pragma in pragmas]
        assert values == ["wal", synchronous, 1, 10_000]
        async with open_database(postgres_url, durability) as database, database.engine.connect() as connection:
            assert await connection.scalar(text("SHOW synchronous_commit")) == synchronous_commit


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("sqlite:////no/such/folder/games.db", "unable to open database file"),
        ("sqlite:///{folder}/text", "not a database"),
        ("postgresql://nobody@/nothing?host=/no/such/folder", "No such file or directory"),
        ("postgresql://nobody@127.0.0.1:1/nothing", "Connect call failed"),
    ],
)
async def test_an_unusable_database_is_an_error_in_a_sentence(url: str, expected: str, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("this is not a database at all, but a text of some length")
    url = url.format(folder=tmp_path)
    with pytest.raises(DatabaseError, match=f"^the database .*cannot be used: .*{expected}"):
        async with open_database(url):
            pass


# -- notices between servers ---------------------------------------------------------------------------------------------


async def test_notices_arrive_in_the_order_of_commits(postgres_url: str, caplog: pytest.LogCaptureFixture) -> None:
    """A failing callback is logged, and a lost connection is made again."""
    caplog.set_level("INFO", "kingdoms.server.listen")
    heard: list[str] = []

    async def hear(payload: str) -> None:
        if payload == "bad":
            raise ValueError(payload)
        heard.append(payload)

    async def reconnected() -> None:
        heard.append("reconnected")

    listener = NoticeListener(postgres_url, hear, reconnected)
    await listener.start()
    async with open_database(postgres_url) as database:
        async with database.engine.connect() as connection:
            await notify(connection, "never")
            await connection.rollback()
        for payload in ("first", "bad", "second", "third"):
            async with database.engine.begin() as connection:
                await notify(connection, payload)
                with pytest.raises(ValueError, match="7999 bytes at most"):
                    await notify(connection, "x" * 8000)
        await eventually(lambda: heard == ["first", "second", "third"])
        listeners = "FROM pg_stat_activity WHERE application_name = 'kingdoms listener' AND datname = current_database()"
        await database.execute(text(f"SELECT pg_terminate_backend(pid) {listeners}"))
        await eventually(lambda: heard[3:] == ["reconnected"])
        async with database.engine.begin() as connection:
            await notify(connection, "afterwards")
        await eventually(lambda: heard[4:] == ["afterwards"])
    await listener.stop()
    assert "could not be processed" in caplog.text
    assert "reconnected for notices" in caplog.text


async def test_a_deleted_text_is_overwritten_in_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the library does by default: here it leaves deleted rows where they are."""
    secret = "a name that nobody shall find"
    connect = sqlite3.connect

    def careless(*arguments: Any, **options: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*arguments, **options)
        connection.execute("PRAGMA secure_delete=OFF")
        return connection

    def delete_all(connection: sqlite3.Connection) -> None:
        connection.execute("DELETE FROM visitors")

    monkeypatch.setattr(sqlite3, "connect", careless)
    file = tmp_path / "games.db"
    rows = [{"id": f"{number:032}", "name": secret, "created": 0.0} for number in range(500)]
    async with open_database(f"sqlite:///{file}") as database:
        async with database.engine.begin() as connection:
            await connection.execute(insert(VisitorRow), rows)
        await database.execute(delete(VisitorRow).where(VisitorRow.id < f"{400:032}"))
        await database.write_at_once(delete_all)
    assert secret.encode() not in b"".join(path.read_bytes() for path in tmp_path.iterdir())
