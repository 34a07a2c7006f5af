"""Keeping entries: those that come in while others are being committed are committed together.

A commit costs the same for one entry as for twenty, so that a server under load commits fewer times, not later and later. What
is done in several games within a moment waits for one commit.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, cast

from sqlalchemy import Table, bindparam, insert, update
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import IntegrityError

from kingdoms.server.database import Database
from kingdoms.server.game.clocks import Times
from kingdoms.server.game.entries import StoredEntry
from kingdoms.server.tables import EntryRow, GameRow

MOST_AT_ONCE = 100
"""How many entries are committed together at most."""
MIN_INTERVAL = 0.01
"""Seconds between two commits of different games: nobody notices so short a wait, and more entries come together.

A game that goes on alone, as when bots play, does not wait.
"""

# the statements of every action, made once
ADD_ENTRY = insert(cast("Table", EntryRow.__table__))
# what indexes are made of is written only where it changes: SQLite would write them, too, each time
SET_TURN = (
    update(cast("Table", GameRow.__table__))
    .where(GameRow.id == bindparam("which"))
    .values(to_move=bindparam("asked"), moved=bindparam("at"))
)
END = update(cast("Table", GameRow.__table__)).where(GameRow.id == bindparam("which")).values(status=bindparam("stands"))
SET_CLOCKS = (
    update(cast("Table", GameRow.__table__))
    .where(GameRow.id == bindparam("which"))
    .values(clocks=bindparam("stand"), wakes=bindparam("falls"))
)


class Taken(Exception):
    """Another process, or another click, has already been that number."""


# the same as SQLite's driver takes them
SQLITE_ADD_ENTRY, SQLITE_SET_TURN, SQLITE_SET_CLOCKS, SQLITE_END = (
    str(each.compile(dialect=sqlite.dialect(paramstyle="named"))) for each in (ADD_ENTRY, SET_TURN, SET_CLOCKS, END)
)


@dataclass(eq=False)
class PendingEntry:
    """An entry that somebody waits for to be kept; `to_move` is who is asked after it, None when the game is over."""

    game_id: str
    entry: StoredEntry
    to_move: str | None
    committed: asyncio.Future[None]


class Commits:
    """Commits entries, several at a time.

    Args:
        database: where to.
        notify: called within a transaction with the ids of the games that have changed.
    """

    def __init__(self, database: Database, notify: Callable[..., Awaitable[None]]) -> None:
        self.database = database
        self.notify = notify
        self.waiting: list[PendingEntry] = []
        self.task: asyncio.Task[None] | None = None
        self.last_commit = 0.0
        self.games: set[str] = set()

    async def add(self, game_id: str, entry: StoredEntry, to_move: str | None) -> None:
        """Keep an entry; when this returns, it is committed.

        Raises:
            Taken: there is an entry of this number, or one that the client has sent under the same id.
        """
        committed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.append(PendingEntry(game_id, entry, to_move, committed))
        if self.task is None or self.task.done():
            self.task = asyncio.create_task(self._work())
        await committed

    async def finish(self) -> None:
        """Wait until nothing is being committed any more."""
        if self.task is not None:
            await asyncio.gather(self.task, return_exceptions=True)

    async def _work(self) -> None:
        """Commit until nothing waits."""
        loop = asyncio.get_running_loop()
        while self.waiting:
            pause = self.last_commit + MIN_INTERVAL - loop.time()
            if pause > 0 and {each.game_id for each in self.waiting} != self.games:
                await asyncio.sleep(pause)
            together, self.waiting = self.waiting[:MOST_AT_ONCE], self.waiting[MOST_AT_ONCE:]
            self.last_commit, self.games = loop.time(), {each.game_id for each in together}
            try:
                await self._commit(together)
            except IntegrityError:
                for each in together:
                    await self._commit_alone(each)
            except BaseException as error:
                for each in together:
                    _settle(each, error)
                if not isinstance(error, Exception):
                    raise

    async def _commit_alone(self, each: PendingEntry) -> None:
        """Commit one entry, since one of those it came with cannot be."""
        try:
            await self._commit([each])
        except IntegrityError:
            _settle(each, Taken())
        except Exception as error:
            _settle(each, error)

    async def _commit(self, together: list[PendingEntry]) -> None:
        """Commit entries in one transaction, in the same order at each server, so that none waits for the other in a circle."""
        together = sorted(together, key=lambda each: each.game_id)
        entries, turns = [row_of(each.game_id, each.entry) for each in together], [_turn_values(each) for each in together]
        clocks = [_clock_values(each) for each in together if each.entry.clocks is not None]
        ended = [{"which": each.game_id, "stands": "over"} for each in together if each.to_move is None]
        if self.database.dialect == "sqlite":

            def write(connection: sqlite3.Connection) -> None:
                connection.executemany(SQLITE_ADD_ENTRY, entries)
                connection.executemany(SQLITE_SET_TURN, turns)
                if clocks:
                    connection.executemany(SQLITE_SET_CLOCKS, clocks)
                if ended:
                    connection.executemany(SQLITE_END, ended)

            await self.database.write_at_once(write)
        else:
            async with self.database.engine.begin() as connection:
                await connection.execute(ADD_ENTRY, entries)
                await connection.execute(SET_TURN, turns)
                if clocks:
                    await connection.execute(SET_CLOCKS, clocks)
                if ended:
                    await connection.execute(END, ended)
                await self.notify(connection, *(each.game_id for each in together))
        for each in together:
            _settle(each, None)


def _turn_values(each: PendingEntry) -> dict[str, Any]:
    """Return who is asked after an entry, and since when."""
    return {"which": each.game_id, "asked": each.to_move, "at": each.entry.at}


def _clock_values(each: PendingEntry) -> dict[str, Any]:
    """Return how an entry leaves the clocks of its game, and when a server has to look at them."""
    text = str(each.entry.clocks)
    return {"which": each.game_id, "stand": text, "falls": Times.read(text).expires}


def row_of(game_id: str, entry: StoredEntry) -> dict[str, Any]:
    """Return an entry as a row of the database."""
    return {"game_id": game_id} | {name: getattr(entry, name) for name in StoredEntry.__slots__}


def _settle(each: PendingEntry, error: BaseException | None) -> None:
    """Tell whoever waits for an entry what came of it."""
    if each.committed.done():
        return
    if error is None:
        each.committed.set_result(None)
    else:
        each.committed.set_exception(error)
