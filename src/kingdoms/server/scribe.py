"""Writing to SQLite a whole transaction at a time, in a thread that has nothing else to do."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

Work = Callable[[sqlite3.Connection], None]


class Scribe:
    """A thread with a connection of its own.

    Through SQLAlchemy each statement goes to a thread and back, which costs several times what the writing does; here all of a
    transaction is done in one visit. Whoever calls sees to it that nobody else writes meanwhile.

    Args:
        open_file: opens the database, in the thread.

    Examples:
        >>> async def write_a_row() -> int:
        ...     scribe = Scribe(lambda: sqlite3.connect(":memory:", isolation_level=None))
        ...     await scribe.write(lambda connection: connection.execute("CREATE TABLE t (x)") and None)
        ...     rows: list[int] = []
        ...     await scribe.write(lambda connection: rows.extend(connection.execute("SELECT count(*) FROM t").fetchone()))
        ...     await scribe.close()
        ...     return rows[0]
        >>> asyncio.run(write_a_row())
        0
    """

    def __init__(self, open_file: Callable[[], sqlite3.Connection]) -> None:
        self.open_file = open_file
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="scribe")
        self.connection: sqlite3.Connection | None = None

    async def write(self, work: Work) -> None:
        """Do something in one transaction.

        Raises:
            sqlite3.Error: nothing has been written.
        """
        await asyncio.get_running_loop().run_in_executor(self.thread, self._transact, work)

    async def close(self) -> None:
        """Close the connection, and end the thread."""
        await asyncio.get_running_loop().run_in_executor(self.thread, self._let_go)
        self.thread.shutdown()

    def _transact(self, work: Work) -> None:
        """Begin, work and commit; a connection that fails is opened anew the next time."""
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
            self._let_go()
            raise

    def _let_go(self) -> None:
        """Close the connection; what it has not committed is as if it had not been."""
        connection, self.connection = self.connection, None
        if connection is not None:
            with contextlib.suppress(sqlite3.Error):
                connection.close()
