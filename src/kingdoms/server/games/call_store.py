"""Reading and writing who is called, on which devices, and what for."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from sqlalchemy import delete, exists, func, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from kingdoms.server.database import Database
from kingdoms.server.games.tables import CallRow, DeviceRow, EntryRow, GameRow, MuteRow, SeatRow
from kingdoms.server.push.sending import Device

MOST_DEVICES = 10
"""How many devices one visitor is called on; the oldest goes first."""
MOST_FAILURES = 10
"""A device that could not be called so many times in a row is called no more."""
MOST_ASKED = 10_000
"""For how many games it is looked, when a server starts, whether somebody has not been called."""
DEVICE = [getattr(DeviceRow, name) for name in ("id", "visitor_id", "endpoint", "p256dh", "auth")]

TURN, OVER, TALK = "turn", "over", "talk"
"""What somebody is called for."""


class Standing(NamedTuple):
    """Where a game stands, as far as calling people goes.

    Attributes:
        game: what is played.
        status: what state it is in.
        seats: who sits where: seats by visitor, in the order of the table.
        asked: the visitor who is asked, None if it is nobody that can be called.
        handed: the number of the entry by which it became their turn, and one more: it counts from the first on.
    """

    game: str
    status: str
    seats: dict[str, str]
    asked: str | None
    to_move: str | None
    handed: int


class CallStore:
    """Who is called, in the database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    # -- devices ----------------------------------------------------------------------------------------------------------

    async def add_device(self, visitor_id: str, endpoint: str, p256dh: str, auth: str, talk: bool) -> int:
        """Call a visitor on a device from now on, and nobody else; return on how many they are."""
        values = {"visitor_id": visitor_id, "endpoint": endpoint, "p256dh": p256dh, "auth": auth, "talk": talk}
        async with self.database.engine.begin() as connection:
            await connection.execute(delete(DeviceRow).where(DeviceRow.id == id_of(endpoint)))
            now = {"id": id_of(endpoint), "created": time.time(), "failures": 0}
            await connection.execute(insert(DeviceRow).values(**values, **now))
            mine = DeviceRow.visitor_id == visitor_id
            old = select(DeviceRow.id).where(mine).order_by(DeviceRow.created.desc(), DeviceRow.id).offset(MOST_DEVICES)
            too_many = list(await connection.scalars(old.limit(MOST_DEVICES)))
            if too_many:
                await connection.execute(delete(DeviceRow).where(DeviceRow.id.in_(too_many)))
            return await connection.scalar(select(func.count()).select_from(DeviceRow).where(mine)) or 0

    async def remove_device(self, visitor_id: str, endpoint: str) -> None:
        """Call a visitor on a device no more."""
        async with self.database.engine.begin() as connection:
            mine = DeviceRow.id == id_of(endpoint), DeviceRow.visitor_id == visitor_id
            await connection.execute(delete(DeviceRow).where(*mine))

    async def has_devices(self) -> bool:
        """Say whether anybody is called anywhere."""
        async with self.database.read_engine.connect() as connection:
            return await connection.scalar(select(DeviceRow.id).limit(1)) is not None

    async def count_devices(self, visitor_id: str | None) -> int:
        """Return on how many devices a visitor is called."""
        if visitor_id is None:
            return 0
        wanted = select(func.count()).select_from(DeviceRow).where(DeviceRow.visitor_id == visitor_id)
        async with self.database.read_engine.connect() as connection:
            return await connection.scalar(wanted) or 0

    async def devices_of(self, visitor_id: str, *, talk: bool = False) -> list[Device]:
        """Return the devices on which a visitor is called; those for talk alone, if that is what it is for."""
        wanted = select(*DEVICE).where(DeviceRow.visitor_id == visitor_id)
        if talk:
            wanted = wanted.where(DeviceRow.talk.is_(True))
        async with self.database.read_engine.connect() as connection:
            return [Device(*row) for row in await connection.execute(wanted)]

    async def forget_device(self, device_id: str) -> None:
        """Forget a device that takes no calls any more."""
        async with self.database.engine.begin() as connection:
            await connection.execute(delete(DeviceRow).where(DeviceRow.id == device_id))

    async def came_through(self, device_id: str, *, through: bool) -> None:
        """Note whether a device could be called; one that never can is forgotten."""
        this = DeviceRow.id == device_id
        if through:
            async with self.database.read_engine.connect() as connection:
                if not await connection.scalar(select(DeviceRow.failures).where(this)):
                    return
        async with self.database.engine.begin() as connection:
            failures = 0 if through else DeviceRow.failures + 1
            await connection.execute(update(DeviceRow).where(this).values(failures=failures))
            await connection.execute(delete(DeviceRow).where(this, DeviceRow.failures >= MOST_FAILURES))

    # -- games ------------------------------------------------------------------------------------------------------------

    async def standing(self, game_id: str) -> Standing | None:
        """Return where a game stands; None where nobody who plays it is called anywhere."""
        called = exists().where(DeviceRow.visitor_id == SeatRow.visitor_id)
        sits = select(SeatRow.seat, SeatRow.visitor_id, SeatRow.stand_in).where(
            SeatRow.game_id == game_id, SeatRow.kind == "person", called
        )
        async with self.database.read_engine.connect() as connection:
            found = (await connection.execute(sits)).all()
            if not found:
                return None
            header = select(GameRow.game, GameRow.status, GameRow.to_move, GameRow.seats).where(GameRow.id == game_id)
            row = (await connection.execute(header)).one_or_none()
            if row is None:
                return None
            holders = {each.seat: each for each in found}
            asked = holders.get(row.to_move) if row.status == "playing" else None
            handed = 0
            if asked is not None and asked.stand_in is None:
                others = or_(EntryRow.by.is_(None), EntryRow.by != row.to_move)
                last = select(func.max(EntryRow.number)).where(EntryRow.game_id == game_id, others)
                handed = (await connection.scalar(last) or 0) + 1
        seats: dict[str, str] = {}
        for seat in row.seats:
            if seat in holders:
                seats.setdefault(holders[seat].visitor_id, seat)
        return Standing(row.game, row.status, seats, asked.visitor_id if asked and handed else None, row.to_move, handed)

    async def asked_lately(self, since: float) -> list[str]:
        """Return the ids of games that have waited for somebody since, or after, a time: they may not have been called."""
        asked = exists().where(
            SeatRow.game_id == GameRow.id,
            SeatRow.seat == GameRow.to_move,
            SeatRow.kind == "person",
            SeatRow.visitor_id == DeviceRow.visitor_id,
        )
        wanted = select(GameRow.id).where(GameRow.status == "playing", GameRow.moved > since, asked).limit(MOST_ASKED)
        async with self.database.read_engine.connect() as connection:
            return list(await connection.scalars(wanted))

    async def muting(self, author: str, others: Collection[str]) -> set[str]:
        """Return those among `others` who have muted somebody."""
        wanted = select(MuteRow.visitor_id).where(MuteRow.muted_id == author, MuteRow.visitor_id.in_(others))
        async with self.database.read_engine.connect() as connection:
            return set(await connection.scalars(wanted))

    # -- what was called for ----------------------------------------------------------------------------------------------

    async def claim(self, game_id: str, visitor_id: str, kind: str, number: int) -> bool:
        """Note that a visitor knows of something up to a number, and say whether that is new: of several servers to one.

        Where the game is no more there is nothing to know.
        """
        dialect: Any = postgresql if self.database.dialect == "postgresql" else sqlite
        values = {"game_id": game_id, "visitor_id": visitor_id, "kind": kind, "number": number, "at": time.time()}
        there = select(GameRow.id).where(GameRow.id == game_id)
        wanted = dialect.insert(CallRow).values(**values)
        wanted = wanted.on_conflict_do_update(
            index_elements=[CallRow.game_id, CallRow.visitor_id, CallRow.kind],
            set_={"number": number, "at": values["at"]},
            where=CallRow.number < number,
        ).returning(CallRow.number)
        async with self.database.engine.begin() as connection:
            if await connection.scalar(there.with_for_update(read=True, key_share=True)) is None:
                return False
            return (await connection.execute(wanted)).one_or_none() is not None

    async def knows_of_talk(self, game_ids: Sequence[str], visitor_id: str) -> None:
        """Note that a visitor looks at games, or did until now: what is said there from then on they may be called for."""
        mine = CallRow.game_id.in_(game_ids), CallRow.visitor_id == visitor_id, CallRow.kind == TALK
        async with self.database.read_engine.connect() as connection:
            if await connection.scalar(select(CallRow.number).where(*mine).limit(1)) is None:
                return
        async with self.database.engine.begin() as connection:
            await connection.execute(delete(CallRow).where(*mine))


def id_of(endpoint: str) -> str:
    """Return by what a device goes."""
    return hashlib.sha256(endpoint.encode()).hexdigest()
