"""The database: SQLite in a file, or PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from sqlalchemy import URL, Connection, CursorResult, ExceptionContext, Executable, event, inspect
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError, InvalidatePoolError, OperationalError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool
from sqlalchemy.sql.selectable import TypedReturnsRows

from kingdoms.core.errors import KingdomsError
from kingdoms.server.base.outage import Outage, WatchedEngine, reason
from kingdoms.server.base.settings import sqlite_file
from kingdoms.server.database.writer import SqliteWriter
from kingdoms.table.base.errors import Unavailable
from kingdoms.texts import text

if TYPE_CHECKING:
    from alembic.config import Config

Value = TypeVar("Value")

MIGRATIONS = Path(__file__).parent / "migrations"
MIGRATION_LOCK = 0x6B696E67646F6D73
"""The key of PostgreSQL's advisory lock that is held during a migration."""
TIMEOUT = 10
"""Time limit for opening a connection, or for SQLite's lock, in seconds."""
WRITE_LOCK_TIMEOUT = 3.0 * TIMEOUT
"""Time limit for the lock in this process that serialises writes to SQLite, in seconds."""
ANSWER_TIMEOUT = 30.0
"""Time limit for an answer of PostgreSQL, in seconds; then the connection counts as dead."""
READY_TIMEOUT = 2.0
"""Time limit for the write that checks whether the server is ready, in seconds."""
TRUST_WRITES_FOR = 1.0
"""Seconds for which a successful write proves that the database is writable."""
SYNCHRONOUS = {"full": "FULL", "normal": "NORMAL"}
"""SQLite's `synchronous` modes by durability: `full` waits for the disk at each commit, `normal` at checkpoints only."""


class DatabaseError(KingdomsError):
    """A database that cannot be used; the message says why."""

    code = "database"


