"""Devices, leases and situations of games in the database, for push notifications."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

import orjson
from sqlalchemy import ColumnElement, and_, delete, exists, func, insert, literal, or_, select, update

from kingdoms.server.database.engine import Database, hash_of, insert_of
from kingdoms.server.database.tables import DeviceRow, EntryRow, GameRow, NotificationRow, SeatRow
from kingdoms.server.push.sending import Device
from kingdoms.server.visitors.identity import Visitor
from kingdoms.table.game.entries import ABOUT_CLOCKS
from kingdoms.texts import language

MOST_DEVICES = 10
"""Maximum number of devices of a visitor; the oldest is removed first."""
MOST_FAILURES = 10
"""Consecutive failures after which a device is removed."""
MOST_RESUMED = 10_000
"""Maximum number of changed games that a starting server resumes."""
DEVICE = [getattr(DeviceRow, name) for name in ("id", "visitor_id", "endpoint", "p256dh", "auth", "language")]

LEASE_SECONDS = 60.0
"""Seconds until a lease expires; then any server may send the notification."""
MOST_EXPIRED = 1000
"""Maximum number of expired leases that are read at once."""

TURN, OVER, ASKED, TALK = "turn", "over", "asked", "talk"
"""Kinds of notifications: the visitor's turn, the end of a game, a proposal that waits for the visitor, a message."""


class Lease(NamedTuple):
    """The exclusive right of a server to send a notification, until a time; see `NotificationRow`."""

    game_id: str
    visitor_id: str
    kind: str
    number: int
    until: float
    tries: int = 0
    devices: list[str] | None = None


class Situation(NamedTuple):
    """The state of a game, as far as notifications need it.

    Attributes:
        seats: seats by visitor with devices, in the order of the table.
        visitor_to_move: the visitor to move; None unless they have devices.
        turn_number: one more than the number of the entry with which the current turn began; 1 for the first turn.
        waiting: the visitors for whose answer a proposal waits.
        proposal_number: one more than the number of the game at the time of the proposal.
    """

    game: str
    status: str
    seats: dict[str, str]
    visitor_to_move: str | None
    to_move: str | None
    turn_number: int
    waiting: frozenset[str]
    proposal_number: int

    def due_notifications(self) -> Iterator[tuple[str, str, int]]:
        """Yield the notifications that are due: visitor, kind and number."""
        if self.status == "over":
            yield from ((visitor_id, OVER, 1) for visitor_id in self.seats)
        if self.visitor_to_move is not None:
            yield self.visitor_to_move, TURN, self.turn_number
        yield from ((visitor_id, ASKED, self.proposal_number) for visitor_id in sorted(self.waiting))

    def is_due(self, lease: Lease) -> bool:
        """Return whether a notification is still due."""
        if lease.kind == TALK:
            return lease.visitor_id in self.seats
        return (lease.visitor_id, lease.kind, lease.number) in self.due_notifications()


