"""Expiry of clocks in games that no server may have in memory."""

from __future__ import annotations

import contextlib
import time

from sqlalchemy import select, update

from kingdoms.server.database.tables import GameRow
from kingdoms.server.table.live_games import LiveGames
from kingdoms.table.base.errors import EntryCollision
from kingdoms.table.game.live import LiveGame
from kingdoms.table.service.timekeeping import Timekeeper

WAKE_EVERY = 5.0
"""Seconds between two checks of the clocks of all other games."""
AT_A_TIME = 100
"""How many games are woken at once."""


class ClockService(Timekeeper):
    """Ends turns and games whose time is up. Any server may do that for any game."""

    games: LiveGames

    def start(self) -> None:
        """Check clocks from now on."""
        super().start()
        self.games.background.run_every(WAKE_EVERY, self.wake_games)

    async def wake(self, live: LiveGame) -> None:
        """Check the clocks of a game whose row says that it is time, and correct the row if it is not."""
        await self.check(live)
        async with self.games.change(live) as change:
            times = live.times
            if live.header.status == "playing" and times is not None and not times.is_time_up(time.time()):
                with contextlib.suppress(EntryCollision):
                    await change.update(wakes=times.expires)

    async def wake_games(self) -> None:
        """Check the clocks and deadlines of games that no server may have in memory."""
        for game_id, is_playing in await self.due_games(time.time()):
            if self.games.background.is_stopping:
                return
            with self.games.isolate_errors(game_id):
                live = await self.games.get(game_id) if is_playing else None
                if live is not None and live.clock is not None:
                    await self.wake(live)
                elif live is not None:
                    await self.end_by_deadline(live)
                if live is None or live.header.status != "playing" or "time" in live.calls:
                    await self._clear_wakes(game_id)

    async def due_games(self, now: float) -> list[tuple[str, bool]]:
        """Return the games whose `wakes` has passed, and whether they are under way; a limited number."""
        query = select(GameRow.id, GameRow.status).where(GameRow.wakes <= now).order_by(GameRow.wakes).limit(AT_A_TIME)
        return [(row.id, row.status == "playing") for row in await self.games.database.rows(query)]

    async def _clear_wakes(self, game_id: str) -> None:
        await self.games.database.execute(update(GameRow).where(GameRow.id == game_id).values(wakes=None))
