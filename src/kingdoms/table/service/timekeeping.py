"""Expiry of clocks, and the time limit of a whole game."""

from __future__ import annotations

import contextlib
import time
from typing import Final

from kingdoms.table.base.errors import ApiError, EntryCollision
from kingdoms.table.game import clocks, endings
from kingdoms.table.game.clocks import Times
from kingdoms.table.game.entries import LATE
from kingdoms.table.game.live import LiveGame
from kingdoms.table.service.changes import GameChange
from kingdoms.table.service.ends import end_game, hand_over
from kingdoms.table.service.games import Games

TRIES = 10
"""How often an update of clocks is retried while other servers change the same game."""
CHECK_EVERY: Final = 1.0
"""Seconds between two checks of the clocks of games in memory."""


class Timekeeper:
    """Ends turns and games whose time is up."""

    def __init__(self, games: Games) -> None:
        self.games = games
        games.listeners.seats_changed.append(self.settle)

    def start(self) -> None:
        """Check clocks from now on."""
        self.games.background.run_every(CHECK_EVERY, self.check_live_games)

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


def _is_settled(live: LiveGame, times: Times) -> bool:
    """Return whether the clock of the seat to move runs, and no other; it waits only for a holder who has not come."""
    to_move = live.state.to_move
    waits_in_vain = times.starts is not None and live.waits_until(to_move) is None
    return times.running_seat == (to_move if live.runs_clock(to_move) else None) and not waits_in_vain
