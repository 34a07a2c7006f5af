"""Lists of games, waiting rooms, quotas and links to seats in the database."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, and_, case, delete, exists, func, insert, or_, select

from kingdoms.server.database.engine import Database
from kingdoms.server.database.tables import IS_WHOLE, GameRow, LinkRow, SeatRow
from kingdoms.server.talk import blocks

LINK_LIVES = 24 * 3600.0
"""Seconds until a link to a seat expires."""
MOST_ROOMS = 1000
"""How many waiting rooms are considered for the list."""
SHOWN_FOR: Final = 600.0
"""Seconds for which a waiting room is listed after a player was last in it."""
OCCUPIED_FOR: Final = 30.0
"""Seconds for which a waiting room counts as occupied; longer than the interval between updates of `seen`."""
OF_ONE_HOST, OF_ONE_PLACE = 3, 10
"""Maximum numbers of listed waiting rooms per host and per address."""


class Room(NamedTuple):
    """A waiting room: its host, their address, and when it was created and a player was last seen in it."""

    id: str
    host: str
    place: str | None
    created: float
    seen: float


class LobbyStore:
    """Queries about games and seats for the lobby."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def game_ids(self, kind: str, visitor_id: str | None, most: int = 100, **values: Any) -> list[str]:
        """Return the ids of games.

        Args:
            kind: "open" for waiting rooms, the liveliest first; "running", or "mine", the newest first.
            visitor_id: the visitor, for "mine", and for "open", where rooms behind a block are left out.
        """
        conditions = [getattr(GameRow, name) == value for name, value in values.items()]
        if kind == "open":
            now = time.time()
            if apart := await blocks.separated_visitors(self.database, visitor_id):
                theirs = exists().where(SeatRow.game_id == GameRow.id, SeatRow.visitor_id.in_(apart))
                conditions += [GameRow.host.not_in(apart), ~theirs]
            return rooms_to_list(await self._open_rooms(now - SHOWN_FOR, conditions), now, most)
        query = select(GameRow.id).where(IS_WHOLE, *conditions).order_by(GameRow.created.desc()).limit(most)
        if kind == "running":
            query = query.where(GameRow.status == "playing", GameRow.public.is_(True))
        else:
            own_seats = select(SeatRow.game_id).where(SeatRow.visitor_id == visitor_id)
            query = query.where(or_(GameRow.id.in_(own_seats), GameRow.host == visitor_id))
        return await self.database.scalars(query)

    async def _open_rooms(self, since: float, conditions: Sequence[Any]) -> list[Room]:
        """Return the public waiting rooms with open seats in which a player has been since then."""
        free = exists().where(SeatRow.game_id == GameRow.id, SeatRow.kind == "open")
        query = select(*(getattr(GameRow, name) for name in Room._fields)).where(
            GameRow.status == "lobby", GameRow.public.is_(True), GameRow.seen > since, free, *conditions
        )
        return [Room(*row) for row in await self.database.rows(query.order_by(GameRow.seen.desc()).limit(MOST_ROOMS))]

    async def count_games(self, since: float, **by: str) -> list[tuple[str, bool]]:
        """Return the waiting rooms, and the games with activity since then, of a `host`, a `place` or a `site`.

        Returns:
            The status of each game, and whether only bots play it.
        """
        person = exists().where(SeatRow.game_id == GameRow.id, SeatRow.kind != "bot", SeatRow.stand_in.is_(None))
        counted = or_(GameRow.status == "lobby", and_(GameRow.status == "playing", GameRow.moved > since))
        query = select(GameRow.status, ~person).where(counted, *_creator_conditions(**by))
        return [(status, bool(alone)) for status, alone in await self.database.rows(query)]

    async def count_imports(self, since: float, least: int, **by: str) -> tuple[int, float]:
        """Return how many entries a `host`, `place` or `site` has imported since then, and when the first game was created.

        An imported game began with a record, a position, or a moment of another game. Finished games count too.

        Args:
            least: the minimum that a game counts as.
        """
        entries = func.coalesce(GameRow.held_from, 0)
        query = select(func.sum(case((entries > least, entries), else_=least)), func.min(GameRow.created)).where(
            or_(GameRow.held_from > 0, GameRow.position.is_not(None)), GameRow.created > since, *_creator_conditions(**by)
        )
        total, first = await self.database.row(query)
        return int(total or 0), float(first or since)

    async def empty_rooms(self, since: float) -> list[str]:
        """Return the ids of waiting rooms in which no player has been since then."""
        return await self.database.scalars(select(GameRow.id).where(*empty_since(since)))

    async def seat_of_token(self, token_hash: str) -> tuple[str, str] | None:
        """Return the game and the seat of a program's token, or None."""
        row = await self.database.row(select(SeatRow.game_id, SeatRow.seat).where(SeatRow.token_hash == token_hash))
        return None if row is None else (row.game_id, row.seat)

    async def add_link(self, token_hash: str, game_id: str, seat: str) -> None:
        """Insert a link to a seat, and delete expired ones."""
        async with self.database.engine.begin() as connection:
            await connection.execute(delete(LinkRow).where(LinkRow.created < time.time() - LINK_LIVES))
            values = {"token_hash": token_hash, "game_id": game_id, "seat": seat, "created": time.time()}
            await connection.execute(insert(LinkRow).values(**values))

    async def find_link(self, token_hash: str) -> tuple[str, str] | None:
        """Return the game and the seat of a link; None if it is unknown, used or expired."""
        query = select(LinkRow).where(LinkRow.token_hash == token_hash, LinkRow.created > time.time() - LINK_LIVES)
        row = await self.database.row(query)
        return None if row is None else (row.game_id, row.seat)

    async def use_link(self, token_hash: str) -> bool:
        """Delete a link; return False if it was used meanwhile."""
        return bool(await self.database.execute(delete(LinkRow).where(LinkRow.token_hash == token_hash)))


def _creator_conditions(
    *, host: str | None = None, place: str | None = None, site: str | None = None
) -> Iterator[ColumnElement[bool]]:
    """Yield conditions for the games of a host, a place or a site; a site is a range of places, so that the index is used."""
    if host is not None:
        yield GameRow.host == host
    if place is not None:
        yield GameRow.place == place
    if site is not None:
        yield GameRow.place.between(site, site + "g")  # after all hexadecimal digits


def empty_since(since: float) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions for a waiting room in which no player has been since then."""
    player = exists().where(SeatRow.game_id == GameRow.id, SeatRow.seen > since)
    return GameRow.status == "lobby", GameRow.seen <= since, ~player


def rooms_to_list(rooms: Iterable[Room], now: float, most: int) -> list[str]:
    """Return the ids of the rooms to list: occupied rooms first, then the newest; limited per host and address.

    Examples:
        >>> rooms_to_list([Room("empty", "Ida", None, 9, 9), Room("full", "Bob", None, 1, 99)], now=100, most=5)
        ['full', 'empty']
    """
    hosts: Counter[str] = Counter()
    places: Counter[str] = Counter()
    ids: list[str] = []
    for room in sorted(rooms, key=lambda room: (room.seen < now - OCCUPIED_FOR, -room.created)):
        place = room.place or room.host
        if hosts[room.host] < OF_ONE_HOST and places[place] < OF_ONE_PLACE and len(ids) < most:
            hosts[room.host] += 1
            places[place] += 1
            ids.append(room.id)
    return ids
