"""The database: SQLite in a file, or PostgreSQL."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import asyncpg
from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import URL, Connection, event, text
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from kingdoms.core.errors import KingdomsError
from kingdoms.server.settings import sqlite_file

MIGRATIONS = Path(__file__).parent / "migrations"
MIGRATION_LOCK = 0x6B696E67646F6D73
"""The number of PostgreSQL's advisory lock that whoever migrates holds."""
PATIENCE = 10
"""Seconds to wait for a connection, or for SQLite's lock."""


class DatabaseError(KingdomsError):
    """A database that cannot be used; the message says why."""

    code = "database"


class Database:
    """The database of a server.

    On SQLite there is one connection that writes, whose users take turns, and several that only read: nobody is ever told that
    the database is locked. So a task that holds a connection of `engine` must not ask for a second one.

    Attributes:
        url: as in the settings.
        dialect: `sqlite` or `postgresql`.
        engine: gives connections that may write.
        read_engine: gives connections that only read.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self.dialect = url.partition(":")[0]
        self.engine = self._make_engine(writes=True)
        self.read_engine = self.engine if self.dialect == "postgresql" else self._make_engine(writes=False)

    def _make_engine(self, *, writes: bool) -> AsyncEngine:
        """Return an engine. Values are kept out of its error messages, since these are logged."""
        if self.dialect == "postgresql":
            return create_async_engine(
                "postgresql+asyncpg://",
                async_creator=self.connect,
                pool_size=8,
                max_overflow=8,
                pool_timeout=PATIENCE,
                pool_pre_ping=True,
                hide_parameters=True,
            )
        engine = create_async_engine(
            URL.create("sqlite+aiosqlite", database=sqlite_file(self.url)),
            pool_size=1 if writes else 4,
            max_overflow=0,
            pool_timeout=PATIENCE * 3,
            hide_parameters=True,
        )
        event.listen(engine.sync_engine, "connect", _set_up_sqlite)
        event.listen(engine.sync_engine, "begin", _begin_writing if writes else _begin_reading)
        return engine

    async def connect(self) -> Any:
        """Return a new connection of the driver's to PostgreSQL; it understands whatever URL libpq does."""
        return await asyncpg.connect(self.url, timeout=PATIENCE, server_settings={"application_name": "kingdoms"})

    async def migrate(self) -> None:
        """Bring the database to the newest version of its tables. Several servers may do so at once: they take turns.

        Raises:
            DatabaseError: it cannot be reached, or was made by a newer version of this program.
        """
        if self.dialect == "sqlite":
            _try_file(sqlite_file(self.url))
        try:
            async with self.engine.begin() as connection:
                if self.dialect == "postgresql":
                    await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
                await connection.run_sync(_upgrade)
        except CommandError as error:
            raise DatabaseError(f"the database was made by another version of kingdoms: {error}") from None
        except (OSError, SQLAlchemyError, asyncpg.PostgresError, asyncpg.InterfaceError, ValueError) as error:
            raise DatabaseError(f"the database cannot be used: {_reason(error)}") from error

    async def write_at_once(self, work: Callable[[sqlite3.Connection], None]) -> None:
        """Write to SQLite in one transaction, in one visit to the thread that its connection lives in.

        Statement by statement each has to go to that thread and back, which costs several times what the writing does.

        Raises:
            IntegrityError, OperationalError: SQLAlchemy's; nothing has been written.
        """
        async with self.engine.connect() as connection:
            driver: Any = (await connection.get_raw_connection()).driver_connection
            try:
                await driver._execute(_transact, driver._conn, work)  # there is no public way to stay in the thread
            except sqlite3.IntegrityError as error:
                raise IntegrityError(None, None, error) from None
            except sqlite3.Error as error:
                raise OperationalError(None, None, error) from None

    async def check(self) -> None:
        """Ask the database for something, so that it is known to answer."""
        async with self.read_engine.connect() as connection:
            await connection.execute(text("SELECT 1"))

    async def close(self) -> None:
        """Close all connections."""
        await self.engine.dispose()
        if self.read_engine is not self.engine:
            await self.read_engine.dispose()


@contextlib.asynccontextmanager
async def open_database(url: str) -> AsyncIterator[Database]:
    """Open a database, bring it up to date, and close it in the end.

    Raises:
        DatabaseError: it cannot be used.
    """
    database = Database(url)
    try:
        await database.migrate()
        yield database
    finally:
        await database.close()


def alembic_config(connection: Connection | None = None) -> Config:
    """Return what Alembic has to know."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def _upgrade(connection: Connection) -> None:
    """Run the migrations that have not been run."""
    command.upgrade(alembic_config(connection), "head")


def _try_file(file: str) -> None:
    """Open a SQLite file, have it written ahead (WAL) from now on, and close it again.

    Raises:
        DatabaseError: it cannot be opened, or is something else.
    """
    until = time.monotonic() + PATIENCE
    while True:
        try:
            with contextlib.closing(sqlite3.connect(file, timeout=PATIENCE)) as connection:
                connection.execute("PRAGMA schema_version")
                connection.execute("PRAGMA journal_mode=WAL")
                return
        except sqlite3.Error as error:
            # whoever changes the mode does not wait for others that do so at the same moment, whatever the timeout
            if not isinstance(error, sqlite3.OperationalError) or "locked" not in str(error) or time.monotonic() > until:
                raise DatabaseError(f"the database {file} cannot be used: {error}") from None
            time.sleep(0.02)


def _set_up_sqlite(connection: Any, _: object) -> None:
    """Set a new SQLite connection up. What was committed outlives this process' death, though not always the machine's."""
    connection.isolation_level = None  # the driver's own idea of when to begin is not ours, see `_begin_writing`
    cursor = connection.cursor()
    for pragma in (f"busy_timeout={PATIENCE * 1000}", "journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_writing(connection: Connection) -> None:
    """Take the lock at once: a transaction that reads first and takes it later can find that it has read the past."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _begin_reading(connection: Connection) -> None:
    """See one state of the database throughout."""
    connection.exec_driver_sql("BEGIN")


def _transact(connection: sqlite3.Connection, work: Callable[[sqlite3.Connection], None]) -> None:
    """Do something in a transaction."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        work(connection)
        connection.execute("COMMIT")
    except BaseException:
        connection.rollback()
        raise


def _reason(error: BaseException) -> str:
    """Return what the driver says, in one line."""
    if isinstance(error, DBAPIError) and error.orig is not None:
        error = error.orig
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error | asyncpg.PostgresError):
        error = cause
    said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return said.strip().split("\n")[0] or type(error).__name__
