"""Expiry of clocks, and the time limit of a whole game."""

from __future__ import annotations

import contextlib
import time

from sqlalchemy import select, update

from kingdoms.server.database.tables import GameRow
from kingdoms.server.table.live_games import LiveGames
from kingdoms.table import clocks, endings
from kingdoms.table.changes import GameChange
from kingdoms.table.clocks import Times
from kingdoms.table.ends import end_game, hand_over
from kingdoms.table.entries import LATE
from kingdoms.table.errors import ApiError, EntryCollision
from kingdoms.table.live import LiveGame

TRIES = 10
"""How often an update of clocks is retried while other servers change the same game."""
CHECK_EVERY = 1.0
"""Seconds between two checks of the clocks of games in memory."""
WAKE_EVERY = 5.0
"""Seconds between two checks of the clocks of all other games."""
AT_A_TIME = 100
"""How many games are woken at once."""


class ClockService:
    """Ends turns and games whose time is up. Any server may do that for any game."""

    def __init__(self, games: LiveGames) -> None:
        self.games = games
        games.listeners.seats_changed.append(self.settle)

    def start(self) -> None:
        """Check clocks from now on."""
        self.games.background.run_every(CHECK_EVERY, self.check_live_games)
        self.games.background.run_every(WAKE_EVERY, self.wake_games)

    # -- the clocks of seats ------------------------------------------------------------------------------------------

    async def call_time(self, change: GameChange) -> bool:
        """End the turn of a seat whose time is up; return whether it was."""
        live = change.live
        clock, times, now = live.clock, live.times, time.time()
        if clock is None or times is None or live.header.status != "playing" or not times.is_time_up(now):
            return False
        seat = str(times.turn)
        if not _is_settled(live, times):
            await self.settle(change)
            return False
        opponents = [opponent for opponent in live.seats.values() if opponent.seat != seat]
        if clocks.hands_over(live.header.rated, len(live.seats)):
            ends = all(opponent.kind == "bot" or opponent.gone is not None for opponent in opponents)
        else:
            ends = clock.then == clocks.DECIDED or all(opponent.thinker is not None for opponent in opponents)
        try:
            if ends:
                await end_game(change, endings.OUT_OF_TIME, seat)
            else:
                departure = None if clock.kind == clocks.TURN else endings.OUT_OF_TIME
                await hand_over(change, LATE, seat, departure=departure)
        except EntryCollision:
            await change.refresh()
            return False
        return True

    async def settle(self, change: GameChange) -> None:
        """Start the clock of the seat to move, and stop all others, after a change of seats."""
        live = change.live
        for _ in range(TRIES):
            times = live.times
            if live.clock is None or times is None or live.header.status != "playing" or _is_settled(live, times):
                return
            text = live.clocks_after(live.state.to_move, time.time())
            assert text is not None
            try:
                await change.update(clocks=text, wakes=Times.read(text).expires)
            except EntryCollision:
                await change.refresh()

    async def check(self, live: LiveGame) -> None:
        """End the turn in a game if its time is up."""
        async with self.games.change(live) as change:
            await self.call_time(change)

    async def wake(self, live: LiveGame) -> None:
        """Check the clocks of a game whose row says that it is time, and correct the row if it is not."""
        await self.check(live)
        async with self.games.change(live) as change:
            times = live.times
            if live.header.status == "playing" and times is not None and not times.is_time_up(time.time()):
                with contextlib.suppress(EntryCollision):
                    await change.update(wakes=times.expires)

    # -- the time of a game -------------------------------------------------------------------------------------------

    async def end_by_deadline(self, live: LiveGame) -> None:
        """Play the call that a game's time limit is reached (V-5), once."""
        with contextlib.suppress(ApiError):  # the game was deleted, or nothing can follow in it
            async with self.games.change(live) as change:
                if live.header.status != "playing" or live.is_over or "time" in live.calls:
                    return
                after = live.state.clone()
                live.game.call(after, "time")
                try:
                    await change.append(after.to_move, call="time")
                except EntryCollision:  # another server was faster
                    await change.refresh()

    # -- periodic checks ----------------------------------------------------------------------------------------------

    async def check_live_games(self) -> None:
        """Check the clocks and deadlines of the games in memory."""
        now = time.time()
        games = self.games.by_id.values()
        for live in [live for live in games if live.header.clock is not None and live.header.status == "playing"]:
            if (times := live.times) is not None and times.is_time_up(now):
                with self.games.isolate_errors(live.header.id):
                    await self.check(live)
        for live in [live for live in games if live.header.deadline is not None and live.header.deadline <= now]:
            with self.games.isolate_errors(live.header.id):
                await self.end_by_deadline(live)

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


def _is_settled(live: LiveGame, times: Times) -> bool:
    """Return whether the clock of the seat to move runs, and no other; it waits only for a holder who has not come."""
    to_move = live.state.to_move
    waits_in_vain = times.starts is not None and live.waits_until(to_move) is None
    return times.running_seat == (to_move if live.runs_clock(to_move) else None) and not waits_in_vain
