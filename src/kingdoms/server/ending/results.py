"""Results of finished games. Each is persisted once, by any server, at the end of the game or by a later sweep."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from kingdoms.core.entry import play_entry
from kingdoms.server.database.engine import execute_count
from kingdoms.server.database.tables import GameRow, ResultRow
from kingdoms.server.ratings.pool import WEEK
from kingdoms.server.ratings.settling import FinishedSeat, rate
from kingdoms.server.ratings.store import forget_places
from kingdoms.server.table.live_games import LiveGames
from kingdoms.table.base.errors import ApiError
from kingdoms.table.game.endings import AGREED, FORFEITED, OUT_OF_TIME, RESIGNED
from kingdoms.table.game.entries import LATE, LEFT
from kingdoms.table.game.live import LiveGame
from kingdoms.table.game.results import results_of

LEAVING: Final = (RESIGNED, OUT_OF_TIME, FORFEITED, LEFT, LATE)
"""The calls by which a player leaves for good, or has to."""
QUARTER: Final = 4
TRIES: Final = 3
AT_A_TIME: Final = 5
"""Number of unsettled games that a sweep reads at once."""


def finished_seats(live: LiveGame, rows: Sequence[Mapping[str, Any]]) -> list[FinishedSeat]:
    """Return the seats of a rated game that is over, by the rows of its results."""
    early = early_leavers(live)
    return [
        FinishedSeat(
            row["seat"], row["visitor_id"], row["bot"], row["share"], row["seat"] in early, live.seats[row["seat"]].place
        )
        for row in rows
    ]


def early_leavers(live: LiveGame) -> set[str]:
    """Return the seats whose players left before a quarter of the usual number of rounds had been played."""
    departures = {str(entry.by): entry.number for entry in live.entries if entry.is_beside and entry.call in LEAVING}
    if not departures:
        return set()
    numbers = [number for number in live.record_numbers if number <= max(departures.values())]
    quarter = live.game.usual_rounds / QUARTER
    end = _number_after(live, numbers, quarter)
    return {seat for seat, number in departures.items() if end is None or number < end}


def _number_after(live: LiveGame, numbers: list[int], rounds: float) -> int | None:
    """Return the number of the entry that completes so many rounds; None if none of `numbers` does."""
    state, measures = live.snapshots[0].clone(), live.game.measures()
    beat, beats = measures.beat(state), 0
    for number in numbers:
        play_entry(state, live.entries[number - 1].record_entry)
        beats += measures.beat(state) != beat
        beat = measures.beat(state)
        if beats >= rounds * measures.beats(live.game):
            return number
    return None


class Results:
    """Persists the results of games."""

    def __init__(self, games: LiveGames) -> None:
        self.games = games
        self.database = games.database
        games.listeners.game_over.append(self._settle_soon)

    def _settle_soon(self, live: LiveGame) -> None:
        """Persist the result of a game that has just ended, in the background."""
        self.games.background.spawn(self._settle_now(live))

    async def _settle_now(self, live: LiveGame) -> None:
        """Persist the result of a game that has just ended; if that fails, the periodic job does it."""
        await self.settle(live)

    async def settle(self, live: LiveGame) -> bool:
        """Persist the result of a finished game, unless it is persisted; return whether this call did."""
        for _ in range(TRIES):
            with contextlib.suppress(IntegrityError):  # two concurrent first ratings of a person
                return await self._settle(live)
        return False  # the sweep finds it

    async def _settle(self, live: LiveGame) -> bool:
        """Persist the result of a game, in one transaction.

        Raises:
            IntegrityError: the first rating of a player is being written elsewhere. Nothing is written.
        """
        async with self.database.engine.begin() as connection:
            statement = update(GameRow).where(
                GameRow.id == live.header.id, GameRow.status == "over", GameRow.settled.is_(False)
            )
            is_first = await execute_count(connection, statement.values(settled=True)) == 1
            if is_first:
                await self._write(connection, live)
            return is_first

    async def _write(self, connection: AsyncConnection, live: LiveGame) -> None:
        """Insert the rows of a game's results, and update ratings."""
        rows = results_of(live, await connection.scalar(select(GameRow.moved).where(GameRow.id == live.header.id)) or 0.0)
        if rows:
            await connection.execute(insert(ResultRow), rows)
        if live.header.rated and len(rows) == len(live.seats) and live.outcome and live.outcome.reason != AGREED:
            await rate(connection, live.header.id, live.header.game, rows[0]["at"], finished_seats(live, rows))

    async def forget_places(self) -> int:
        """Delete the digests of addresses in rated games that ended a week ago; return how many."""
        async with self.database.engine.begin() as connection:
            return await forget_places(connection, time.time() - WEEK)

    async def settle_some(self) -> int:
        """Persist the results of some unsettled games, and return how many."""
        query = select(GameRow.id).where(GameRow.status == "over", GameRow.settled.is_(False)).limit(AT_A_TIME)
        game_ids = await self.database.scalars(query)
        count = 0
        for game_id in game_ids:
            try:
                live = await self.games.get(game_id)
            except ApiError:
                continue  # deleted meanwhile
            count += await self.settle(live)
        return count
