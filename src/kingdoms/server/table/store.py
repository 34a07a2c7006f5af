"""Games in the database: their rows, seats and entries. Nothing here knows the rules."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict, fields
from typing import Any

from sqlalchemy import ColumnElement, bindparam, delete, exists, insert, select, update
from sqlalchemy.exc import IntegrityError

from kingdoms.server.database.engine import Database, execute_count
from kingdoms.server.database.tables import IS_WHOLE, PARTIAL, EntryRow, GameRow, LinkRow, SeatRow
from kingdoms.server.table.commits import ADD_ENTRY, Commits, row_of
from kingdoms.server.table.parts import PartialGames, add_entries
from kingdoms.table.base.errors import EntryCollision
from kingdoms.table.game.clocks import Times
from kingdoms.table.game.entries import Header, StoredEntry, TableSeat, holder_name
from kingdoms.table.service.home import PART

Notify = Callable[..., Awaitable[Any]]
"""Notifies other servers, within the transaction of a connection, of changed games: `notify(connection, *game_ids)`."""


class Store:
    """Games in the database.

    Args:
        sender: the id of this server in notices.
    """

    def __init__(self, database: Database, notify: Notify, sender: str = "") -> None:
        self.database = database
        self.notify = notify
        self.commits = Commits(database, sender)
        self.parts = PartialGames(database)

    async def create(
        self,
        header: Header,
        seats: Sequence[TableSeat],
        entries: Sequence[StoredEntry],
        to_move: str | None,
        rematch_of: str | None = None,
    ) -> None:
        """Insert a game. A long game is inserted in parts, and is invisible until it is complete.

        Args:
            to_move: the seat to move, or "chance"; None if the game is over.
            rematch_of: the game before it. Tokens of programs then open the new game.

        Raises:
            EntryCollision: the game before it has a rematch already. The new game stays invisible.
        """
        moved, is_long = header.started or header.created, len(entries) > PART
        wakes = header.deadline if header.clocks is None else Times.read(header.clocks).expires
        row = asdict(header) | {"to_move": to_move, "moved": moved, "wakes": wakes, "seen": header.created}
        if is_long:
            await self.database.execute(insert(GameRow).values(**row | {"status": PARTIAL, "wakes": None}))
            await self.parts.write(header.id, entries)
        async with self.database.engine.begin() as connection:
            if rematch_of is not None:
                free = update(GameRow).where(GameRow.id == rematch_of, GameRow.rematch.is_(None)).values(rematch=header.id)
                if await execute_count(connection, free) != 1:
                    raise EntryCollision
                await connection.execute(update(SeatRow).where(SeatRow.game_id == rematch_of).values(token_hash=None))
                await self.notify(connection, rematch_of)
            if is_long:
                values = {"status": header.status, "wakes": wakes}
                await connection.execute(update(GameRow).where(GameRow.id == header.id).values(**values))
            else:
                await connection.execute(insert(GameRow).values(**row))
                await add_entries(connection, header.id, entries)
            await connection.execute(insert(SeatRow), [{"game_id": header.id, **asdict(seat)} for seat in seats])

    async def load_header(self, game_id: str) -> tuple[Header, dict[str, TableSeat]] | None:
        """Return the header and the seats of a game, or None if the game does not exist."""
        async with self.database.read_engine.connect() as connection:
            query = select(*columns_of(GameRow, Header)).where(GameRow.id == game_id, IS_WHOLE)
            row = (await connection.execute(query)).one_or_none()
            if row is None:
                return None
            header = Header(**row._mapping)
            rows = await connection.execute(select(*columns_of(SeatRow, TableSeat)).where(SeatRow.game_id == game_id))
            seats = {row.seat: TableSeat(**{**row._mapping, "name": holder_name(row)}) for row in rows}
        return header, {seat: seats[seat] for seat in header.seats}

    async def entries_after(self, game_id: str, number: int) -> list[StoredEntry]:
        """Return up to `PART` entries of a game that follow a number."""
        async with self.database.read_engine.connect() as connection:
            rows = await connection.execute(ENTRIES_AFTER, {"which": game_id, "after": number})
            return [StoredEntry(*row) for row in rows]

    async def append(self, game_id: str, entry: StoredEntry, to_move: str | None) -> None:
        """Append an entry in a group commit, after which `to_move` is asked; None if the game is over.

        Raises:
            EntryCollision: there is an entry with this number, or from the same client with the same id.
        """
        await self.commits.add(game_id, entry, to_move)

    async def append_with(
        self,
        game_id: str,
        entry: StoredEntry,
        expected: Mapping[str, Any],
        game: Mapping[str, Any],
        seat: Mapping[str, Any] | None,
    ) -> None:
        """Append an entry and update the rows of its game and of a seat, in one transaction.

        Args:
            expected: values that the row of the game must still have.
            seat: new values for the row of a seat, and its name under `seat`.

        Raises:
            EntryCollision: there is an entry with this number, or the row of the game has changed. Nothing is written.
        """
        try:
            async with self.database.engine.begin() as connection:
                await connection.execute(ADD_ENTRY, [row_of(game_id, entry)])  # first, as `Commits` do: no deadlock with them
                if not await execute_count(connection, _update_of_game(game_id, expected, game)):
                    raise EntryCollision
                if seat is not None:
                    own_row = (SeatRow.game_id == game_id, SeatRow.seat == seat["seat"])
                    await connection.execute(update(SeatRow).where(*own_row).values(**seat))
                await self.notify(connection, game_id)
        except IntegrityError:
            raise EntryCollision from None

    async def change_game(self, game_id: str, expected: Mapping[str, Any], **values: Any) -> bool:
        """Update the row of a game if it has the expected values; return whether it had."""
        async with self.database.engine.begin() as connection:
            is_changed = bool(await execute_count(connection, _update_of_game(game_id, expected, values)))
            if is_changed:
                await self.notify(connection, game_id)
            return is_changed

    async def change_seat(
        self, game_id: str, seat: str, *, expected: Mapping[str, Any], begun: Mapping[str, Any] | None = None, **values: Any
    ) -> bool:
        """Update the row of a seat if it has the expected values; return whether it had.

        A new holder of the seat makes all links to it void.

        Args:
            expected: values of its row; `status` is of the row of the game.
            begun: new values for the row of the game if no seat is open any longer.
        """
        status = expected.get("status")
        conditions = [getattr(SeatRow, name) == value for name, value in expected.items() if name != "status"]
        async with self.database.engine.begin() as connection:
            locked = select(GameRow.status).where(GameRow.id == game_id).with_for_update(key_share=True)
            if status not in (None, await connection.scalar(locked)):
                return False
            statement = update(SeatRow).where(SeatRow.game_id == game_id, SeatRow.seat == seat, *conditions).values(**values)
            if not await execute_count(connection, statement):
                return False
            if "visitor_id" in values:
                await connection.execute(delete(LinkRow).where(LinkRow.game_id == game_id, LinkRow.seat == seat))
            if begun is not None:
                is_open = exists().where(SeatRow.game_id == game_id, SeatRow.kind == "open")
                await connection.execute(update(GameRow).where(GameRow.id == game_id, ~is_open).values(**begun))
            await self.notify(connection, game_id)
            return True

    async def delete(self, game_id: str, *conditions: ColumnElement[bool]) -> bool:
        """Delete a game and everything that belongs to it if its row meets the conditions; return whether it did."""
        return await self.parts.delete(game_id, *conditions, notify=self.notify)

    async def announce(self, game_id: str) -> None:
        """Notify other servers that a game, or the presence of its players, has changed."""
        if self.database.is_shared:
            async with self.database.engine.begin() as connection:
                await self.notify(connection, game_id)


def _update_of_game(game_id: str, expected: Mapping[str, Any], values: Mapping[str, Any]) -> Any:
    """Return the UPDATE of the row of a game that has the expected values."""
    conditions = [getattr(GameRow, name).is_not_distinct_from(value) for name, value in expected.items()]
    return update(GameRow).where(GameRow.id == game_id, *conditions).values(**values)


def columns_of(table: Any, kind: type) -> list[Any]:
    """Return the columns of a table for the fields of a data class."""
    return [getattr(table, field.name) for field in fields(kind)]


ENTRIES_AFTER = (
    select(*columns_of(EntryRow, StoredEntry))
    .where(EntryRow.game_id == bindparam("which"), EntryRow.number > bindparam("after"))
    .order_by(EntryRow.number)
    .limit(PART)
)
"""The SELECT of entries, built once."""
