"""One server on a SQLite file: a second one fails to start with a message, however it is started."""

from __future__ import annotations

import contextlib
import signal
import sqlite3
import sys
from pathlib import Path

import httpx
import pytest

from kingdoms.cli.main import main
from kingdoms.server.database.engine import DatabaseError, open_database
from kingdoms.server.database.sole import sole_server
from tests.support.server.launch import MakeSettings, ServerProcess, serving
from tests.support.suite.timeouts import SOON


def start_second(capsys: pytest.CaptureFixture[str], *flags: str) -> str:
    """Start a server that must fail to start, and return its output."""
    assert main(["serve", *flags]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    return error


def test_a_second_server_on_the_same_file_refuses(
    server: ServerProcess, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By whatever path; other programs use the file meanwhile, and a killed server leaves no lock."""
    data = tmp_path / "data"
    error = start_second(capsys, "--data", str(data))
    assert error.startswith(f"kingdoms: the database {data / 'kingdoms.db'} is in use by a server (process ")
    assert str(server.process.pid) in error
    if sys.platform != "win32":  # links need rights there
        (tmp_path / "link").symlink_to(data)
        url = f"sqlite:///{tmp_path / 'link' / 'kingdoms.db'}"
        error = start_second(capsys, "--database", url, "--port", "0", "--data", str(tmp_path / "other"))
        assert "is in use by a server" in error
    assert httpx.get(f"{server.url}/readyz", timeout=SOON).status_code == 200
    with contextlib.closing(sqlite3.connect(data / "kingdoms.db")) as connection:
        connection.execute("INSERT INTO visitors (id, name, created) VALUES ('a visitor', 'Ida', 1.0)")
        assert connection.execute("SELECT name FROM visitors").fetchall() == [("Ida",)]
    server.stop(signal.SIGKILL)
    with sole_server(f"sqlite:///{data / 'kingdoms.db'}"):
        pass


async def test_commands_open_it_meanwhile(make_settings: MakeSettings) -> None:
    settings = make_settings()
    async with serving(settings), open_database(settings.database_url) as database:
        await database.check()


def test_a_file_that_cannot_be_locked_is_an_error_and_servers_on_postgres_are_many(tmp_path: Path) -> None:
    with pytest.raises(DatabaseError, match="cannot be used: No such file"), sole_server(f"sqlite:///{tmp_path}/no/such.db"):
        pass
    with sole_server("postgresql://somewhere/games"), sole_server("postgresql://somewhere/games"):
        pass
