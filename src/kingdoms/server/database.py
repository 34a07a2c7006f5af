"""The database: SQLite in a file, or PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import re
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from sqlalchemy import URL, Connection, CursorResult, ExceptionContext, Executable, event, inspect, text
from sqlalchemy.exc import IntegrityError, OperationalError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from kingdoms.core.errors import KingdomsError
from kingdoms.server.outage import Outage, Unavailable, Watched, reason
from kingdoms.server.scribe import Scribe
from kingdoms.server.settings import sqlite_file

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS = Path(__file__).parent / "migrations"
MIGRATION_LOCK = 0x6B696E67646F6D73
"""The number of PostgreSQL's advisory lock that whoever migrates holds."""
PATIENCE = 10
"""Seconds to wait for a connection, or for SQLite's lock."""
LONGEST_LINE = 3.0 * PATIENCE
"""Seconds to wait, in this process, for others who write to SQLite."""
ANSWERS_WITHIN = 30.0
"""Seconds that PostgreSQL has for an answer: a line on which nothing comes any more is given up then."""
READY_WITHIN = 2.0
"""Seconds in which a server that is asked whether it is ready has written something."""
FRESH = 1.0
"""Seconds for which something that was written shows that something can be."""
SYNCHRONOUS = {"full": "FULL", "normal": "NORMAL"}
"""What SQLite calls how durable it is: whether each commit waits for the disk, or now and then one."""


class DatabaseError(KingdomsError):
    """A database that cannot be used; the message says why."""

    code = "database"


class Database:
    """The database of a server.

    On SQLite those who write take turns, be it by a connection of `engine` or by `write_at_once`, and several connections only
    read: nobody is ever told that the database is locked. So a task that holds a connection of `engine` must not ask for a
    second one.

    Args:
        url: as in the settings.
        durability: `full`, so that what was committed outlives a machine that loses its power, or `normal`, so that it outlives
            a server that dies.

    Attributes:
        dialect: `sqlite` or `postgresql`.
        outage: knows whether it can be used.
        engine: gives connections that may write.
        read_engine: gives connections that only read.
    """

    def __init__(self, url: str, durability: str = "full") -> None:
        self.url = url
        self.durability = durability
        self.dialect = url.partition(":")[0]
        self.tell: Callable[[BaseException], None] = lambda _: None
        self.outage = Outage(self.write)
        is_one_file = self.dialect == "sqlite"
        patience = LONGEST_LINE if is_one_file else None
        self.engine = Watched(self._make_engine(writes=True), self.outage, asks=True, patience=patience)
        self.read_engine = self.engine
        if is_one_file:
            self.read_engine = Watched(self._make_engine(writes=False), self.outage, asks=False)
        self.scribe = Scribe(self._open_file)
        self.writing: asyncio.Task[None] | None = None

    @property
    def is_shared(self) -> bool:
        """Whether other servers may use the same database."""
        return self.dialect == "postgresql"

    def _make_engine(self, *, writes: bool) -> AsyncEngine:
        """Return an engine. Values are kept out of its error messages, since these are logged."""
        if self.dialect == "postgresql":
            return create_async_engine(
                "postgresql+asyncpg://",
                async_creator=self._connect_or_tell,
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
            pool_timeout=LONGEST_LINE,
            hide_parameters=True,
        )
        event.listen(engine.sync_engine, "connect", partial(_set_up_sqlite, SYNCHRONOUS[self.durability]))
        event.listen(engine.sync_engine, "begin", _begin_writing if writes else _begin_reading)
        return engine

    def _open_file(self) -> sqlite3.Connection:
        """Return a new connection of the driver's to SQLite."""
        connection = sqlite3.connect(sqlite_file(self.url), timeout=PATIENCE)
        _set_up_sqlite(SYNCHRONOUS[self.durability], connection, None)
        return connection

    async def connect(self, answers_within: float | None = ANSWERS_WITHIN) -> Any:
        """Return a new connection of the driver's to PostgreSQL; it understands whatever URL libpq does.

        Raises:
            OSError: there is none to be had.
        """
        import asyncpg  # noqa: PLC0415  servers on SQLite start without it

        try:
            return await asyncpg.connect(
                self.url,
                timeout=PATIENCE,
                command_timeout=answers_within,
                server_settings={
                    "application_name": "kingdoms",
                    "synchronous_commit": "on" if self.durability == "full" else "off",
                },
            )
        except (asyncpg.PostgresError, asyncpg.InterfaceError, ValueError) as error:
            raise ConnectionError(reason(error)) from error

    async def migrate(self) -> None:
        """Bring the database to the newest version of its tables. Several servers may do so at once: they take turns.

        Raises:
            DatabaseError: it cannot be reached, or was made by a newer version of this program.
        """
        engine = self.engine.engine
        if self.dialect == "sqlite":
            _try_file(sqlite_file(self.url))
        else:  # changing big tables takes as long as it takes
            engine = create_async_engine(
                "postgresql+asyncpg://", async_creator=partial(self.connect, None), poolclass=NullPool, hide_parameters=True
            )
        try:
            async with engine.begin() as connection:
                if self.dialect == "postgresql":
                    await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
                await connection.run_sync(_upgrade)
        except (OSError, SQLAlchemyError) as error:
            raise DatabaseError(f"the database cannot be used: {reason(error)}") from error

    async def write(self) -> None:
        """Write something that changes nothing, so that it is known whether anything can be written.

        Raises:
            OSError, SQLAlchemyError: it cannot.
        """
        async with self.engine.in_line(), self.engine.engine.begin() as connection:
            await connection.exec_driver_sql(
                "UPDATE alembic_version SET version_num = version_num"
                if self.dialect == "postgresql"
                else f"PRAGMA user_version={int(time.time()) % 2**31}"  # SQLite would skip a row that stays as it is
            )

    async def write_at_once(self, work: Callable[[sqlite3.Connection], None]) -> None:
        """Write to SQLite in one transaction, all of it in one visit to a thread.

        Raises:
            IntegrityError, OperationalError: SQLAlchemy's; nothing has been written.
        """
        async with self.engine.turn():  # without SQLAlchemy's way to a connection, which takes longer than the writing
            with _as_errors_of_sqlalchemy(self.tell):
                await self.scribe.write(work)
        self.outage.written = time.monotonic()

    async def check(self) -> None:
        """See that something can be written, unless something was a moment ago.

        Raises:
            Unavailable: it cannot, or not soon.
        """
        self.outage.check()
        if time.monotonic() - self.outage.written < FRESH:
            return
        if self.writing is None or self.writing.done():
            self.writing = asyncio.create_task(self._try_to_write())
        done, _ = await asyncio.wait({self.writing}, timeout=READY_WITHIN)
        if not done:
            raise Unavailable
        self.writing.result()

    async def _try_to_write(self) -> None:
        """Write, and notice whether that has worked; whoever has asked may have stopped waiting."""
        with self.outage.noticed():
            await self.write()
        self.outage.written = time.monotonic()

    def when_failing(self, tell: Callable[[BaseException], None]) -> None:
        """Have somebody told of all errors but one: that a key is taken says who came first."""
        self.tell = tell

        def failed(context: ExceptionContext) -> None:
            if not isinstance(context.sqlalchemy_exception, IntegrityError):
                tell(context.original_exception)

        for engine in {self.engine, self.read_engine}:
            event.listen(engine.sync_engine, "handle_error", failed)

    async def _connect_or_tell(self) -> Any:
        """Return a new connection; SQLAlchemy itself tells nobody of one that cannot be had."""
        try:
            return await self.connect()
        except Exception as error:
            self.tell(error)
            raise

    async def close(self) -> None:
        """Close all connections."""
        await self.outage.stop()
        if self.writing is not None:
            await asyncio.gather(self.writing, return_exceptions=True)
        await self.scribe.close()
        await self.engine.dispose()
        if self.read_engine is not self.engine:
            await self.read_engine.dispose()


