"""Servers and databases for tests.

A test that takes `database_url` runs on SQLite and on PostgreSQL. The run on PostgreSQL is in the outer ring and has one case
only, unless the test is marked `both_databases`. Without PostgreSQL such tests fail; KINGDOMS_TEST_POSTGRES=no skips them.

Databases are copies of one that was migrated once; those with `empty` in their names have no tables.
"""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from kingdoms.server.app.services import Services
from kingdoms.server.base.settings import ServerSettings, read_settings, sqlite_file
from kingdoms.server.database.engine import Database, open_database
from tests.support.clients.admin import Admin
from tests.support.clients.http import Browser, at_a_port
from tests.support.server.calendar import Calendar
from tests.support.server.launch import ORIGIN, MakeClient, MakeSettings, ServerProcess, serving
from tests.support.server.postgres import Postgres, new_database, temporary_database
from tests.support.server.statement_cache import share_statements

share_statements()


@pytest.fixture
def own_surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Hide the settings and games of the user who runs the tests."""
    for name in [name for name in os.environ if name.startswith("KINGDOMS_") and not name.startswith("KINGDOMS_TEST_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("home")))


@pytest.fixture(autouse=True)
def _use_own_surroundings(own_surroundings: None) -> None:
    """Use `own_surroundings` in all tests of the server."""


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of a PostgreSQL server that runs during the session."""
    if os.environ.get("KINGDOMS_TEST_POSTGRES") == "no":
        pytest.skip("KINGDOMS_TEST_POSTGRES=no")
    with Postgres() as server:
        yield server.url


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite database with all tables, to be copied."""
    path = tmp_path_factory.mktemp("sqlite") / "migrated.db"
    asyncio.run(migrate(f"sqlite:///{path}"))
    return path


@pytest.fixture(scope="session")
def migrated_postgres(postgres_server: str) -> str:
    """The name of a PostgreSQL database with all tables, to be copied."""
    name = "migrated"
    asyncio.run(migrate(asyncio.run(new_database(postgres_server, name))))
    return name


async def migrate(url: str) -> None:
    """Create all tables of a database."""
    async with open_database(url):
        pass


@pytest_asyncio.fixture
async def empty_postgres_url(postgres_server: str) -> AsyncIterator[str]:
    """The URL of a new, empty PostgreSQL database."""
    async with temporary_database(postgres_server) as url:
        yield url


@pytest_asyncio.fixture
async def postgres_url(postgres_server: str, migrated_postgres: str) -> AsyncIterator[str]:
    """The URL of a new PostgreSQL database."""
    async with temporary_database(postgres_server, migrated_postgres) as url:
        yield url


@pytest.fixture
def empty_sqlite_url(tmp_path: Path) -> str:
    """The URL of a SQLite database that does not exist yet."""
    return f"sqlite:///{tmp_path / 'games.db'}"


@pytest.fixture
def sqlite_url(empty_sqlite_url: str, migrated_file: Path) -> str:
    """The URL of a new SQLite database."""
    shutil.copyfile(migrated_file, sqlite_file(empty_sqlite_url))
    return empty_sqlite_url


DATABASES = ("database_url", "empty_database_url")
BOTH = ["sqlite", pytest.param("postgres", marks=pytest.mark.outer)]


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker of tests for which any database will do."""
    config.addinivalue_line("markers", "sqlite: run on SQLite only, since what is tested depends on no database")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of the cases of a test that is not about SQL, try only the first on PostgreSQL, or none if it is marked `sqlite`."""
    items[:] = [item for item in items if not is_repeated(item)]


def is_repeated(item: pytest.Item) -> bool:
    """Return whether an item is a case on PostgreSQL that tests nothing more."""
    case = getattr(item, "callspec", None)
    if case is None or item.get_closest_marker("both_databases"):
        return False
    on_postgres = any(case.params.get(name) == "postgres" for name in DATABASES)
    return on_postgres and (
        item.get_closest_marker("sqlite") is not None
        or any(index > 0 for name, index in case.indices.items() if name not in DATABASES)
    )


@pytest.fixture(params=BOTH)
def database_url(request: pytest.FixtureRequest) -> str:
    """The URL of a new database of each kind."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest.fixture(params=BOTH)