class PushStore:
    """Queries for push notifications."""

    def __init__(self, database: Database) -> None:
        self.database = database

    # -- devices ----------------------------------------------------------------------------------------------------------

    async def add_device(self, visitor: Visitor, endpoint: str, p256dh: str, auth: str, talk: bool) -> int:
        """Add a device of a visitor, taken from its earlier owner if need be; return the number of the visitor's devices."""
        values = {"endpoint": endpoint, "p256dh": p256dh, "auth": auth, "talk": talk, "language": language()}
        owner = {"id": hash_of(endpoint), "visitor_id": visitor.id, "session": visitor.session}
        async with self.database.engine.begin() as connection:
            await connection.execute(delete(DeviceRow).where(DeviceRow.id == hash_of(endpoint)))
            await connection.execute(insert(DeviceRow).values(**owner, **values, created=time.time(), failures=0))
            own_devices = DeviceRow.visitor_id == visitor.id
            old = select(DeviceRow.id).where(own_devices).order_by(DeviceRow.created.desc(), DeviceRow.id).offset(MOST_DEVICES)
            too_many = list(await connection.scalars(old.limit(MOST_DEVICES)))
            if too_many:
                await connection.execute(delete(DeviceRow).where(DeviceRow.id.in_(too_many)))
            return await connection.scalar(select(func.count()).select_from(DeviceRow).where(own_devices)) or 0

    async def remove_device(self, visitor_id: str, endpoint: str) -> None:
        """Remove a device of a visitor."""
        own_device = DeviceRow.id == hash_of(endpoint), DeviceRow.visitor_id == visitor_id
        await self.database.execute(delete(DeviceRow).where(*own_device))

    async def has_devices(self) -> bool:
        """Return whether there are any devices."""
        return await self.database.scalar(select(DeviceRow.id).limit(1)) is not None

    async def count_devices(self, visitor_id: str | None) -> int:
        """Return the number of a visitor's devices."""
        if visitor_id is None:
            return 0
        query = select(func.count()).select_from(DeviceRow).where(DeviceRow.visitor_id == visitor_id)
        return await self.database.scalar(query) or 0

    async def devices_for(self, lease: Lease) -> list[Device]:
        """Return the devices to which a notification is still to be sent."""
        query = select(*DEVICE).where(DeviceRow.visitor_id == lease.visitor_id)
        if lease.kind == TALK:
            query = query.where(DeviceRow.talk.is_(True))
        if lease.devices is not None:
            query = query.where(DeviceRow.id.in_(lease.devices))
        return [Device(*row) for row in await self.database.rows(query)]

    async def delete_device(self, device_id: str) -> None:
        """Delete a device whose subscription does not exist any longer."""
        await self.database.execute(delete(DeviceRow).where(DeviceRow.id == device_id))

    async def note_result(self, device_id: str, *, delivered: bool) -> None:
        """Note the result of a delivery; a device with too many failures is deleted."""
        condition = DeviceRow.id == device_id
        if delivered and not await self.database.scalar(select(DeviceRow.failures).where(condition)):
            return
        async with self.database.engine.begin() as connection:
            failures = 0 if delivered else DeviceRow.failures + 1
            await connection.execute(update(DeviceRow).where(condition).values(failures=failures))
            await connection.execute(delete(DeviceRow).where(condition, DeviceRow.failures >= MOST_FAILURES))

    # -- games ------------------------------------------------------------------------------------------------------------

    async def situation(self, game_id: str) -> Situation | None:
        """Return the situation of a game; None if no player has devices, or the game does not exist."""
        called = exists().where(DeviceRow.visitor_id == SeatRow.visitor_id)
        sits = select(SeatRow.seat, SeatRow.visitor_id, SeatRow.stand_in).where(
            SeatRow.game_id == game_id, SeatRow.kind == "person", called
        )
        header = select(GameRow.game, GameRow.status, GameRow.to_move, GameRow.seats, GameRow.proposal)
        async with self.database.read_engine.connect() as connection:
            holders = {holder.seat: holder for holder in await connection.execute(sits)}
            row = (await connection.execute(header.where(GameRow.id == game_id))).one_or_none() if holders else None
            if row is None:
                return None
            turn_number, proposal = 0, None if row.proposal is None or row.status != "playing" else orjson.loads(row.proposal)
            mover = holders.get(row.to_move) if row.status == "playing" else None
            if mover is not None and mover.stand_in is None:
                own_seats = {holder.seat for holder in holders.values() if holder.visitor_id == mover.visitor_id}
                begun = await connection.scalar(_turn_number(game_id, set(row.seats) - own_seats, mover.seat, proposal))
                turn_number = (begun or 0) + 1
            waiting: set[str] = set()
            if proposal is not None and await connection.scalar(_is_lapsed(game_id, proposal)) is None:
                agreed = {holders[seat].visitor_id for seat in proposal["agreed"] if seat in holders}
                waiting = {holder.visitor_id for holder in holders.values() if holder.stand_in is None} - agreed
        seats: dict[str, str] = {}
        for seat in row.seats:
            if seat in holders:
                seats.setdefault(holders[seat].visitor_id, seat)
        visitor_id = mover.visitor_id if mover is not None and turn_number else None
        proposal_number = proposal["number"] + 1 if proposal is not None else 0
        return Situation(row.game, row.status, seats, visitor_id, row.to_move, turn_number, frozenset(waiting), proposal_number)

    async def games_changed_since(self, since: float) -> list[str]:
        """Return the ids of games in which a notification may be due for a change since a time."""
        sits = SeatRow.game_id == GameRow.id, SeatRow.kind == "person", SeatRow.visitor_id == DeviceRow.visitor_id
        waiting = or_(GameRow.proposal.is_not(None), exists().where(*sits, SeatRow.seat == GameRow.to_move))
        ended = exists().where(*sits, DeviceRow.created < GameRow.moved)
        condition = or_(and_(GameRow.status == "playing", waiting), and_(GameRow.status == "over", ended))
        query = select(GameRow.id).where(GameRow.moved > since, condition).order_by(GameRow.moved.desc()).limit(MOST_RESUMED)
        return await self.database.scalars(query)

    # -- leases -----------------------------------------------------------------------------------------------------------

    async def mark_known(self, game_id: str, visitor_id: str, kind: str, number: int) -> None:
        """Note that a visitor has seen changes of a kind up to a number, and needs no notification."""
        unsent = and_(NotificationRow.number == number, NotificationRow.until.is_not(None))
        await self._upsert(game_id, visitor_id, kind, number, None, or_(NotificationRow.number < number, unsent))

    async def acquire(self, game_id: str, visitor_id: str, kind: str, number: int) -> Lease | None:
        """Acquire the lease for a new notification; return None if a server has it, or game or visitor is deleted."""
        until = time.time() + LEASE_SECONDS
        noted = await self._upsert(game_id, visitor_id, kind, number, until, NotificationRow.number < number)
        return Lease(game_id, visitor_id, kind, number, until) if noted else None

    async def _upsert(
        self, game_id: str, visitor_id: str, kind: str, number: int, until: float | None, condition: ColumnElement[bool]
    ) -> bool:
        """Insert a row, or update it if `condition` is true; return whether it was written.

        It is not if the visitor holds no seat any longer: they may have been deleted since the situation was read.
        """
        values = {"number": number, "at": time.time(), "until": until, "tries": 0, "devices": None}
        game_query = select(GameRow.id).where(GameRow.id == game_id)
        seat_query = select(SeatRow.seat).where(SeatRow.game_id == game_id, SeatRow.visitor_id == visitor_id)
        new = insert_of(self.database.dialect)(NotificationRow)
        new = new.values(game_id=game_id, visitor_id=visitor_id, kind=kind, **values)
        key = [NotificationRow.game_id, NotificationRow.visitor_id, NotificationRow.kind]
        statement = new.on_conflict_do_update(index_elements=key, set_=values, where=condition)
        async with self.database.engine.begin() as connection:
            if await connection.scalar(game_query.with_for_update(read=True, key_share=True)) is None:
                return False
            if await connection.scalar(seat_query.with_for_update(read=True)) is None:
                return False
            return (await connection.execute(statement.returning(NotificationRow.number))).one_or_none() is not None

    async def renew(self, lease: Lease) -> Lease | None:
        """Renew a lease, or take over an expired one; return None if another server has it, or there is nothing to send."""
        until = time.time() + LEASE_SECONDS
        statement = update(NotificationRow).where(*_row_of(lease), NotificationRow.until == lease.until).values(until=until)
        return lease._replace(until=until) if await self.database.execute(statement) else None

    async def mark_done(self, lease: Lease) -> None:
        """Note that a notification was sent, or cannot be."""
        await self.database.execute(update(NotificationRow).where(*_row_of(lease)).values(until=None))

    async def release(self, leases: Collection[Lease], until: float = 0.0) -> None:
        """Release leases: after a time, any server may send the notifications, to the devices and with the tries given."""
        if leases:
            async with self.database.engine.begin() as connection:
                for lease in sorted(leases):
                    statement = update(NotificationRow).where(*_row_of(lease), NotificationRow.until == lease.until)
                    await connection.execute(statement.values(until=until, tries=lease.tries, devices=lease.devices))

    async def expired_leases(self) -> list[Lease]:
        """Return expired leases."""
        names = [getattr(NotificationRow, name) for name in Lease._fields]
        until = NotificationRow.until
        query = select(*names).where(until < time.time()).order_by(until).limit(MOST_EXPIRED)
        return [Lease(*row) for row in await self.database.rows(query)]

    async def reset_talk(self, game_ids: Sequence[str], visitor_id: str) -> None:
        """Note that a visitor has seen the messages of games: the next message may be notified again."""
        row = NotificationRow
        conditions = row.game_id.in_(game_ids), row.visitor_id == visitor_id, row.kind == TALK
        if await self.database.scalar(select(row.number).where(*conditions).limit(1)) is not None:
            await self.database.execute(delete(row).where(*conditions))


