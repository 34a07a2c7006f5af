"""Group commits of entries."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import orjson
from sqlalchemy import Table, insert
from sqlalchemy.exc import IntegrityError

from kingdoms.server.base.batches import Batches
from kingdoms.server.database.engine import Database
from kingdoms.server.database.listen import CHANNEL
from kingdoms.server.database.tables import EntryRow
from kingdoms.table.base.errors import EntryCollision
from kingdoms.table.game.clocks import Times
from kingdoms.table.game.entries import StoredEntry

MIN_INTERVAL = 0.02
"""Seconds between two commits of different games, to collect more entries for each.

The entries of a single game, for example between bots, do not wait.
"""

ADD_ENTRY = insert(cast("Table", EntryRow.__table__))
ENTRY_COLUMNS = tuple(EntryRow.__table__.columns.keys())
_COLUMNS = ", ".join(f'"{name}"' for name in ENTRY_COLUMNS)
SQLITE_ADD_ENTRIES = "INSERT INTO entries ({}) SELECT {} FROM json_each(?)".format(
    _COLUMNS, ", ".join(f"json_extract(value, '$[{place}]')" for place in range(len(ENTRY_COLUMNS)))
)
"""Inserts any number of entries in one statement, while the event loop runs. Row by row, it would be blocked at each, and each
time the thread would have to wait for the interpreter."""
# indexed columns are set by statements of their own: SQLite rewrites an index even if the value is unchanged
SQLITE_SET_TURNS, SQLITE_SET_CLOCKS = (
    f"UPDATE games SET {column} = json_extract(value, '$[1]'), {with_column} = json_extract(value, '$[2]') "
    "FROM json_each(?) WHERE games.id = json_extract(value, '$[0]')"
    for column, with_column in (("to_move", "moved"), ("clocks", "wakes"))
)
SQLITE_END = "UPDATE games SET status = 'over' WHERE id IN (SELECT value FROM json_each(?))"
POSTGRES_COMMIT = f"""
WITH given AS (
    SELECT * FROM json_to_recordset(CAST($1 AS text)::json) AS row (
        game_id text, number integer, "by" text, action text, call text, undo integer, client_id text, at double precision,
        clocks text, to_move text, wakes double precision)
), added AS (
    INSERT INTO entries ({_COLUMNS}) SELECT {_COLUMNS} FROM given ORDER BY game_id RETURNING game_id
), changed AS (
    UPDATE games SET
        to_move = given.to_move, moved = given.at, status = CASE WHEN given.to_move IS NULL THEN 'over' ELSE status END,
        clocks = coalesce(given.clocks, games.clocks),
        wakes = CASE WHEN given.clocks IS NULL THEN games.wakes ELSE given.wakes END
    FROM added JOIN given USING (game_id) WHERE games.id = added.game_id
)
SELECT pg_notify('{CHANNEL}', payload) FROM unnest(CAST($2 AS text[])) AS payload
"""
"""Writes any number of entries, updates their games and notifies other servers: one exchange with the database in place of six.

Entries are inserted in the order of their games, and before the games are updated, so two servers cannot deadlock."""


@dataclass(eq=False)
class PendingEntry:
    """An entry that waits for its commit; `to_move` is the seat to move after it, None if the game is over."""

    game_id: str
    entry: StoredEntry
    to_move: str | None

    @property
    def wakes(self) -> float | None:
        """When the running clock is up."""
        return None if self.entry.clocks is None else Times.read(self.entry.clocks).expires


class Commits:
    """Commits entries in groups.

    Args:
        sender: the id of this server in notices to others, which contain the entries.
    """

    def __init__(self, database: Database, sender: str = "") -> None:
        self.database = database
        self.sender = sender
        self.batches = Batches(self._commit, self._pause)
        self.last_commit = 0.0
        self.games: set[str] = set()

    async def add(self, game_id: str, entry: StoredEntry, to_move: str | None) -> None:
        """Add an entry, and return after its commit.

        Raises:
            EntryCollision: there is an entry with this number, or from the same client with the same id.
        """
        try:
            await self.batches.add(PendingEntry(game_id, entry, to_move))
        except IntegrityError:
            raise EntryCollision from None

    def _pause(self, waiting: list[PendingEntry]) -> float:
        """Return the seconds until the next commit."""
        alone = {pending.game_id for pending in waiting} == self.games
        return 0.0 if alone else self.last_commit + MIN_INTERVAL - asyncio.get_running_loop().time()

    async def _commit(self, together: list[PendingEntry]) -> None:
        """Commit entries in one transaction, sorted by game."""
        self.last_commit, self.games = asyncio.get_running_loop().time(), {pending.game_id for pending in together}
        together = sorted(together, key=lambda pending: pending.game_id)
        if self.database.is_shared:
            rows = [
                row_of(pending.game_id, pending.entry) | {"to_move": pending.to_move, "wakes": pending.wakes}
                for pending in together
            ]
            notices = [f"{self.sender} {entry_notice(pending.game_id, pending.entry)}" for pending in together]
            await self.database.execute_at_once(POSTGRES_COMMIT, orjson.dumps(rows).decode(), notices)
            return
        entries = as_json([row_of(pending.game_id, pending.entry) for pending in together], ENTRY_COLUMNS)
        turns = _pack([pending.game_id, pending.to_move, pending.entry.at] for pending in together)
        clocks = [
            [pending.game_id, pending.entry.clocks, pending.wakes] for pending in together if pending.entry.clocks is not None
        ]
        ended = [pending.game_id for pending in together if pending.to_move is None]

        def write(connection: sqlite3.Connection) -> None:
            connection.execute(SQLITE_ADD_ENTRIES, (entries,))
            connection.execute(SQLITE_SET_TURNS, (turns,))
            if clocks:
                connection.execute(SQLITE_SET_CLOCKS, (_pack(clocks),))
            if ended:
                connection.execute(SQLITE_END, (_pack(ended),))

        await self.database.write_at_once(write)


def entry_notice(game_id: str, entry: StoredEntry) -> str:
    """Return the subject of a notice that an entry, and nothing else, was added to a game.

    Examples:
        >>> entry_notice("abc", StoredEntry(1, 0.0, "N", "pass"))
        'abc [1,0.0,"N","pass",null,null,null,null]'
    """
    return f"{game_id} {_pack(getattr(entry, name) for name in StoredEntry.__slots__)}"


def entry_of(notice: str) -> StoredEntry | None:
    """Return the entry in the subject of a notice; None if it tells of any other change.

    Examples:
        >>> entry_of(entry_notice("abc", StoredEntry(1, 0.0, "N", "pass"))).action, entry_of("abc")
        ('pass', None)
    """
    entry = notice.partition(" ")[2]
    return StoredEntry(*orjson.loads(entry)) if entry else None


def _pack(values: Iterable[Any]) -> str:
    return orjson.dumps(list(values)).decode()


def as_json(rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> str:
    """Return columns of rows as the parameter of a statement with `json_each`."""
    return _pack([row[name] for name in columns] for row in rows)


def row_of(game_id: str, entry: StoredEntry) -> dict[str, Any]:
    """Return the row of an entry."""
    return {"game_id": game_id} | {name: getattr(entry, name) for name in StoredEntry.__slots__}
