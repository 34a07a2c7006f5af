"""Group commits of entries."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import orjson
from sqlalchemy import Table, bindparam, insert, update
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import IntegrityError

from kingdoms.server.batches import Batches
from kingdoms.server.database import Database
from kingdoms.server.game.clocks import Times
from kingdoms.server.game.entries import StoredEntry
from kingdoms.server.tables import EntryRow, GameRow

MIN_INTERVAL = 0.02
"""Seconds between two commits of different games, to collect more entries for each.

The entries of a single game, for example between bots, do not wait.
"""

# the statements for every action, built once
ADD_ENTRY = insert(cast("Table", EntryRow.__table__))
# indexed columns are set by statements of their own: SQLite rewrites an index even if the value is unchanged
SET_TURN = (
    update(cast("Table", GameRow.__table__))
    .where(GameRow.id == bindparam("which"))
    .values(to_move=bindparam("asked"), moved=bindparam("at"))
)
END = update(cast("Table", GameRow.__table__)).where(GameRow.id == bindparam("which")).values(status=bindparam("stands"))
SET_CLOCKS = (
    update(cast("Table", GameRow.__table__))
    .where(GameRow.id == bindparam("which"))
    .values(clocks=bindparam("stand"), wakes=bindparam("expires"))
)


class Taken(Exception):
    """Another server, or another request, has written an entry with this number first."""


ENTRY_COLUMNS = tuple(EntryRow.__table__.columns.keys())
SQLITE_ADD_ENTRIES = "INSERT INTO entries ({}) SELECT {} FROM json_each(?)".format(
    ", ".join(f'"{name}"' for name in ENTRY_COLUMNS),
    ", ".join(f"json_extract(value, '$[{place}]')" for place in range(len(ENTRY_COLUMNS))),
)
"""Inserts any number of entries in one statement, while the event loop runs. Row by row, it would be blocked at each, and each
time the thread would have to wait for the interpreter."""
SQLITE_SET_TURNS, SQLITE_SET_CLOCKS = (
    f"UPDATE games SET {one} = json_extract(value, '$[1]'), {other} = json_extract(value, '$[2]') "
    "FROM json_each(?) WHERE games.id = json_extract(value, '$[0]')"
    for one, other in (("to_move", "moved"), ("clocks", "wakes"))
)
"""The same statements as above for any number of games."""
SQLITE_END = str(END.compile(dialect=sqlite.dialect(paramstyle="named")))


@dataclass(eq=False)
class PendingEntry:
    """An entry that waits for its commit; `to_move` is the seat to move after it, None if the game is over."""

    game_id: str
    entry: StoredEntry
    to_move: str | None


class Commits:
    """Commits entries in groups.

    Args:
        database: the database.
        notify: called within a transaction with the ids of the changed games.
    """

    def __init__(self, database: Database, notify: Callable[..., Awaitable[None]]) -> None:
        self.database = database
        self.notify = notify
        self.batches = Batches(self._commit, self._pause)
        self.last_commit = 0.0
        self.games: set[str] = set()

    async def add(self, game_id: str, entry: StoredEntry, to_move: str | None) -> None:
        """Add an entry, and return after its commit.

        Raises:
            Taken: there is an entry with this number, or from the same client with the same id.
        """
        try:
            await self.batches.add(PendingEntry(game_id, entry, to_move))
        except IntegrityError:
            raise Taken from None

    def _pause(self, waiting: list[PendingEntry]) -> float:
        """Return the seconds until the next commit."""
        alone = {each.game_id for each in waiting} == self.games
        return 0.0 if alone else self.last_commit + MIN_INTERVAL - asyncio.get_running_loop().time()

    async def _commit(self, together: list[PendingEntry]) -> None:
        """Commit entries in one transaction, sorted by game: otherwise two servers could deadlock."""
        self.last_commit, self.games = asyncio.get_running_loop().time(), {each.game_id for each in together}
        together = sorted(together, key=lambda each: each.game_id)
        entries, turns = [row_of(each.game_id, each.entry) for each in together], [_turn_values(each) for each in together]
        clocks = [_clock_values(each) for each in together if each.entry.clocks is not None]
        ended = [{"which": each.game_id, "stands": "over"} for each in together if each.to_move is None]
        if self.database.dialect == "sqlite":
            texts = as_json(entries, ENTRY_COLUMNS), as_json(turns), as_json(clocks)

            def write(connection: sqlite3.Connection) -> None:
                connection.execute(SQLITE_ADD_ENTRIES, texts[:1])
                connection.execute(SQLITE_SET_TURNS, texts[1:2])
                if clocks:
                    connection.execute(SQLITE_SET_CLOCKS, texts[2:])
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


def _turn_values(each: PendingEntry) -> dict[str, Any]:
    """Return the parameters of `SET_TURN` for an entry."""
    return {"which": each.game_id, "asked": each.to_move, "at": each.entry.at}


def _clock_values(each: PendingEntry) -> dict[str, Any]:
    """Return the parameters of `SET_CLOCKS` for an entry."""
    text = str(each.entry.clocks)
    return {"which": each.game_id, "stand": text, "expires": Times.read(text).expires}


def as_json(rows: Sequence[Mapping[str, Any]], columns: Sequence[str] | None = None) -> str:
    """Return rows as the parameter of a statement with `json_each`: the values of columns, by default of all in their order."""
    return orjson.dumps([[row[name] for name in columns or row] for row in rows]).decode()


def row_of(game_id: str, entry: StoredEntry) -> dict[str, Any]:
    """Return the row of an entry."""
    return {"game_id": game_id} | {name: getattr(entry, name) for name in StoredEntry.__slots__}
