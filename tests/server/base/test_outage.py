"""An unavailable database: answers are 503, the log has one line, and the server recovers without a restart."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import resource
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from kingdoms.server.app.asgi import create_app
from kingdoms.server.clocks import outages
from kingdoms.server.database import engine as databases
from kingdoms.server.database.engine import DatabaseError, open_database
from kingdoms.table.base.errors import Unavailable
from tests.support.clients.http import Browser, eventually, solo_game
from tests.support.games.sample_game import SLOW, STEPS, limited
from tests.support.server.launch import MakeSettings, ServerProcess, serving
from tests.support.server.postgres import Postgres
from tests.support.suite.timeouts import SOON


def troubles(server: ServerProcess) -> list[str]:
    """Return the warnings and errors in a server's log, without their reasons."""
    entries = [line for text in server.logged().splitlines() if (line := json.loads(text))["level"] != "info"]
    assert not [line for line in entries if "exception" in line]
    return [line["message"].partition(";")[0].partition(",")[0] for line in entries]


LOST, BACK = "the database is unavailable", "the database is available again"


async def test_losing_the_database_during_a_start_is_reported(
    make_settings: MakeSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a sentence, which `kingdoms serve` prints; the service manager starts it again."""

    async def fails(*arguments: object) -> None:
        raise Unavailable

    monkeypatch.setattr(outages, "give_back", fails)
    app = create_app(make_settings())
    with pytest.raises(DatabaseError, match="went away while the server was starting"):
        async with app.router.lifespan_context(app):
            pass


async def is_ready(browser: Browser) -> bool:
    answer = await browser.http.get("/readyz")
    assert answer.status_code in (200, 503)
    return answer.status_code == 200


async def check_refused(browser: Browser, game_id: str, base: int, action: str) -> None:
    """Check that an action is not stored, and that the answer says when to retry."""
    answer = await browser.send("POST", f"/games/{game_id}/actions", {"base": base, "action": action})
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "database")
    assert int(answer.headers["Retry-After"]) > 0


async def play_action(browser: Browser, game_id: str, base: int, action: str) -> int:
    """Play an action as soon as that is possible, as the page does."""
    number = 0

    async def is_accepted() -> bool:
        nonlocal number
        body = {"base": base, "action": action, "client_id": f"{base}-{action}"}
        answer = await browser.send("POST", f"/games/{game_id}/actions", body)
        assert answer.status_code in (200, 503), answer.text
        number = answer.json().get("number", 0)
        return answer.status_code == 200

    await eventually(is_accepted)
    return number


@contextlib.contextmanager
def full_disk(server: ServerProcess, *, most: int) -> Iterator[None]:
    """Let none of a server's files grow beyond a size."""
    before = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most, before[1]))
    yield
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, before)


async def test_a_full_disk(server: ServerProcess, tmp_path: Path) -> None:
    async with Browser(server.url) as ida, Browser(server.url) as bob:
        game_id = await solo_game(ida)
        assert await ida.act(game_id, 0, STEPS[0]) == 1
        assert await is_ready(ida)
        with full_disk(server, most=(tmp_path / "data" / "kingdoms.db-wal").stat().st_size):
            await asyncio.gather(*(check_refused(ida, game_id, 1, STEPS[1]) for _ in range(30)))
            assert await bob.refused("PUT", "/me", {"name": "Bob"}) == (503, "database")
            assert not await is_ready(ida)
            assert (await ida.http.get("/healthz")).json()["status"] == "ok"
            assert (await ida.get(f"/games/{game_id}/view"))["number"] == 1, "what is there can be read"
            async with ida.live(server.url, game_id) as live:
                assert (await live.next("hello"))["number"] == 1
        assert await play_action(ida, game_id, 1, STEPS[1]) == 2
        assert await is_ready(ida)
        assert len((await ida.get(f"/games/{game_id}/history"))["entries"]) == 2
    assert server.stop() == 0
    assert troubles(server) == [LOST, BACK]


