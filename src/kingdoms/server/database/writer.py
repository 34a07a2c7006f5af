"""A thread that writes to SQLite, one whole transaction at a time."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import threading
from collections.abc import Callable
from dataclasses import dataclass
from queue import SimpleQueue

from kingdoms.server.base.batches import settle

Work = Callable[[sqlite3.Connection], None]


@dataclass(eq=False, slots=True)
class Transaction:
    """A transaction for the thread, and a future for its caller.

    It takes a third of the time that an executor of the standard library takes.
    """

    work: Work
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[None]

    def report(self, error: BaseException | None) -> None:
        """Report the result from the thread: None, or an error."""
        with contextlib.suppress(RuntimeError):  # the loop is closed: there is no caller
            self.loop.call_soon_threadsafe(settle, self.future, error)


class SqliteWriter:
    """A thread with its own connection to SQLite.

    SQLAlchemy switches to a thread and back for each statement, which costs several times the time of the write. Here, a whole
    transaction takes one switch. Callers must prevent concurrent writes.

    Args:
        open_file: opens the database; called in the thread.

    Examples:
        >>> async def write_a_row() -> int:
        ...     writer = SqliteWriter(lambda: sqlite3.connect(":memory:", isolation_level=None))
        ...     await writer.write(lambda connection: connection.execute("CREATE TABLE t (x)") and None)
        ...     rows: list[int] = []
        ...     await writer.write(lambda connection: rows.extend(connection.execute("SELECT count(*) FROM t").fetchone()))
        ...     await writer.close()
        ...     return rows[0]
        >>> asyncio.run(write_a_row())
        0
    """

    def __init__(self, open_file: Callable[[], sqlite3.Connection]) -> None:
        self.open_file = open_file
        self.queue: SimpleQueue[Transaction | None] = SimpleQueue()
        self.thread: threading.Thread | None = None
        self.connection: sqlite3.Connection | None = None

    async def write(self, work: Work) -> None:
        """Execute a function in one transaction.

        Raises:
            sqlite3.Error: nothing has been written.
        """
        if self.thread is None:
            # a daemon: if the program ends without `close`, pending work is lost as in a crash
            self.thread = threading.Thread(target=self._run, name="writer", daemon=True)
            self.thread.start()
        loop = asyncio.get_running_loop()
        transaction = Transaction(work, loop, loop.create_future())
        self.queue.put(transaction)
        await transaction.future

    async def close(self) -> None:
        """Close the connection, and end the thread."""
        if self.thread is not None:
            self.queue.put(None)
            await asyncio.to_thread(self.thread.join)
            self.thread = None

    def _run(self) -> None:
        """Execute transactions one after the other; the body of the thread."""
        while (transaction := self.queue.get()) is not None:
            error: BaseException | None = None
            try:
                self._execute(transaction.work)
            except BaseException as raised:  # reported to the caller
                error = raised
            transaction.report(error)
        self._close()

    def _execute(self, work: Work) -> None:
        """Execute a function in a transaction. After an error, the connection is closed and opened again by the next call."""
        if self.connection is None:
            self.connection = self.open_file()
        try:
            self.connection.execute("BEGIN IMMEDIATE")
            work(self.connection)
            self.connection.execute("COMMIT")
        except sqlite3.IntegrityError:
            self.connection.rollback()
            raise
        except BaseException:
            self._close()
            raise

    def _close(self) -> None:
        """Close the connection, which rolls back an open transaction."""
        connection, self.connection = self.connection, None
        if connection is not None:
            with contextlib.suppress(sqlite3.Error):
                connection.close()