class Database:
    """The database of a server.

    On SQLite, writers take turns, both connections of `engine` and `write_at_once`; those of `read_engine` only read. So SQLite
    never reports that the database is locked. A task that holds a connection of `engine` must not request a second one: that
    would be a deadlock.

    Args:
        durability: `full` if a commit must survive a power failure, `normal` if it must survive a crash of the server.

    Attributes:
        dialect: `sqlite` or `postgresql`.
        engine: opens connections for reading and writing.
        read_engine: opens connections for reading. On PostgreSQL, each statement is a transaction of its own: to begin and end
            one would take two more exchanges with the database.
    """

    def __init__(self, url: str, durability: str = "full") -> None:
        self.url = url
        self.durability = durability
        self.dialect = url.partition(":")[0]
        self.report: Callable[[BaseException], None] = lambda _: None
        self.outage = Outage(self.write)
        is_sqlite = self.dialect == "sqlite"
        lock_timeout = WRITE_LOCK_TIMEOUT if is_sqlite else None
        self.engine = WatchedEngine(self._make_engine(writes=True), self.outage, fails_fast=True, lock_timeout=lock_timeout)
        if is_sqlite:
            self.read_engine = WatchedEngine(self._make_engine(writes=False), self.outage, fails_fast=False)
        else:
            single = self.engine.engine.execution_options(isolation_level="AUTOCOMMIT")
            self.read_engine = WatchedEngine(single, self.outage, fails_fast=True)
        self.writer = SqliteWriter(self._open_file)
        self.probe: asyncio.Task[None] | None = None

    @property
    def is_shared(self) -> bool:
        """Whether several servers can use the database."""
        return self.dialect == "postgresql"

    def _make_engine(self, *, writes: bool) -> AsyncEngine:
        """Return an engine. Its error messages omit the values of parameters, since they are logged."""
        if self.dialect == "postgresql":
            engine = create_async_engine(
                "postgresql+asyncpg://",
                async_creator=self._connect_or_report,
                pool_size=8,
                max_overflow=8,
                pool_timeout=TIMEOUT,
                hide_parameters=True,
            )
            event.listen(engine.sync_engine, "checkout", _check_open)
            return engine
        engine = create_async_engine(
            URL.create("sqlite+aiosqlite", database=sqlite_file(self.url)),
            pool_size=1 if writes else 4,
            max_overflow=0,
            pool_timeout=WRITE_LOCK_TIMEOUT,
            hide_parameters=True,
        )
        event.listen(engine.sync_engine, "connect", partial(_set_up_sqlite, SYNCHRONOUS[self.durability]))
        event.listen(engine.sync_engine, "begin", _begin_writing if writes else _begin_reading)
        return engine

    def _open_file(self) -> sqlite3.Connection:
        connection = sqlite3.connect(sqlite_file(self.url), timeout=TIMEOUT)
        _set_up_sqlite(SYNCHRONOUS[self.durability], connection, None)
        return connection

    async def connect(self, answer_timeout: float | None = ANSWER_TIMEOUT) -> Any:
        """Open a connection to PostgreSQL with the driver, which accepts any URL that libpq does.

        Raises:
            OSError: the connection fails.
        """
        import asyncpg  # noqa: PLC0415  not needed on SQLite

        try:
            return await asyncpg.connect(
                self.url,
                timeout=TIMEOUT,
                command_timeout=answer_timeout,
                server_settings={
                    "application_name": "kingdoms",
                    "synchronous_commit": "on" if self.durability == "full" else "off",
                },
            )
        except (asyncpg.PostgresError, asyncpg.InterfaceError, ValueError) as error:
            raise ConnectionError(reason(error)) from error

    async def migrate(self) -> None:
        """Upgrade the tables to the newest version. Servers that start at the same time take turns.

        Raises:
            DatabaseError: the database cannot be reached, or its tables are of a version that this program does not know.
        """
        engine = self.engine.engine
        if self.dialect == "sqlite":
            _prepare_file(sqlite_file(self.url))
        else:  # no time limit: changing large tables can take long
            engine = create_async_engine(
                "postgresql+asyncpg://", async_creator=partial(self.connect, None), poolclass=NullPool, hide_parameters=True
            )
        try:
            async with engine.begin() as connection:
                if self.dialect == "postgresql":
                    await connection.exec_driver_sql("SELECT pg_advisory_xact_lock($1)", (MIGRATION_LOCK,))
                await connection.run_sync(_upgrade)
        except (OSError, SQLAlchemyError) as error:
            raise DatabaseError(text("database.unusable", reason=reason(error))) from error

    async def write(self) -> None:
        """Write without changing anything, to see whether the database is writable.

        Raises:
            OSError, SQLAlchemyError: it is not.
        """
        async with self.engine.hold_lock(), self.engine.engine.begin() as connection:
            await connection.exec_driver_sql(
                "UPDATE alembic_version SET version_num = version_num"
                if self.dialect == "postgresql"
                else f"PRAGMA user_version={int(time.time()) % 2**31}"  # SQLite skips an update that changes nothing
            )

    async def write_at_once(self, work: Callable[[sqlite3.Connection], None]) -> None:
        """Write to SQLite in one transaction, in one call to a thread.

        Raises:
            IntegrityError, OperationalError: as SQLAlchemy raises them; nothing has been written.
        """
        async with self.engine.use():  # without SQLAlchemy, whose overhead exceeds the time of the write
            with _translated_errors(self.report):
                await self.writer.write(work)
        self.outage.last_write = time.monotonic()

    async def rows(self, query: Executable) -> Sequence[Any]:
        """Return the rows of a query."""
        async with self.read_engine.connect() as connection:
            return (await connection.execute(query)).all()

    async def row(self, query: Executable) -> Any:
        """Return the row of a query that has one row at most, or None."""
        async with self.read_engine.connect() as connection:
            return (await connection.execute(query)).one_or_none()

    async def scalars(self, query: TypedReturnsRows[Value]) -> list[Value]:
        """Return the first column of the rows of a query."""
        async with self.read_engine.connect() as connection:
            return list(await connection.scalars(query))

    async def scalar(self, query: TypedReturnsRows[Value]) -> Value | None:
        """Return the first column of the first row of a query, or None."""
        async with self.read_engine.connect() as connection:
            return await connection.scalar(query)

    async def execute(self, statement: Executable) -> int:
        """Execute an INSERT, UPDATE or DELETE in a transaction of its own, and return the number of rows that it changed."""
        async with self.engine.begin() as connection:
            return await execute_count(connection, statement)

    async def execute_at_once(self, statement: str, *parameters: Any) -> None:
        """Execute a PostgreSQL statement in a transaction of its own, in one exchange with the database.

        Raises:
            IntegrityError: nothing has been written.
            Unavailable: the database is not available.
        """
        async with self.read_engine.connect() as connection:
            await connection.exec_driver_sql(statement, parameters)
        self.outage.last_write = time.monotonic()

    async def check(self) -> None:
        """Check that the database is writable, unless it was a moment ago.

        Raises:
            Unavailable: it is not, or the check takes too long.
        """
        self.outage.check()
        if time.monotonic() - self.outage.last_write < TRUST_WRITES_FOR:
            return
        if self.probe is None or self.probe.done():
            self.probe = asyncio.create_task(self._probe())
        done, _ = await asyncio.wait({self.probe}, timeout=READY_TIMEOUT)
        if not done:
            raise Unavailable
        self.probe.result()

    async def _probe(self) -> None:
        """Write, and register a failure as an outage even if the caller of `check` has timed out."""
        with self.outage.detect():
            await self.write()
        self.outage.last_write = time.monotonic()

    def report_errors_to(self, report: Callable[[BaseException], None]) -> None:
        """Set a callback for all errors except violations of unique keys, which are part of normal operation."""
        self.report = report

        def report_error(context: ExceptionContext) -> None:
            if not isinstance(context.sqlalchemy_exception, IntegrityError):
                report(context.original_exception)

        for engine in (self.engine,) if self.is_shared else (self.engine, self.read_engine):
            event.listen(engine.sync_engine, "handle_error", report_error)

    async def _connect_or_report(self) -> Any:
        """Open a connection, and report a failure: SQLAlchemy reports none for a connection that fails to open."""
        try:
            return await self.connect()
        except Exception as error:
            self.report(error)
            raise

    async def close(self) -> None:
        """Close all connections."""
        await self.outage.stop()
        if self.probe is not None:
            await asyncio.gather(self.probe, return_exceptions=True)
        await self.writer.close()
        await self.engine.dispose()
        await self.read_engine.dispose()