async def test_a_postgres_that_is_started_again(tmp_path: Path) -> None:
    with Postgres() as postgres, ServerProcess(tmp_path / "data", "--database", postgres.url) as server:
        async with Browser(server.url) as ida:
            await ida.ask("PUT", "/me", {"name": "Ida"})
            game_id = await solo_game(ida)
            bots = (await ida.new_game(*[f"bot:{SLOW}"] * 4, rulings=limited(60)))["id"]
            async with ida.listening(server.url, game_id) as live:
                assert await ida.act(game_id, 0, STEPS[0]) == 1
                postgres.stop()
                await asyncio.gather(*(check_refused(ida, game_id, 1, STEPS[1]) for _ in range(30)))
                assert await ida.refused("GET", "/me") == (503, "database")
                assert not await is_ready(ida)
                assert (await ida.http.get("/healthz")).json()["status"] == "ok"
                async with ida.live(server.url, "another") as second_live:
                    assert await second_live.closed() == 1012
                stood_at = (await ida.send("GET", f"/games/{bots}/view")).json().get("number")
                postgres.start()
                assert await play_action(ida, game_id, 1, STEPS[1]) == 2
                await live.until(lambda message: message["type"] == "entry" and message["number"] == 2)

                await eventually(lambda: is_ready(ida))
                await ida.until(f"/games/{bots}", lambda info: info["number"] > (stood_at or 0) + 3)
        assert server.stop() == 0
        assert troubles(server) == [LOST, BACK]


async def test_a_locked_file(
    make_settings: MakeSettings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Another process holds the write lock; waiting requests time out together, not one after the other."""
    monkeypatch.setattr(databases, "TIMEOUT", 1)
    async with serving(make_settings()) as app, Browser(app) as ida:
        game_id = await solo_game(ida)
        file = tmp_path / "data" / "kingdoms.db"
        opened = sqlite3.connect(file, timeout=SOON, isolation_level=None, check_same_thread=False)
        with contextlib.closing(opened) as connection:
            # In a thread: a write of the server may be under way, which ends only while the event loop runs.
            await asyncio.to_thread(connection.execute, "BEGIN IMMEDIATE")
            async with asyncio.timeout(SOON):
                await asyncio.gather(*(check_refused(ida, game_id, 0, STEPS[0]) for _ in range(100)))
            assert not await is_ready(ida)
            connection.execute("ROLLBACK")
        assert await play_action(ida, game_id, 0, STEPS[0]) == 1
    messages = [record.message for record in caplog.records if record.levelno > logging.INFO]
    assert [message.partition(";")[0].partition(",")[0] for message in messages] == [LOST, BACK]
    assert "locked" in messages[0]


async def test_readiness_is_asked_for_a_moment_only(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(databases, "TRUST_WRITES_FOR", 0.0)
    async with open_database(sqlite_url) as database:
        await database.check()
        monkeypatch.setattr(databases, "READY_TIMEOUT", 0.1)
        with contextlib.closing(sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            assert not await is_available(database)
            connection.execute("ROLLBACK")
        async with asyncio.timeout(SOON):
            while not await is_available(database):
                pass


async def is_available(database: databases.Database) -> bool:
    try:
        await database.check()
    except Unavailable:
        return False
    return True


async def test_a_database_that_may_only_be_read_is_not_ready(postgres_url: str) -> None:
    async with open_database(postgres_url) as database:
        await database.write()
        await database.migrate()  # the check has not changed the version of the tables
        async with database.engine.connect() as connection:
            name = (await connection.exec_driver_sql("SELECT current_database()")).scalar_one()
            await connection.exec_driver_sql(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
            await connection.commit()
        await database.engine.dispose()
        database.outage.last_write = -1e9
        assert not await is_available(database)


async def test_a_programming_error_is_no_database_error(database: databases.Database) -> None:
    with pytest.raises(Exception, match="no_such_table"):
        async with database.engine.begin() as connection:
            await connection.exec_driver_sql("SELECT * FROM no_such_table")
    await database.check()
