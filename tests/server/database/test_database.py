"""The database: both kinds, and notifications between servers."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from sqlalchemy import delete, insert, select, text
from sqlalchemy.exc import IntegrityError

from kingdoms.server.database.engine import Database, DatabaseError, open_database
from kingdoms.server.database.listen import NoticeListener, notify
from kingdoms.server.database.tables import EntryRow, GameRow, VisitorRow
from tests.support.games.sample_game import ONE, OTHER
from tests.support.games.tested_games import SAMPLE
from tests.support.suite.timeouts import SOON

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
    async with database.engine.begin() as connection:
        await connection.execute(insert(GameRow).values(**GAME))

    errors: list[str] = []

    async def add(by: str) -> bool:
        try:
            async with database.engine.begin() as connection:
                await connection.execute(insert(EntryRow).values(game_id="a-game", number=1, by=by, action="end", at=1.0))
        except IntegrityError as error:
            errors.append(str(error))
            return False
        return True

    assert sorted(await asyncio.gather(*(add(by) for by in ("Anna", "Ben", "Carl")))) == [False, False, True]
    assert not [error for error in errors if "Anna" in error or "Ben" in error or "Carl" in error], "errors get into the log"


async def test_many_writers_and_readers_never_find_it_locked(database: Database) -> None:
    async with database.engine.begin() as connection:
        await connection.execute(insert(GameRow).values(**GAME))

    async def write(number: int) -> None:
        async with database.engine.begin() as connection:
            await connection.execute(select(EntryRow.number))
            await connection.execute(insert(EntryRow).values(game_id="a-game", number=number, at=1.0))

    async def read() -> int:
        async with database.read_engine.connect() as connection:
            return len((await connection.scalars(select(EntryRow.number))).all())

    await asyncio.gather(*(operation for number in range(60) for operation in (write(number), read())))
    assert await read() == 60


async def test_sqlite_is_set_up(empty_sqlite_url: str, tmp_path: Path) -> None:
    pragmas = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
    for durability, synchronous in (("full", 2), ("normal", 1)):
        async with open_database(empty_sqlite_url, durability) as database, database.engine.connect() as connection:
            values = [await connection.scalar(text(f"PRAGMA {pragma}")) for pragma in pragmas]
        assert values == ["wal", synchronous, 1, 10_000]
    assert (tmp_path / "games.db").exists()


async def test_how_durable_postgres_is_can_be_set(postgres_url: str) -> None:
    for durability, synchronous in (("full", "on"), ("normal", "off")):
        async with open_database(postgres_url, durability) as database, database.engine.connect() as connection:
            assert await connection.scalar(text("SHOW synchronous_commit")) == synchronous


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


class Ears:
    """Collects notifications, and counts the connections to the database."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.again = 0
        self.something = asyncio.Event()

    async def hear(self, payload: str) -> None:
        self.heard.append(payload)
        self.something.set()

    async def reconnected(self) -> None:
        self.again += 1
        self.something.set()

    async def wait_for(self, count: int) -> list[str]:
        async with asyncio.timeout(SOON):
            while len(self.heard) + self.again < count:
                self.something.clear()
                await self.something.wait()
        return self.heard


async def test_notices_of_transactions_arrive_in_the_order_of_commits(postgres_url: str) -> None:
    ears = Ears()
    listener = NoticeListener(postgres_url, ears.hear, ears.reconnected)
    await listener.start()
    async with open_database(postgres_url) as database:
        async with database.engine.connect() as connection:
            await notify(connection, "never")
            await connection.rollback()
        for number in range(5):
            async with database.engine.begin() as connection:
                await notify(connection, f"game {number}")
        assert await ears.wait_for(5) == [f"game {number}" for number in range(5)]
    await listener.stop()


async def test_a_lost_connection_is_made_again(postgres_url: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "kingdoms.server.listen")
    ears = Ears()
    listener = NoticeListener(postgres_url, ears.hear, ears.reconnected)
    await listener.start()
    admin = await asyncpg.connect(postgres_url)
    await admin.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'kingdoms listener'")
    await ears.wait_for(1)
    assert ears.again == 1
    await admin.execute("NOTIFY kingdoms, 'afterwards'")
    assert await ears.wait_for(2) == ["afterwards"]
    await admin.close()
    await listener.stop()
    assert "reconnected for notices" in caplog.text


async def test_a_failing_callback_is_logged_and_the_next_notice_delivered(
    postgres_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    ears = Ears()

    async def hear(payload: str) -> None:
        if payload == "bad":
            raise ValueError(payload)
        await ears.hear(payload)

    listener = NoticeListener(postgres_url, hear, ears.reconnected)
    await listener.start()
    async with open_database(postgres_url) as database, database.engine.begin() as connection:
        await notify(connection, "bad")
        await notify(connection, "good")
        with pytest.raises(ValueError, match="7999 bytes at most"):
            await notify(connection, "x" * 8000)
    assert await ears.wait_for(1) == ["good"]
    await listener.stop()
    assert "could not be processed" in caplog.text


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
        async with database.engine.begin() as connection:
            await connection.execute(delete(VisitorRow).where(VisitorRow.id < f"{400:032}"))
        await database.write_at_once(delete_all)
    assert secret.encode() not in b"".join(path.read_bytes() for path in tmp_path.iterdir())