@contextlib.asynccontextmanager
async def open_database(url: str, durability: str = "full") -> AsyncIterator[Database]:
    """Open a database, upgrade its tables, and close it at the end.

    Raises:
        DatabaseError: it cannot be used.
    """
    database = Database(url, durability)
    try:
        await database.migrate()
        yield database
    finally:
        await database.close()


def hash_of(token: str) -> str:
    """Return the hash of a token, or of another secret that is long and random, as the database stores it."""
    return hashlib.sha256(token.encode()).hexdigest()


def insert_of(dialect: str) -> Any:
    """Return the function that makes an INSERT of a dialect, which may update rows or do nothing on a conflict."""
    return postgresql.insert if dialect == "postgresql" else sqlite.insert


async def execute_count(connection: AsyncConnection, statement: Executable) -> int:
    """Execute an INSERT, UPDATE or DELETE, and return the number of rows that it changed."""
    return cast("CursorResult[Any]", await connection.execute(statement)).rowcount


def alembic_config(connection: Connection | None = None) -> Config:
    """Return the configuration of Alembic."""
    from alembic.config import Config  # noqa: PLC0415  slow to import, and rarely needed

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def known_versions() -> list[str]:
    """Return the versions of the tables that this program knows, the newest last: the numbers of the migrations.

    They begin the files' names. Alembic, which is slow to import, is not needed: most databases are up to date at a start.
    """
    return sorted(file.name.partition("_")[0] for file in (MIGRATIONS / "versions").glob("[0-9]*.py"))


