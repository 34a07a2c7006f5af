"""When the database cannot be used: whoever asks is told to come back, the log says so once, and once that it is over."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from kingdoms.server.errors import ApiError

logger = logging.getLogger("kingdoms.server")

COME_BACK = 5
"""Seconds after which whoever was told that the database cannot be used should ask again."""
SHORTEST_PAUSE, LONGEST_PAUSE = 0.25, 5.0
"""Seconds between two attempts to use it again."""
CALM = 60.0
"""An outage within so many seconds of the last one goes on where that one was with its pauses."""

SQLITE = frozenset({
    sqlite3.SQLITE_PERM, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_NOTADB,
})  # fmt: skip
"""SQLite's errors that are about the file and not about what was asked."""
POSTGRES = ("08", "53", "57", "58", "25006", "55P03", "XX001", "XX002")
"""How codes of PostgreSQL begin that are about the server: connections, resources, operators, the system, read-only files."""


class Unavailable(ApiError):
    """The database cannot be used now; what was asked has not been done."""

    def __init__(self) -> None:
        super().__init__(
            503,
            "database",
            "The server can't use its database just now. Try again in a moment.",
            headers={"Retry-After": str(COME_BACK)},
        )


class Outage:
    """Knows whether the database can be used, and tries until it can again.

    Args:
        write: writes something to the database, without asking here; fails as long as it cannot be used.
    """

    def __init__(self, write: Callable[[], Awaitable[None]]) -> None:
        self.write = write
        self.since: float | None = None
        self.ended = -CALM
        self.written = -CALM
        self.pause = SHORTEST_PAUSE
        self.trying: asyncio.Task[None] | None = None
        self.when_over: Callable[[], Awaitable[None]] | None = None

    def check(self) -> None:
        """Let through who wants to use the database.

        Raises:
            Unavailable: it cannot be used.
        """
        if self.since is not None:
            raise Unavailable

    @contextlib.contextmanager
    def noticed(self) -> Iterator[None]:
        """Notice when what is done meanwhile fails since the database cannot be used.

        Raises:
            Unavailable: in place of the driver's error.
        """
        try:
            yield
        except Exception as error:
            if not is_outage(error):
                raise
            self.begin(error)
            raise Unavailable from None

    def begin(self, error: BaseException) -> None:
        """Note that the database cannot be used, and try until it can."""
        if self.since is not None:
            return
        self.since = time.monotonic()
        if self.since - self.ended > CALM:
            self.pause = SHORTEST_PAUSE
        logger.error("the database cannot be used; requests that need it are answered with 503 until it can: %s", reason(error))
        self.trying = asyncio.create_task(self._try())

    async def _try(self) -> None:
        """Try to write until it works, at growing intervals, and say so."""
        while self.since is not None:
            await asyncio.sleep(self.pause)
            self.pause = min(LONGEST_PAUSE, 2 * self.pause)
            try:
                await self.write()
            except Exception as error:
                if not is_outage(error):
                    logger.exception("the database fails in another way")
                continue
            logger.warning("the database can be used again, after %.1f seconds", time.monotonic() - self.since)
            self.since, self.ended = None, time.monotonic()
        if self.when_over is not None:
            try:
                await self.when_over()
            except Unavailable:
                pass
            except Exception:
                logger.exception("not everything was taken up again after the database was back")

    async def stop(self) -> None:
        """Try no more."""
        if self.trying is not None:
            self.trying.cancel()
            await asyncio.gather(self.trying, return_exceptions=True)


class Watched:
    """An engine of SQLAlchemy's of which only beginning and connecting are used; its failures are noticed.

    Args:
        engine: the engine.
        outage: what notices them.
        asks: whether nothing is tried during an outage: all of it would fail, or wait for long.
        patience: seconds that one waits for others who have their turn; None where they need not take turns.
    """

    def __init__(self, engine: AsyncEngine, outage: Outage, *, asks: bool, patience: float | None = None) -> None:
        self.engine = engine
        self.sync_engine = engine.sync_engine
        self.outage = outage
        self.asks = asks
        self.patience = patience
        self.line = asyncio.Lock()
        self.there = 0

    @contextlib.asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """Give a connection within a transaction, which is committed in the end.

        Raises:
            Unavailable: the database cannot be used; nothing was kept, as far as anybody knows.
        """
        async with self.connect() as connection:
            with self.outage.noticed():
                async with connection.begin():
                    yield connection
        self.outage.written = time.monotonic()

    @contextlib.asynccontextmanager
    async def connect(self) -> AsyncIterator[AsyncConnection]:
        """Give a connection.

        Raises:
            Unavailable: the database cannot be used.
        """
        async with self.turn(), self.engine.connect() as connection:
            self.ask()  # somebody may have found out meanwhile
            yield connection

    @contextlib.asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Have one's turn at the database.

        Raises:
            Unavailable: the database cannot be used.
        """
        self.ask()
        with self.outage.noticed():
            await self._wait_in_line()
            try:
                self.ask()  # whoever had it before may have found out
                yield
            finally:
                self._leave_line()

    @contextlib.asynccontextmanager
    async def in_line(self) -> AsyncIterator[None]:
        """Wait, where one can be at the database at a time only, until nobody else is.

        Raises:
            TimeoutError: that takes too long.
        """
        await self._wait_in_line()
        try:
            yield
        finally:
            self._leave_line()

    async def _wait_in_line(self) -> None:
        """Wait as `in_line` does."""
        if self.patience is None:
            return
        self.there += 1
        try:
            if self.there == 1:
                await self.line.acquire()  # at once
            else:
                async with asyncio.timeout(self.patience):
                    await self.line.acquire()
        except BaseException:
            self.there -= 1
            raise

    def _leave_line(self) -> None:
        """Let the next one have their turn."""
        if self.patience is not None:
            self.line.release()
            self.there -= 1

    def ask(self) -> None:
        """Let through who may try."""
        if self.asks:
            self.outage.check()

    async def dispose(self) -> None:
        """Close all connections."""
        await self.engine.dispose()


def is_outage(error: BaseException) -> bool:
    """Say whether an error means that the database cannot be used, whatever is asked of it.

    Examples:
        >>> is_outage(ConnectionRefusedError()), is_outage(ValueError())
        (True, False)
    """
    if not isinstance(error, DBAPIError):
        return isinstance(error, OSError | PoolTimeout)  # TimeoutError is an OSError
    if error.connection_invalidated:
        return True
    cause = root(error)
    if isinstance(cause, sqlite3.Error):
        code = getattr(cause, "sqlite_errorcode", None)
        return code is not None and code & 0xFF in SQLITE
    return str(getattr(cause, "sqlstate", None) or "").startswith(POSTGRES)


def root(error: BaseException) -> BaseException:
    """Return what the driver itself has raised."""
    if isinstance(error, DBAPIError) and error.orig is not None:
        error = error.orig
    cause = error.__cause__
    return error if cause is None or isinstance(error, sqlite3.Error | OSError) else cause


def reason(error: BaseException) -> str:
    """Return what the driver says, in one line."""
    error = root(error)
    said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return said.strip().split("\n")[0] or type(error).__name__
