"""Reading and writing games in the database. Nothing here knows the rules."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from typing import Any, cast

from sqlalchemy import ColumnElement, CursorResult, and_, bindparam, case, delete, exists, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from kingdoms.server.database import Database
from kingdoms.server.games.clocks import Times
from kingdoms.server.games.commits import ADD_ENTRY, Commits, Taken, row_of
from kingdoms.server.games.live import Header, Seat, StoredEntry
from kingdoms.server.games.parts import PART, Parts, add_entries
from kingdoms.server.games.rooms import ALIVE, Room, liveliest
from kingdoms.server.games.sightings import Sightings
from kingdoms.server.games.tables import GOING, IS_WHOLE, PARTIAL, EntryRow, GameRow, LinkRow, SeatRow, VisitorRow

LINK_LIVES = 24 * 3600.0
"""Seconds after which a link to a seat is void."""
MOST_ROOMS = 1000
"""How many waiting rooms are looked at for those that are shown."""
AT_A_TIME = 100
"""How many rows are written before others get their turn."""


class Store:
    """Games in the database.

    Args:
        database: the database.
        notify: called within a transaction with the id of a game that has changed, so that other processes hear of it.
    """

    def __init__(self, database: Database, notify: Any) -> None:
        self.database = database
        self.notify = notify
        self.commits = Commits(database, notify)
        self.parts = Parts(database)
        self.sightings = Sightings(database)

    @property
    def is_shared(self) -> bool:
        """Whether other processes may use the same database."""
        return self.database.dialect == "postgresql"

    async def announce(self, game_id: str) -> None:
        """Have other processes hear that a game has changed, or who is at it."""
        if self.is_shared:
            async with self.database.engine.begin() as connection:
                await self.notify(connection, game_id)

    # -- visitors -----------------------------------------------------------------------------------------------------

    async def name_of(self, visitor_id: str) -> str | None:
        """Return the name that a visitor has chosen."""
        async with self.database.read_engine.connect() as connection:
            return cast("str | None", await connection.scalar(select(VisitorRow.name).where(VisitorRow.id == visitor_id)))

    async def set_name(self, visitor_id: str, name: str) -> None:
        """Note the name that a visitor has chosen."""
        async with self.database.engine.begin() as connection:
            known = await connection.execute(update(VisitorRow).where(VisitorRow.id == visitor_id).values(name=name))
            if not known.rowcount:
                await connection.execute(insert(VisitorRow).values(id=visitor_id, name=name, created=time.time()))

    # -- games --------------------------------------------------------------------------------------------------------

    async def create(
        self,
        header: Header,
        seats: Sequence[Seat],
        entries: Sequence[StoredEntry],
        to_move: str | None,
        rematch_of: str | None = None,
    ) -> None:
        """Write a new game; a long one in parts, which nobody sees until it is whole.

        Args:
            header, seats, entries: the game.
            to_move: who is asked in it.
            rematch_of: the game that it follows; tokens of programs lead to the new game then.

        Raises:
            Taken: that game has a rematch already; nothing is to be seen of the new one.
        """
        moved, is_long = header.started or header.created, len(entries) > PART
        wakes = header.deadline if header.clocks is None else Times.read(header.clocks).falls
        around = {"to_move": to_move, "moved": moved, "wakes": wakes, "seen": header.created}
        row = asdict(header) | around
        if is_long:
            async with self.database.engine.begin() as connection:
                await connection.execute(insert(GameRow).values(**row | {"status": PARTIAL, "wakes": None}))
            await self.parts.write(header.id, entries)
        async with self.database.engine.begin() as connection:
            if rematch_of is not None:
                free = update(GameRow).where(GameRow.id == rematch_of, GameRow.rematch.is_(None)).values(rematch=header.id)
                if cast("CursorResult[Any]", await connection.execute(free)).rowcount != 1:
                    raise Taken
                await connection.execute(update(SeatRow).where(SeatRow.game_id == rematch_of).values(token_hash=None))
                await self.notify(connection, rematch_of)
            if is_long:
                whole = {"status": header.status, "wakes": wakes}
                await connection.execute(update(GameRow).where(GameRow.id == header.id).values(**whole))
            else:
                await connection.execute(insert(GameRow).values(**row))
                await add_entries(connection, header.id, entries)
            await connection.execute(insert(SeatRow), [{"game_id": header.id, **asdict(seat)} for seat in seats])

    async def load_header(self, game_id: str) -> tuple[Header, dict[str, Seat]] | None:
        """Return what is around a game, None if there is no such game."""
        async with self.database.read_engine.connect() as connection:
            return await self._load_header(connection, game_id)

    async def _load_header(self, connection: AsyncConnection, game_id: str) -> tuple[Header, dict[str, Seat]] | None:
        """Return header and seats."""
        wanted = select(*columns_of(GameRow, Header)).where(GameRow.id == game_id, IS_WHOLE)
        row = (await connection.execute(wanted)).one_or_none()
        if row is None:
            return None
        header = Header(**row._mapping)
        rows = await connection.execute(select(*columns_of(SeatRow, Seat)).where(SeatRow.game_id == game_id))
        seats = {each.seat: Seat(**each._mapping) for each in rows}
        return header, {seat: seats[seat] for seat in header.seats}

    async def entries_after(self, game_id: str, number: int) -> list[StoredEntry]:
        """Return the entries of a game after a number, `PART` at most."""
        async with self.database.read_engine.connect() as connection:
            found = await connection.execute(ENTRIES_AFTER, {"which": game_id, "after": number})
            return [StoredEntry(*row) for row in found]

    async def append(self, game_id: str, entry: StoredEntry, to_move: str | None) -> None:
        """Add an entry, after which `to_move` is asked, or nobody since the game is over; when this returns, it is kept.

        Raises:
            Taken: there is an entry of this number, or one that the client has sent under the same id.
        """
        await self.commits.add(game_id, entry, to_move)

    async def add_beside(
        self,
        game_id: str,
        entry: StoredEntry,
        expected: Mapping[str, Any],
        game: Mapping[str, Any],
        seat: Mapping[str, Any] | None,
    ) -> None:
        """Add an entry together with what it brings around its game, all of it or nothing.

        Args:
            game_id, entry: what is added.
            expected: what has to stand in the game's row still.
            game: what to write into that row.
            seat: what to write into a seat's row; its `seat` says which.

        Raises:
            Taken: there is an entry of this number, or something around the game has changed; nothing is written.
        """
        try:
            async with self.database.engine.begin() as connection:
                wanted = update(GameRow).where(GameRow.id == game_id, *_as_expected(expected)).values(**game)
                if cast("CursorResult[Any]", await connection.execute(wanted)).rowcount != 1:
                    raise Taken
                await connection.execute(ADD_ENTRY, [row_of(game_id, entry)])
                if seat is not None:
                    its = (SeatRow.game_id == game_id, SeatRow.seat == seat["seat"])
                    await connection.execute(update(SeatRow).where(*its).values(**seat))
                await self.notify(connection, game_id)
        except IntegrityError:
            raise Taken from None

    async def change_game(self, game_id: str, expected: Mapping[str, Any], **values: Any) -> bool:
        """Change the row of a game if it still is as expected; say whether it was."""
        async with self.database.engine.begin() as connection:
            wanted = update(GameRow).where(GameRow.id == game_id, *_as_expected(expected)).values(**values)
            done = cast("CursorResult[Any]", await connection.execute(wanted)).rowcount == 1
            if done:
                await self.notify(connection, game_id)
            return done

    async def take_back(self, game_id: str) -> bool:
        """Forget a game with all that belongs to it, unless it has begun; say whether that was done."""
        async with self.database.engine.begin() as connection:
            wanted = update(GameRow).where(GameRow.id == game_id, GameRow.status == "lobby").values(**GOING)
            done = cast("CursorResult[Any]", await connection.execute(wanted)).rowcount == 1
            await self.notify(connection, game_id)
        if done:
            await self.parts.remove(game_id)
        return done

    async def ids(self, which: str, visitor_id: str | None, most: int = 100, **are: Any) -> list[str]:
        """Return the ids of games: "open", the liveliest first, "running" or "mine", the newest first.

        Args:
            which: of which list.
            visitor_id: who asks for theirs.
            most: how many at most.
            are: what has to stand in their rows.
        """
        alike = [getattr(GameRow, name) == value for name, value in are.items()]
        if which == "open":
            now = time.time()
            return liveliest(await self._open_rooms(now - ALIVE, alike), now, most)
        wanted = select(GameRow.id).where(IS_WHOLE, *alike).order_by(GameRow.created.desc()).limit(most)
        if which == "running":
            wanted = wanted.where(GameRow.status == "playing", GameRow.public.is_(True))
        else:
            mine = select(SeatRow.game_id).where(SeatRow.visitor_id == visitor_id)
            wanted = wanted.where(or_(GameRow.id.in_(mine), GameRow.host == visitor_id))
        async with self.database.read_engine.connect() as connection:
            return list(await connection.scalars(wanted))

    async def _open_rooms(self, since: float, alike: Sequence[Any]) -> list[Room]:
        """Return the public waiting rooms with free seats in which somebody has been since, and which are as wanted."""
        free = exists().where(SeatRow.game_id == GameRow.id, SeatRow.kind == "open")
        wanted = select(*(getattr(GameRow, name) for name in Room._fields)).where(
            GameRow.status == "lobby", GameRow.public.is_(True), GameRow.seen > since, free, *alike
        )
        async with self.database.read_engine.connect() as connection:
            rows = await connection.execute(wanted.order_by(GameRow.seen.desc()).limit(MOST_ROOMS))
            return [Room(*row) for row in rows]

    async def held(self, since: float, **by: str) -> list[tuple[str, bool]]:
        """Return the waiting rooms, and the games in which something has happened since, of a `host` or a `place`.

        Returns:
            For each its status, and whether bots play it alone.
        """
        person = exists().where(SeatRow.game_id == GameRow.id, SeatRow.kind != "bot", SeatRow.stand_in.is_(None))
        counted = or_(GameRow.status == "lobby", and_(GameRow.status == "playing", GameRow.moved > since))
        wanted = select(GameRow.status, ~person).where(counted, *(getattr(GameRow, name) == it for name, it in by.items()))
        async with self.database.read_engine.connect() as connection:
            return [(status, bool(alone)) for status, alone in await connection.execute(wanted)]

    async def imported(self, since: float, least: int, **by: str) -> tuple[int, float]:
        """Return how many entries a `host` or a `place` has imported since, and when the first of these games was made.

        A game counts whatever has become of it: one that began with a record, a moment of another game, or a position.

        Args:
            since: from when on.
            least: as how many entries a game counts at least.
            by: whose.
        """
        entries = func.coalesce(GameRow.held_from, 0)
        wanted = select(func.sum(case((entries > least, entries), else_=least)), func.min(GameRow.created)).where(
            or_(GameRow.held_from > 0, GameRow.position.is_not(None)),
            GameRow.created > since,
            *(getattr(GameRow, name) == it for name, it in by.items()),
        )
        async with self.database.read_engine.connect() as connection:
            total, first = (await connection.execute(wanted)).one()
        return int(total or 0), float(first or since)

    async def note_rooms(self, game_ids: Sequence[str], when: float) -> None:
        """Note when somebody was last in waiting rooms."""
        for begin in range(0, len(game_ids), AT_A_TIME):
            some = GameRow.id.in_(sorted(game_ids)[begin : begin + AT_A_TIME])
            async with self.database.engine.begin() as connection:
                await connection.execute(update(GameRow).where(some, GameRow.status == "lobby").values(seen=when))

    async def empty_rooms(self, since: float) -> list[str]:
        """Return the ids of waiting rooms in which nobody has been since."""
        async with self.database.read_engine.connect() as connection:
            return list(await connection.scalars(select(GameRow.id).where(*empty_since(since))))

    async def end_room(self, game_id: str, since: float) -> bool:
        """Forget a waiting room if nobody has been in it since; say whether that was done. Any number of servers may try."""
        async with self.database.engine.begin() as connection:
            # whoever takes a seat at this moment has the row, or waits for it
            await connection.execute(select(GameRow.id).where(GameRow.id == game_id).with_for_update())
            wanted = update(GameRow).where(GameRow.id == game_id, *empty_since(since)).values(**GOING)
            done = cast("CursorResult[Any]", await connection.execute(wanted)).rowcount == 1
            if done:
                await self.notify(connection, game_id)
        if done:
            await self.parts.remove(game_id)
        return done

    async def ids_to_drive(self, waiting: float) -> list[str]:
        """Return the ids of games under way in which a bot or chance has been asked for so many seconds."""
        bot = exists().where(
            SeatRow.game_id == GameRow.id,
            SeatRow.seat == GameRow.to_move,
            or_(SeatRow.kind == "bot", SeatRow.stand_in.is_not(None)),
        )
        wanted = select(GameRow.id).where(
            GameRow.status == "playing", GameRow.moved <= time.time() - waiting, or_(GameRow.to_move == "chance", bot)
        )
        async with self.database.read_engine.connect() as connection:
            return list(await connection.scalars(wanted))

    async def games_to_wake(self, now: float) -> list[tuple[str, bool]]:
        """Return the games for which a server has to wake up by now, and whether they are under way; some of them if many."""
        wanted = select(GameRow.id, GameRow.status).where(GameRow.wakes <= now).order_by(GameRow.wakes).limit(AT_A_TIME)
        async with self.database.read_engine.connect() as connection:
            return [(row.id, row.status == "playing") for row in await connection.execute(wanted)]

    async def let_sleep(self, game_id: str) -> None:
        """Note that nobody has to wake up for a game any more."""
        async with self.database.engine.begin() as connection:
            await connection.execute(update(GameRow).where(GameRow.id == game_id).values(wakes=None))

    # -- seats --------------------------------------------------------------------------------------------------------

    async def change_seat(
        self, game_id: str, seat: str, *, expected: dict[str, Any], begun: dict[str, Any] | None = None, **values: Any
    ) -> bool:
        """Change a seat if it still is as expected; say whether it was.

        Args:
            game_id, seat: which seat.
            expected: what has to stand in its row, or, for `status`, in the game's.
            begun: what to write into the game's row, which is locked for that, if no seat is open any more.
            values: what to write into the seat's row. Whoever gives a seat to somebody voids the links to it.
        """
        status = expected.get("status")
        conditions = [getattr(SeatRow, name) == value for name, value in expected.items() if name != "status"]
        async with self.database.engine.begin() as connection:
            locked = select(GameRow.status).where(GameRow.id == game_id).with_for_update(key_share=True)
            if status not in (None, await connection.scalar(locked)):
                return False
            wanted = update(SeatRow).where(SeatRow.game_id == game_id, SeatRow.seat == seat, *conditions).values(**values)
            if cast("CursorResult[Any]", await connection.execute(wanted)).rowcount != 1:
                return False
            if "visitor_id" in values:
                await connection.execute(delete(LinkRow).where(LinkRow.game_id == game_id, LinkRow.seat == seat))
            if begun is not None:
                is_open = exists().where(SeatRow.game_id == game_id, SeatRow.kind == "open")
                await connection.execute(update(GameRow).where(GameRow.id == game_id, ~is_open).values(**begun))
            await self.notify(connection, game_id)
            return True

    async def note_seen(self, seats: Sequence[tuple[str, str]], when: float) -> None:
        """Note when the holders of seats (game, seat) were last known to be there."""
        await self.sightings.note(seats, when)

    async def seen(self, game_ids: Sequence[str]) -> list[tuple[str, str, float]]:
        """Return when the holders of the seats of games (game, seat, when) were last known to be there."""
        found: list[tuple[str, str, float]] = []
        async with self.database.read_engine.connect() as connection:
            for begin in range(0, len(game_ids), AT_A_TIME):
                some = SeatRow.game_id.in_(game_ids[begin : begin + AT_A_TIME])
                rows = await connection.execute(select(SeatRow.game_id, SeatRow.seat, SeatRow.seen).where(some))
                found += [(row.game_id, row.seat, row.seen) for row in rows if row.seen is not None]
        return found

    async def seat_of_token(self, token_hash: str) -> tuple[str, str] | None:
        """Return the game and seat that a program's token is for."""
        async with self.database.read_engine.connect() as connection:
            wanted = select(SeatRow.game_id, SeatRow.seat).where(SeatRow.token_hash == token_hash)
            row = (await connection.execute(wanted)).one_or_none()
        return None if row is None else (row.game_id, row.seat)

    async def add_link(self, token_hash: str, game_id: str, seat: str) -> None:
        """Keep a link to a seat."""
        async with self.database.engine.begin() as connection:
            await connection.execute(delete(LinkRow).where(LinkRow.created < time.time() - LINK_LIVES))
            values = {"token_hash": token_hash, "game_id": game_id, "seat": seat, "created": time.time()}
            await connection.execute(insert(LinkRow).values(**values))

    async def use_link(self, token_hash: str) -> tuple[str, str] | None:
        """Use a link up and return the game and seat that it leads to, None if it is unknown, used or too old."""
        async with self.database.engine.begin() as connection:
            wanted = select(LinkRow).where(LinkRow.token_hash == token_hash, LinkRow.created > time.time() - LINK_LIVES)
            row = (await connection.execute(wanted)).one_or_none()
            gone = cast("CursorResult[Any]", await connection.execute(delete(LinkRow).where(LinkRow.token_hash == token_hash)))
            return None if row is None or gone.rowcount != 1 else (row.game_id, row.seat)


def empty_since(since: float) -> tuple[Any, ...]:
    """Return what is so of a waiting room in which nobody has been since."""
    there = exists().where(SeatRow.game_id == GameRow.id, SeatRow.seen > since)
    return GameRow.status == "lobby", GameRow.seen <= since, ~there


def _as_expected(expected: Mapping[str, Any]) -> list[ColumnElement[bool]]:
    """Return that a game's row has certain values."""
    return [getattr(GameRow, name).is_not_distinct_from(value) for name, value in expected.items()]


def columns_of(table: Any, kind: type) -> list[Any]:
    """Return the columns of a table that a data class has as fields."""
    return [getattr(table, each.name) for each in fields(kind)]


ENTRIES_AFTER = (
    select(*columns_of(EntryRow, StoredEntry))
    .where(EntryRow.game_id == bindparam("which"), EntryRow.number > bindparam("after"))
    .order_by(EntryRow.number)
    .limit(PART)
)
"""The statement that reads entries, made once."""