@contextlib.asynccontextmanager
async def open_database(url: str, durability: str = "full") -> AsyncIterator[Database]:
    """Open a database, bring it up to date, and close it in the end.

    Raises:
        DatabaseError: it cannot be used.
    """
    database = Database(url, durability)
    try:
        await database.migrate()
        yield database
    finally:
        await database.close()


async def changed(connection: AsyncConnection, statement: Executable) -> int:
    """Execute an INSERT, UPDATE or DELETE, and return the number of rows that it changed."""
    return cast("CursorResult[Any]", await connection.execute(statement)).rowcount


def alembic_config(connection: Connection | None = None) -> Config:
    """Return what Alembic has to know."""
    from alembic.config import Config  # noqa: PLC0415  it takes a while to load, and is seldom needed

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def newest_version() -> str | None:
    """Return the version that the migrations lead to; None where that is not one version.

    Read from the files, since most starts find a database that is there already, and are quicker without Alembic.
    """
    texts = [file.read_text(encoding="utf-8") for file in sorted((MIGRATIONS / "versions").glob("*.py"))]
    versions, earlier = (
        {found[1] for each in texts if (found := re.search(rf'^{name} = "(.+)"$', each, re.MULTILINE))}
        for name in ("revision", "down_revision")
    )
    newest = versions - earlier
    return newest.pop() if len(newest) == 1 else None


def _upgrade(connection: Connection) -> None:
    """Run the migrations that have not been run.

    Raises:
        DatabaseError: the database was made by a newer version of this program.
    """
    if inspect(connection).has_table("alembic_version"):
        known = connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all()
        if known == [newest_version()]:
            return
    from alembic import command  # noqa: PLC0415
    from alembic.util import CommandError  # noqa: PLC0415

    try:
        command.upgrade(alembic_config(connection), "head")
    except CommandError as error:
        raise DatabaseError(f"the database was created by another version of kingdoms: {error}") from None


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


def _set_up_sqlite(synchronous: str, connection: Any, _: object) -> None:
    """Set a new SQLite connection up."""
    connection.isolation_level = None  # the driver's own idea of when to begin is not ours, see `_begin_writing`
    cursor = connection.cursor()
    for pragma in (f"busy_timeout={PATIENCE * 1000:.0f}", "journal_mode=WAL", f"synchronous={synchronous}", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_writing(connection: Connection) -> None:
    """Take the lock at once: a transaction that reads first and takes it later can find that it has read the past."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _begin_reading(connection: Connection) -> None:
    """See one state of the database throughout."""
    connection.exec_driver_sql("BEGIN")


@contextlib.contextmanager
def _as_errors_of_sqlalchemy(tell: Callable[[BaseException], None]) -> Iterator[None]:
    """Have what SQLite's driver raises look as it does everywhere else, and tell of what is no refusal."""
    try:
        yield
    except sqlite3.IntegrityError as error:
        raise IntegrityError(None, None, error) from None
    except sqlite3.Error as error:
        tell(error)
        raise OperationalError(None, None, error) from None