def empty_database_url(request: pytest.FixtureRequest) -> str:
    """The URL of a new database of each kind, without tables."""
    url: str = request.getfixturevalue(f"empty_{request.param}_url")
    return url


@pytest_asyncio.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    """A new database of each kind, with all tables."""
    async with open_database(database_url) as database:
        yield database


@pytest.fixture
def make_settings(tmp_path: Path, own_surroundings: None) -> MakeSettings:
    """Create settings of a server that writes to a temporary folder, and do not wait for the disk."""

    def make(**values: Any) -> ServerSettings:
        return read_settings(
            **{"data": tmp_path / "data", "secret": "a secret for tests only", "rate": 100_000, "address_rate": 1_000_000}
            | {"lobbies": 1000, "games": 1000, "bot_games": 1000, "imports": 1_000_000, "durability": "normal"}
            | values
        )

    return make


@pytest.fixture
def calendar(monkeypatch: pytest.MonkeyPatch) -> Calendar:
    """The time, which a test lets pass."""
    return Calendar(monkeypatch)


@pytest_asyncio.fixture
async def sqlite_app(make_settings: MakeSettings, sqlite_url: str) -> AsyncIterator[FastAPI]:
    """A server on SQLite in this process, for tests that don't depend on the database."""
    async with serving(make_settings(database=sqlite_url)) as app:
        yield app


@pytest.fixture
def make_client() -> MakeClient:
    """Create clients of an application; each has its own cookies, and sends the application's own origin."""

    def make(app: FastAPI, **options: Any) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        return httpx.AsyncClient(
            transport=transport, base_url=ORIGIN, headers={"Origin": ORIGIN} | options.pop("headers", {}), **options
        )

    return make


@pytest_asyncio.fixture
async def client(sqlite_app: FastAPI, make_client: MakeClient) -> AsyncIterator[httpx.AsyncClient]:
    """A client of `sqlite_app`."""
    async with make_client(sqlite_app) as client:
        yield client


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server on SQLite in a process of its own."""
    with ServerProcess(tmp_path / "data") as process:
        yield process


@pytest_asyncio.fixture
async def app(database_url: str, make_settings: MakeSettings) -> AsyncIterator[FastAPI]:
    """A server in this process, on each kind of database."""
    async with serving(make_settings(database=database_url)) as app:
        yield app


@pytest.fixture
def services(app: FastAPI) -> Services:
    """The services of `app`."""
    services: Services = app.state.services
    return services


@pytest_asyncio.fixture
async def ida(app: FastAPI) -> AsyncIterator[Browser]:
    """A visitor with a name."""
    async with Browser(app) as browser:
        await browser.ask("PUT", "/me", {"name": "Ida"})
        yield browser


@pytest_asyncio.fixture
async def bob(app: FastAPI) -> AsyncIterator[Browser]:
    """Another visitor with a name."""
    async with Browser(app) as browser:
        await browser.ask("PUT", "/me", {"name": "Bob"})
        yield browser


@pytest_asyncio.fixture
async def eve(app: FastAPI) -> AsyncIterator[Browser]:
    """A visitor without a name or a seat."""
    async with Browser(app) as browser:
        yield browser


@pytest_asyncio.fixture
async def address(app: FastAPI) -> AsyncIterator[str]:
    """The URL of a port at which `app` accepts sockets."""
    async with at_a_port(app) as url:
        yield url


@pytest.fixture
def admin(app: FastAPI) -> Admin:
    """The operator of `app`, at the command line."""
    return Admin(app.state.settings)


@pytest_asyncio.fixture
async def two_servers(postgres_url: str, make_settings: MakeSettings) -> AsyncIterator[tuple[FastAPI, FastAPI]]:
    """Two servers on one PostgreSQL database."""
    async with AsyncExitStack() as stack:
        settings = make_settings(database=postgres_url)
        first, second = [await stack.enter_async_context(serving(settings)) for _ in range(2)]
        yield first, second
