"""Copies of games that people play without advice: they get none either, or they would be hints by the back door.

A copy is known by the game it was started from, or by a position that such a game has had lately. Only public information is
compared, so a refusal tells nobody what is hidden. Nothing is computed until somebody asks.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import Final

from sqlalchemy import case, distinct, exists, func, select

from kingdoms.core.record import Record, play_entry
from kingdoms.core.state import State
from kingdoms.server.errors import ApiError
from kingdoms.server.game.live import LiveGame
from kingdoms.server.table.live_games import LiveGames, load_live
from kingdoms.server.tables import GameRow, SeatRow
from kingdoms.texts import text

RECENT: Final = 60
"""How many entries back a position of a running game is recent."""
MOST_GAMES: Final = 200
"""How many running games are compared: those of the visitor, then those with the newest moves."""
MOST_CACHED: Final = 1000
"""How many games' positions are cached."""


class Copies:
    """Refuses advice in copies of running games without advice.

    Args:
        games: the games in memory.
    """

    def __init__(self, games: LiveGames) -> None:
        self.games = games
        self.cache: dict[str, tuple[float, frozenset[int]]] = {}

    async def check(self, live: LiveGame, number: int, client: str, most: int = RECENT) -> None:
        """Check that a game, up to a number, is not a copy of a running game without advice, nor such a game itself.

        Args:
            live: the game.
            number: the number up to which it counts.
            client: the visitor.
            most: how many of its last positions are compared.

        Raises:
            ApiError: 403, it is.
        """
        source: LiveGame | None = live
        while source is not None:
            if not source.allows_advice:
                raise _no_copy()
            source = None if source.header.from_id is None else await self.games.find(source.header.from_id)
        if live.header.held_from or live.header.position is not None:
            await self.check_record(live.record_at(number), client, most)

    async def check_record(self, record: Record, client: str, most: int = RECENT) -> None:
        """Check that a record has no recent position of a running game without advice among its last ones.

        Raises:
            ApiError: 403, it has.
        """
        theirs = await self._positions(record.game.name, list(record.game.seats), client)
        if theirs and not theirs.isdisjoint(await self.games.slices.collect(_keys(record, most))):
            raise _no_copy()

    async def check_state(self, state: State, client: str) -> None:
        """Check that a state is no recent position of a running game without advice.

        Raises:
            ApiError: 403, it is.
        """
        if _key(state) in await self._positions(state.game.name, list(state.game.seats), client):
            raise _no_copy()

    async def _positions(self, name: str, seats: list[str], client: str) -> set[int]:
        """Return the keys of recent positions of running games without advice."""
        people = select(func.count(distinct(SeatRow.visitor_id))).where(SeatRow.game_id == GameRow.id, SeatRow.kind == "person")
        sits = exists().where(SeatRow.game_id == GameRow.id, SeatRow.visitor_id == client)
        running = GameRow.status == "playing", GameRow.game == name, GameRow.advice.is_(False)
        query = select(GameRow.id, GameRow.moved, GameRow.seats).where(*running, people.scalar_subquery() > 1)
        order = case((sits, 0), else_=1), GameRow.moved.desc()
        async with self.games.database.read_engine.connect() as connection:
            rows = (await connection.execute(query.order_by(*order).limit(MOST_GAMES))).all()
        keys = set[int]()
        for row in rows:
            if row.seats == seats:
                keys |= await self._positions_of(row.id, row.moved)
        for game_id in [*self.cache][:-MOST_CACHED]:
            del self.cache[game_id]
        return keys

    async def _positions_of(self, game_id: str, moved: float) -> frozenset[int]:
        """Return the keys of a game's recent positions, once every seat has acted: earlier ones are in many games."""
        cached = self.cache.get(game_id)
        if cached is None or cached[0] != moved:
            store, slices = self.games.store, self.games.slices
            live = self.games.by_id.get(game_id) or await load_live(store, game_id, slices)
            if live is None:
                return frozenset()
            record = live.record_at(live.number)
            authors = [entry.by for entry in record.entries]
            opening = max(authors.index(seat) if seat in authors else len(authors) for seat in record.game.seats)
            later = min(RECENT, len(authors) - opening)
            keys = await slices.collect(_keys(record, later)) if later else []
            cached = self.cache[game_id] = moved, frozenset(keys) - {0}
        return cached[1]


def _keys(record: Record, most: int) -> Iterator[int]:
    """Yield the keys of the last positions of a record, and 0 for each before them."""
    state: State = Record(record.game, position=record.position).state
    skipped = len(record.entries) + 1 - most
    for entry in islice(record.entries, max(0, skipped)):
        play_entry(state, entry)
        yield 0
    yield _key(state)
    for entry in record.entries[max(0, skipped) :]:
        play_entry(state, entry)
        yield _key(state)


def _key(state: State) -> int:
    """Return a key for what everybody may know of a state, whatever the rulings."""
    return hash(json.dumps([state.game.name, state.view(None).to_json() | {"rulings": None}], sort_keys=True))


def _no_copy() -> ApiError:
    """Return a 403 error for a copy of a running game."""
    return ApiError(403, "no_advice", text("error.no_copy"))