def newest_version() -> str:
    """Return the newest version of the tables."""
    return known_versions()[-1]


def revision(connection: Connection) -> str | None:
    """Return the version of the tables of a database, or None if there are none."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    version: str | None = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    return version


def check_version(version: str | None, *, may_be_newer: bool = False) -> None:
    """Refuse tables of a version that this program does not know.

    Args:
        version: the version; None if there are no tables.
        may_be_newer: whether to accept tables of a newer program.

    Raises:
        DatabaseError: it is newer, or that of a development build before 0.1.0.
    """
    versions = known_versions()
    if version is None or version in versions:
        return
    if version < versions[-1]:
        raise DatabaseError(text("settings.development", version=version))
    if not may_be_newer:
        raise DatabaseError(text("settings.newer", version=version, newest=versions[-1]))


def _upgrade(connection: Connection) -> None:
    """Run the pending migrations.

    Raises:
        DatabaseError: the tables are of a version that this program does not know.
    """
    version = revision(connection)
    check_version(version)
    if version != newest_version():
        from alembic import command  # noqa: PLC0415

        command.upgrade(alembic_config(connection), "head")


def _prepare_file(file: str) -> None:
    """Open a SQLite file, switch it to write-ahead logging (WAL), and close it."""
    until = time.monotonic() + TIMEOUT
    while True:
        try:
            with contextlib.closing(sqlite3.connect(file, timeout=TIMEOUT)) as connection:
                connection.execute("PRAGMA schema_version")
                connection.execute("PRAGMA journal_mode=WAL")
                return
        except sqlite3.Error as error:
            # a connection that switches the mode ignores the timeout if another one switches it at the same time
            if not isinstance(error, sqlite3.OperationalError) or "locked" not in str(error) or time.monotonic() > until:
                raise DatabaseError(text("database.file_unusable", file=file, reason=error)) from None
            time.sleep(0.02)


def _set_up_sqlite(synchronous: str, connection: Any, _: object) -> None:
    """Configure a new SQLite connection. What is deleted is overwritten, whatever the library does by default."""
    connection.isolation_level = None  # no implicit transactions of the driver, see `_begin_writing`
    cursor = connection.cursor()
    pragmas = {"journal_mode": "WAL", "synchronous": synchronous, "foreign_keys": "ON", "secure_delete": "ON"}
    for name, value in ({"busy_timeout": f"{TIMEOUT * 1000:.0f}"} | pragmas).items():
        cursor.execute(f"PRAGMA {name}={value}")
    cursor.close()


def _check_open(connection: Any, *_: object) -> None:
    """Refuse a connection of the pool that PostgreSQL has closed. A ping would take another exchange with the database.

    Raises:
        InvalidatePoolError: it is closed, as all others of the pool will be.
    """
    if connection.driver_connection.is_closed():
        raise InvalidatePoolError


def _begin_writing(connection: Connection) -> None:
    """Take the write lock at once: a transaction that reads first can fail when it starts to write."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _begin_reading(connection: Connection) -> None:
    """Begin a transaction, which reads one snapshot of the database."""
    connection.exec_driver_sql("BEGIN")


@contextlib.contextmanager
def _translated_errors(report: Callable[[BaseException], None]) -> Iterator[None]:
    """Raise errors of SQLite's driver as SQLAlchemy's, and report all but violations of constraints."""
    try:
        yield
    except sqlite3.IntegrityError as error:
        raise IntegrityError(None, None, error) from None
    except sqlite3.Error as error:
        report(error)
        raise OperationalError(None, None, error) from None
