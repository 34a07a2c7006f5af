"""Copies of games that people play without advice: they get none either, or they would be hints by the back door.

A copy is known by the game it was started from, or by a position that such a game has had lately. Only public information is
compared, so a refusal reveals nothing hidden. Nothing is computed before it is needed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from sqlalchemy import distinct, exists, func, select

from kingdoms.core.entry import play_entry
from kingdoms.core.game import Game
from kingdoms.core.record import Record
from kingdoms.core.state import State
from kingdoms.server.database.tables import GameRow, SeatRow
from kingdoms.server.table.live_games import LiveGames
from kingdoms.table.advice.advice import Copies
from kingdoms.table.base.errors import ApiError
from kingdoms.table.game.live import LiveGame
from kingdoms.table.service.games import load_live
from kingdoms.texts import text

RECENT: Final = 60
"""How many entries back a position of a running game is recent."""
MOST_GAMES: Final = 200
"""How many running games are compared: those of the visitor, then those with the newest moves."""
MOST_CACHED: Final = 1000
"""How many games' positions are cached."""


class RunningCopies(Copies):
    """Refuses advice in copies of running games without advice."""

    def __init__(self, games: LiveGames) -> None:
        self.games = games
        self.cache: dict[str, tuple[float, frozenset[int]]] = {}

    async def check(self, live: LiveGame, number: int, client: str, most: int = RECENT) -> None:
        """Check that a game, up to a number, is not a copy of a running game without advice, nor such a game itself.

        Args:
            number: the number up to which it counts.
            most: how many of its last positions are compared.

        Raises:
            ApiError: 403, it is.
        """
        source: LiveGame | None = live
        while source is not None:
            if not source.allows_advice:
                raise ApiError(403, "no_advice", text("error.no_copy"))
            source = None if source.header.from_id is None else await self.games.find(source.header.from_id)
        if live.header.held_from or live.header.position is not None:
            await self.check_positions(live.record_at(number), client, most)

    async def check_positions(self, source: Record | State, client: str, most: int = RECENT) -> None:
        """Check that neither a state nor any of the last `most` positions of a record is recent in such a running game.

        Raises:
            ApiError: 403, one is.
        """
        running = await self._recent_keys(source.game, client)
        keys = _keys(source, most) if isinstance(source, Record) else iter([_key(source)])
        if running and not running.isdisjoint(await self.games.slices.collect(keys)):
            raise ApiError(403, "no_advice", text("error.no_copy"))

    async def _recent_keys(self, game: Game, client: str) -> frozenset[int]:
        """Return the keys of recent positions of running games without advice, for the seats of a game."""
        people = select(func.count(distinct(SeatRow.visitor_id))).where(SeatRow.game_id == GameRow.id, SeatRow.kind == "person")
        is_own = exists().where(SeatRow.game_id == GameRow.id, SeatRow.visitor_id == client)
        running = GameRow.status == "playing", GameRow.game == game.name, GameRow.advice.is_(False)
        query = select(GameRow.id, GameRow.moved, GameRow.seats).where(*running, people.scalar_subquery() > 1)
        rows = await self.games.database.rows(query.order_by(is_own.desc(), GameRow.moved.desc()).limit(MOST_GAMES))
        keys = [await self._recent_keys_of(row.id, row.moved) for row in rows if row.seats == list(game.seats)]
        for game_id in [*self.cache][:-MOST_CACHED]:
            del self.cache[game_id]
        return frozenset[int]().union(*keys)

    async def _recent_keys_of(self, game_id: str, moved: float) -> frozenset[int]:
        """Return the keys of a game's recent positions, once every seat has acted: earlier ones are in many games."""
        if game_id not in self.cache or self.cache[game_id][0] != moved:
            live = self.games.by_id.get(game_id) or await load_live(self.games.store, game_id, self.games.slices)
            if live is None:
                return frozenset()
            record = live.record_at(live.number)
            authors = [entry.by for entry in record.entries]
            opening = max(authors.index(seat) if seat in authors else len(authors) for seat in record.game.seats)
            keys = await self.games.slices.collect(_keys(record, min(RECENT, len(authors) - opening)))
            self.cache[game_id] = moved, frozenset(keys) - {0}
        return self.cache[game_id][1]


def _keys(record: Record, most: int) -> Iterator[int]:
    """Yield the keys of the last positions of a record, and 0 for each before them."""
    state: State = Record(record.game, position=record.position).state
    for at, entry in enumerate([None, *record.entries]):
        if entry is not None:
            play_entry(state, entry)
        yield _key(state) if at > len(record.entries) - most else 0


def _key(state: State) -> int:
    """Return a key for what everybody may know of a state, whatever the rulings."""
    return hash(json.dumps([state.game.name, state.view(None).to_json() | {"rulings": None}], sort_keys=True))
