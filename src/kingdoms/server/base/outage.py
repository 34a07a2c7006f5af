"""Outages of the database: requests get a 503 error, and the log has one line at the beginning and one at the end."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from kingdoms.table.base.background import log_errors
from kingdoms.table.base.errors import Unavailable

logger = logging.getLogger("kingdoms.server")

SHORTEST_PAUSE, LONGEST_PAUSE = 0.25, 5.0
"""Pauses between two attempts to write, in seconds."""
RECENT = 60.0
"""An outage within this many seconds of the last one continues with its pauses."""

SQLITE = frozenset({
    sqlite3.SQLITE_PERM, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_NOTADB,
})  # fmt: skip
"""SQLite's errors that are about the file and not about a statement."""
POSTGRES = ("08", "53", "57", "58", "25006", "55P03", "XX001", "XX002")
"""PostgreSQL's error codes about the server, by prefix: connections, resources, operators, the system, read-only mode."""
FAILURES = (OSError, SQLAlchemyError, Unavailable)
"""What a database raises that cannot be opened."""


class Outage:
    """Knows whether the database is available, and retries during an outage until it is.

    Args:
        write: writes to the database without a check here; fails during an outage.
    """

    def __init__(self, write: Callable[[], Awaitable[None]]) -> None:
        self.write = write
        self.start: float | None = None
        self.last_end = -RECENT
        self.last_write = -RECENT
        self.pause = SHORTEST_PAUSE
        self.retry_task: asyncio.Task[None] | None = None
        self.when_over: Callable[[], Awaitable[None]] | None = None

    def check(self) -> None:
        """Raise an error during an outage.

        Raises:
            Unavailable: there is an outage.
        """
        if self.start is not None:
            raise Unavailable

    @contextlib.contextmanager
    def detect(self) -> Iterator[None]:
        """Begin an outage if an error in the context means that the database is not available.

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
        """Begin an outage, and retry until it is over."""
        if self.start is not None:
            return
        self.start = time.monotonic()
        if self.start - self.last_end > RECENT:
            self.pause = SHORTEST_PAUSE
        logger.error("the database is unavailable; requests that need it get a 503 error: %s", reason(error))
        self.retry_task = asyncio.create_task(self._retry())

    async def _retry(self) -> None:
        """Retry until a write succeeds, with growing pauses; then log the end of the outage."""
        while self.start is not None:
            await asyncio.sleep(self.pause)
            self.pause = min(LONGEST_PAUSE, 2 * self.pause)
            try:
                await self.write()
            except Exception as error:
                if not is_outage(error):
                    logger.exception("an unexpected error of the database")
                continue
            logger.warning("the database is available again, after %.1f seconds", time.monotonic() - self.start)
            self.start, self.last_end = None, time.monotonic()
        if self.when_over is not None:
            with log_errors(logger, "some work could not be resumed after the outage of the database"):
                await self.when_over()

    async def stop(self) -> None:
        """Stop retrying."""
        if self.retry_task is not None:
            self.retry_task.cancel()
            await asyncio.gather(self.retry_task, return_exceptions=True)


class WatchedEngine:
    """An engine of SQLAlchemy's whose failures are registered as outages; only `begin` and `connect` are wrapped.

    Args:
        fails_fast: whether to fail at once during an outage, instead of waiting for a timeout.
        lock_timeout: the time limit for the lock that serialises writers, in seconds; None if there is no lock.

    Attributes:
        before_commit: called with the connection of each transaction of `begin` before it is committed.
    """

    def __init__(self, engine: AsyncEngine, outage: Outage, *, fails_fast: bool, lock_timeout: float | None = None) -> None:
        self.engine = engine
        self.sync_engine = engine.sync_engine
        self.outage = outage
        self.fails_fast = fails_fast
        self.lock_timeout = lock_timeout
        self.lock = asyncio.Lock()
        self.users = 0
        self.before_commit: tuple[Callable[[AsyncConnection], Awaitable[None]], ...] = ()

    @contextlib.asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """Open a connection with a transaction, which is committed at the end.

        Raises:
            Unavailable: the database is not available; nothing has been written, unless only the answer to the commit was lost.
        """
        async with self.connect() as connection:
            with self.outage.detect():
                async with connection.begin():
                    yield connection
                    for write in self.before_commit:
                        await write(connection)
        self.outage.last_write = time.monotonic()

    @contextlib.asynccontextmanager
    async def connect(self) -> AsyncIterator[AsyncConnection]:
        """Open a connection.

        Raises:
            Unavailable: the database is not available.
        """
        async with self.use(), self.engine.connect() as connection:
            self.check()  # the outage may have begun while waiting
            yield connection

    @contextlib.asynccontextmanager
    async def use(self) -> AsyncIterator[None]:
        """Hold the lock that serialises writers, if there is one.

        Raises:
            Unavailable: the database is not available.
        """
        self.check()
        with self.outage.detect():
            await self._acquire()
            try:
                self.check()  # the last holder of the lock may have found an outage
                yield
            finally:
                self._release()

    @contextlib.asynccontextmanager
    async def hold_lock(self) -> AsyncIterator[None]:
        """Hold the lock that serialises writers, without a check for an outage.

        Raises:
            TimeoutError: the lock was not free in time.
        """
        await self._acquire()
        try:
            yield
        finally:
            self._release()

    async def _acquire(self) -> None:
        """Acquire the lock, as `hold_lock` does."""
        if self.lock_timeout is None:
            return
        self.users += 1
        try:
            if self.users == 1:
                await self.lock.acquire()  # without a timeout, which costs time
            else:
                async with asyncio.timeout(self.lock_timeout):
                    await self.lock.acquire()
        except BaseException:
            self.users -= 1
            raise

    def _release(self) -> None:
        if self.lock_timeout is not None:
            self.lock.release()
            self.users -= 1

    def check(self) -> None:
        """Raise an error during an outage, if this engine fails at once."""
        if self.fails_fast:
            self.outage.check()

    async def dispose(self) -> None:
        """Close all connections."""
        await self.engine.dispose()


def is_outage(error: BaseException) -> bool:
    """Return whether an error means that the database is not available, for any statement.

    Examples:
        >>> is_outage(ConnectionRefusedError()), is_outage(ValueError())
        (True, False)
    """
    if not isinstance(error, DBAPIError):
        return isinstance(error, OSError | PoolTimeout)  # TimeoutError is an OSError
    if error.connection_invalidated:
        return True
    cause = driver_error(error)
    if isinstance(cause, sqlite3.Error):
        code = getattr(cause, "sqlite_errorcode", None)
        return code is not None and code & 0xFF in SQLITE
    return str(getattr(cause, "sqlstate", None) or "").startswith(POSTGRES)


def driver_error(error: BaseException) -> BaseException:
    """Return the error that the driver raised."""
    if isinstance(error, DBAPIError) and error.orig is not None:
        error = error.orig
    cause = error.__cause__
    return error if cause is None or isinstance(error, sqlite3.Error | OSError) else cause


def reason(error: BaseException) -> str:
    """Return the driver's message, in one line."""
    error = driver_error(error)
    message = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return message.strip().split("\n")[0] or type(error).__name__
