"""Remarks, mutes and reports in the database."""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import asdict
from typing import Any

from sqlalchemy import ColumnElement, Select, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from kingdoms.server.database.tables import PARTIAL, CaseRow, GameRow, MuteRow, RemarkRow, ReportRow, SeatRow
from kingdoms.server.table.store import Store
from kingdoms.server.talk import cases
from kingdoms.server.talk.cases import COLUMNS, TalkRemark

ALL, PLAYERS, ONLOOKERS = "all", "players", "onlookers"
"""Rooms: who can read a remark."""
MOST_KEPT = 1000
"""Maximum number of remarks per game and room; the oldest are deleted first."""
MOST_MUTED = 1000
"""Maximum number of mutes of a visitor; the oldest are deleted first."""
RATE_PERIOD = 60.0
MOST_PER_PERIOD = 20
"""Rate limit: the maximum number of remarks of a visitor at a table within `RATE_PERIOD` seconds."""


class TalkRateLimit(Exception):
    """A visitor has exceeded the rate limit; they may retry in `wait` seconds."""

    def __init__(self, wait: float) -> None:
        super().__init__(wait)
        self.wait = wait


class TalkSwitchedOff(Exception):
    """The host has switched talk off."""


class TalkStore:
    """Remarks, mutes and reports in the database.

    Args:
        store: the database, and notifications of other servers.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.database = store.database

    async def add(
        self, game_id: str, visitor_id: str, name: str | None, phrase: str | None, text: str | None
    ) -> TalkRemark | None:
        """Insert a remark, and return it with its number and room; None if the game does not exist any longer.

        The status of the game and the author's seat are read in the same transaction, so that a remark at the beginning of a
        game gets the right room.

        Raises:
            TalkSwitchedOff: talk is off.
            TalkRateLimit: the rate limit is exceeded.
        """
        async with self.database.engine.begin() as connection:
            # locks the row: other remarks, and changes of the status, wait
            row = select(GameRow.status, GameRow.talk).where(GameRow.id == game_id).with_for_update(key_share=True)
            game = (await connection.execute(row)).one_or_none()
            if game is None or game.status == PARTIAL:
                return None
            if not game.talk:
                raise TalkSwitchedOff
            now = time.time()
            await self._check_rate(connection, game_id, visitor_id, now)
            query = select(SeatRow.seat, SeatRow.name).where(SeatRow.game_id == game_id, SeatRow.visitor_id == visitor_id)
            seat = (await connection.execute(query.order_by(SeatRow.seat).limit(1))).one_or_none()
            room = ALL if game.status != "playing" else ONLOOKERS if seat is None else PLAYERS
            last = await connection.scalar(select(func.max(RemarkRow.number)).where(RemarkRow.game_id == game_id)) or 0
            place, called = (None, name) if seat is None else (seat.seat, seat.name)
            remark = TalkRemark(max(last + 1, int(now * 1000)), room, visitor_id, place, called, phrase, text, now)
            await connection.execute(insert(RemarkRow).values(game_id=game_id, **asdict(remark)))
            await cases.add_to_open(connection, game_id, remark)
            await self._delete_oldest(connection, game_id, room)
            await self.store.notify(connection, remark_notice(game_id, remark.number))
        return remark

    async def _check_rate(self, connection: AsyncConnection, game_id: str, visitor_id: str, now: float) -> None:
        """Check the rate limit across all servers."""
        since = int((now - RATE_PERIOD) * 1000)
        conditions = RemarkRow.game_id == game_id, RemarkRow.visitor_id == visitor_id, RemarkRow.number > since
        count, first = (await connection.execute(select(func.count(), func.min(RemarkRow.at)).where(*conditions))).one()
        if count >= MOST_PER_PERIOD:
            raise TalkRateLimit(max(1.0, first + RATE_PERIOD - now))

    @staticmethod
    async def _delete_oldest(connection: AsyncConnection, game_id: str, room: str) -> None:
        """Delete the oldest remarks beyond `MOST_KEPT`."""
        conditions = RemarkRow.game_id == game_id, RemarkRow.room == room
        newest = select(RemarkRow.number).where(*conditions).order_by(RemarkRow.number.desc()).offset(MOST_KEPT).limit(1)
        beyond = await connection.scalar(newest)
        if beyond is not None:
            await connection.execute(delete(RemarkRow).where(*conditions, RemarkRow.number <= beyond))

    async def page(
        self, game_id: str, rooms: Collection[str], most: int, *, after: int | None = None, before: int | None = None
    ) -> tuple[list[TalkRemark], bool]:
        """Return remarks in order, and whether there are more: the first after a number, or else the last before one."""
        conditions: list[ColumnElement[bool]] = [RemarkRow.game_id == game_id, RemarkRow.room.in_(rooms)]
        if after is not None:
            conditions.append(RemarkRow.number > after)
        if before is not None:
            conditions.append(RemarkRow.number < before)
        order = RemarkRow.number if after is not None else RemarkRow.number.desc()
        rows = await self.database.rows(select(*COLUMNS).where(*conditions).order_by(order).limit(most + 1))
        remarks = [TalkRemark(*row) for row in rows]
        return sorted(remarks[:most], key=lambda remark: remark.number), len(remarks) > most

    async def get(self, game_id: str, number: int) -> TalkRemark | None:
        """Return a remark, or None if it does not exist."""
        query = select(*COLUMNS).where(RemarkRow.game_id == game_id, RemarkRow.number == number)
        row = await self.database.row(query)
        return None if row is None else TalkRemark(*row)

    async def switch(self, game_id: str, on: bool) -> None:
        """Switch talk at a table on or off."""
        async with self.database.engine.begin() as connection:
            await connection.execute(update(GameRow).where(GameRow.id == game_id).values(talk=on))
            await self.store.notify(connection, game_id)

    # -- muting -----------------------------------------------------------------------------------------------------------

    async def mute(self, visitor_id: str, muted_id: str, muted: bool) -> bool:
        """Mute another visitor for a visitor, or unmute them; return whether they are not blocked, which changes nothing."""
        own_mutes = MuteRow.visitor_id == visitor_id
        async with self.database.engine.begin() as connection:
            if await connection.scalar(select(MuteRow.blocked).where(own_mutes, MuteRow.muted_id == muted_id)):
                return False
            await connection.execute(delete(MuteRow).where(own_mutes, MuteRow.muted_id == muted_id))
            if not muted:
                return True
            await connection.execute(insert(MuteRow).values(visitor_id=visitor_id, muted_id=muted_id, at=time.time()))
            beyond = (
                select(MuteRow.muted_id)
                .where(own_mutes, MuteRow.blocked.is_(False))
                .order_by(MuteRow.at.desc())
                .offset(MOST_MUTED)
                .limit(10)
            )
            too_many = list(await connection.scalars(beyond))
            if too_many:
                await connection.execute(delete(MuteRow).where(own_mutes, MuteRow.muted_id.in_(too_many)))
            return True

    async def muted_by(self, visitor_id: str | None, visitor_ids: Collection[str]) -> set[str]:
        """Return the visitors among `visitor_ids` whom a visitor has muted."""
        if visitor_id is None or not visitor_ids:
            return set()
        query = select(MuteRow.muted_id).where(MuteRow.visitor_id == visitor_id, MuteRow.muted_id.in_(visitor_ids))
        return set(await self.database.scalars(query))

    async def muters_among(self, muted: str, visitor_ids: Collection[str]) -> set[str]:
        """Return the visitors among `visitor_ids` who have muted a visitor."""
        if not visitor_ids:
            return set()
        query = select(MuteRow.visitor_id).where(MuteRow.muted_id == muted, MuteRow.visitor_id.in_(visitor_ids))
        return set(await self.database.scalars(query))

    # -- reporting --------------------------------------------------------------------------------------------------------

    async def report(self, game_id: str, remark: TalkRemark, visitor_id: str) -> None:
        """Insert a visitor's report of a remark, unless there is one."""
        for _ in range(2):  # the first report of a remark may meet another one
            try:
                async with self.database.engine.begin() as connection:
                    await cases.report(connection, game_id, remark, visitor_id)
                    await self.store.notify(connection, remark_notice(game_id))
            except IntegrityError:
                continue
            return

    async def reported_remarks(
        self, game_id: str, *, besides: str | None = None, most: int | None = None
    ) -> list[tuple[TalkRemark, int]]:
        """Return the reported remarks, the newest first, and their numbers of reports, without those of one author."""
        reports = select(func.count()).where(ReportRow.case_number == CaseRow.number).scalar_subquery()
        query = (
            select(*COLUMNS, reports)
            .join(CaseRow, (CaseRow.game_id == RemarkRow.game_id) & (CaseRow.remark == RemarkRow.number))
            .where(RemarkRow.game_id == game_id, RemarkRow.visitor_id.is_distinct_from(besides))
            .order_by(RemarkRow.number.desc())
            .limit(most)
        )
        return [(TalkRemark(*row[:-1]), row[-1]) for row in await self.database.rows(query)]


def remark_notice(game_id: str, number: int = 0) -> str:
    """Return the notice for other servers about a remark in a game; number 0 stands for a report."""
    return f"*talk {game_id} {number}"  # ids of games contain no star


def parse_notice(notice: str) -> tuple[str, int] | None:
    """Parse a notice of `remark_notice`: the game and the number of the remark; None for another notice.

    Examples:
        >>> parse_notice(remark_notice("abc", 7)), parse_notice("abc")
        (('abc', 7), None)
    """
    kind, _, rest = notice.partition(" ")
    game_id, _, number = rest.partition(" ")
    return (game_id, int(number)) if kind == "*talk" else None


def game_remarks(game_id: str) -> Select[Any]:
    """Return the query for all remarks of a game, in order."""
    return select(*COLUMNS).where(RemarkRow.game_id == game_id).order_by(RemarkRow.number)
