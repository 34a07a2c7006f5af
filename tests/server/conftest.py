"""Servers and databases for tests.

A test that takes `database_url` runs twice, on SQLite and on PostgreSQL. Without a PostgreSQL such tests fail; where none can
be had, KINGDOMS_TEST_POSTGRES=no leaves them out.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI
from postgres import Postgres, new_database
from serving import ORIGIN, MakeClient, MakeSettings, ServerProcess, running

from kingdoms.server.app import create_app
from kingdoms.server.database import Database, open_database
from kingdoms.server.settings import Settings, read_settings


@pytest.fixture
def own_surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep the settings and games of whoever runs the tests out of them."""
    for name in [name for name in os.environ if name.startswith("KINGDOMS_") and not name.startswith("KINGDOMS_TEST_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("home")))


@pytest.fixture(autouse=True)
def _here_too(own_surroundings: None) -> None:
    """Keep them out of all tests beside."""


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of a PostgreSQL that runs while the tests do."""
    if os.environ.get("KINGDOMS_TEST_POSTGRES") == "no":
        pytest.skip("KINGDOMS_TEST_POSTGRES=no")
    with Postgres() as server:
        yield server.url


@pytest_asyncio.fixture
async def postgres_url(postgres_server: str) -> str:
    """The URL of a new, empty PostgreSQL database."""
    return await new_database(postgres_server)


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """The URL of a SQLite database that is not there yet."""
    return f"sqlite:///{tmp_path / 'games.db'}"


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest) -> str:
    """The URL of a new database, once of each kind."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest_asyncio.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    """A new database with all tables, once of each kind."""
    async with open_database(database_url) as database:
        yield database


@pytest.fixture
def make_settings(tmp_path: Path, own_surroundings: None) -> MakeSettings:
    """Make settings of a server that keeps everything in a temporary folder."""

    def make(**given: Any) -> Settings:
        return read_settings(
            **{"data": tmp_path / "data", "secret": "a secret for tests only", "rate": 100_000, "address_rate": 1_000_000}
            | {"lobbies": 1000, "games": 1000, "bot_games": 1000, "imports": 1_000_000}
            | given
        )

    return make


@pytest_asyncio.fixture
async def app(make_settings: MakeSettings) -> AsyncIterator[FastAPI]:
    """A server on SQLite, in this process."""
    async with running(create_app(make_settings())) as app:
        yield app


@pytest.fixture
def make_client() -> MakeClient:
    """Make clients of an application; each is a browser of its own, at whose page everything that it sends begins."""

    def make(app: FastAPI, **given: Any) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        return httpx.AsyncClient(
            transport=transport, base_url=ORIGIN, headers={"Origin": ORIGIN} | given.pop("headers", {}), **given
        )

    return make


@pytest_asyncio.fixture
async def client(app: FastAPI, make_client: MakeClient) -> AsyncIterator[httpx.AsyncClient]:
    """A browser at the server `app`."""
    async with make_client(app) as client:
        yield client


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server in a process of its own, on SQLite."""
    with ServerProcess(tmp_path / "data") as process:
        yield process