def _row_of(lease: Lease) -> tuple[ColumnElement[bool], ...]:
    row = NotificationRow
    key = row.game_id == lease.game_id, row.visitor_id == lease.visitor_id, row.kind == lease.kind
    return (*key, row.number == lease.number)


def _turn_number(game_id: str, other_seats: Collection[str], seat: str, proposal: dict[str, Any] | None) -> Any:
    """Return the query for the number of the entry with which the turn of a seat began.

    That is the last action of another player's seat, or an agreed return to an earlier move of the seat itself. Chance, another
    player's resignation, and undos of the seat itself begin no turn.
    """
    begins = and_(EntryRow.by.in_(other_seats), EntryRow.call.is_(None))
    if proposal is not None and proposal["kind"] == "take_back" and proposal["status"] == "open" and proposal["by"] == seat:
        begins = or_(begins, and_(EntryRow.undo == proposal["to"], EntryRow.number > proposal["number"]))
    return select(func.max(EntryRow.number)).where(EntryRow.game_id == game_id, begins)


def _is_lapsed(game_id: str, proposal: dict[str, Any]) -> Any:
    """Return the query for whether a proposal has lapsed or is closed; actions of bots and chance don't count.

    `Proposal.is_current` is the same for a game in memory.
    """
    if proposal["status"] != "open":
        return select(literal(1))
    persons = exists().where(
        SeatRow.game_id == EntryRow.game_id, SeatRow.seat == EntryRow.by, SeatRow.kind != "bot", SeatRow.stand_in.is_(None)
    )
    since = EntryRow.game_id == game_id, EntryRow.number > proposal["number"]
    about_clocks = and_(EntryRow.call.is_not(None), or_(*(EntryRow.call.startswith(name) for name in ABOUT_CLOCKS)))
    lapses = or_(EntryRow.undo.is_not(None), EntryRow.call.is_not(None), persons)
    return select(EntryRow.number).where(*since, lapses, ~about_clocks).limit(1)
