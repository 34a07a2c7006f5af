"""Writing to SQLite a whole transaction at a time, in a thread that has nothing else to do."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import threading
from collections.abc import Callable
from dataclasses import dataclass
from queue import SimpleQueue

Work = Callable[[sqlite3.Connection], None]


@dataclass(eq=False, slots=True)
class Order:
    """What a scribe is to do in one transaction, and how whoever has ordered it hears that it is done.

    That takes a third of what an executor of the standard library takes for it.
    """

    work: Work
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[None]

    def report(self, error: BaseException | None) -> None:
        """Say, from the scribe's thread, that it is done, or what has gone wrong."""
        with contextlib.suppress(RuntimeError):  # nobody waits any more: the loop is closed
            self.loop.call_soon_threadsafe(self._settle, error)

    def _settle(self, error: BaseException | None) -> None:
        """Let whoever waits go on."""
        if self.done.done():
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)


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
        self.orders: SimpleQueue[Order | None] = SimpleQueue()
        self.thread: threading.Thread | None = None
        self.connection: sqlite3.Connection | None = None

    async def write(self, work: Work) -> None:
        """Do something in one transaction.

        Raises:
            sqlite3.Error: nothing has been written.
        """
        if self.thread is None:
            # what is not written when the program ends without `close` is as if it had been killed
            self.thread = threading.Thread(target=self._obey, name="scribe", daemon=True)
            self.thread.start()
        loop = asyncio.get_running_loop()
        order = Order(work, loop, loop.create_future())
        self.orders.put(order)
        await order.done

    async def close(self) -> None:
        """Close the connection, and end the thread."""
        if self.thread is not None:
            self.orders.put(None)
            await asyncio.to_thread(self.thread.join)
            self.thread = None

    def _obey(self) -> None:
        """Carry out orders, one after the other."""
        while (order := self.orders.get()) is not None:
            error: BaseException | None = None
            try:
                self._transact(order.work)
            except BaseException as raised:  # whoever waits for it is told
                error = raised
            order.report(error)
        self._let_go()

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
