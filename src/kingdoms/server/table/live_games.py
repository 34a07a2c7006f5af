"""The games that a server has in memory, beside other servers."""

from __future__ import annotations

import time

from kingdoms.server.base.slices import Slices
from kingdoms.server.http.metrics import Metrics
from kingdoms.server.table.broadcast import HouseBroadcast
from kingdoms.server.table.store import Store
from kingdoms.table.base.background import Background
from kingdoms.table.game.entries import StoredEntry
from kingdoms.table.game.live import LiveGame
from kingdoms.table.service.games import Games

EVICT_AFTER = 600.0
"""Seconds until an idle game, without followers, is evicted from memory."""
EVICT_SOONEST = 10.0
MOST_HELD = 400_000
"""With more entries in memory, games idle for `EVICT_SOONEST` seconds are evicted."""


class LiveGames(Games):
    """The games that this server has in memory. It catches up with other servers, and evicts idle games."""

    store: Store
    slices: Slices
    broadcast: HouseBroadcast

    def __init__(
        self, store: Store, slices: Slices, broadcast: HouseBroadcast, background: Background, metrics: Metrics
    ) -> None:
        super().__init__(store, slices, broadcast, background, metrics.keeping.observe)
        self.database = store.database
        self.metrics = metrics
        self.loaded_entries = 0
        metrics.live_games.set_function(lambda: len(self.by_id))

    async def _load(self, game_id: str) -> LiveGame | None:
        live = await super()._load(game_id)
        if live is None:
            return None
        self.loaded_entries += live.number
        if self.loaded_entries > MOST_HELD / 20:
            self.loaded_entries = 0
            await self.evict_idle()
        return live

    # -- other servers ------------------------------------------------------------------------------------------------

    async def catch_up(self, live: LiveGame) -> None:
        """Read what another server may have written to a game without this one being notified."""
        if self.database.is_shared:
            await self.refresh(live)

    async def refresh(self, live: LiveGame) -> None:
        """Read what another server, or a command of the operator, has written to a game."""
        async with live.lock:
            await self._change_of(live).refresh()

    async def follow(self, live: LiveGame) -> None:
        """Follow a change by another server."""
        async with live.lock:
            change = self._change_of(live)
            await change.refresh()
            for listener in self.listeners.seats_changed:
                await listener(change)

    async def follow_entry(self, live: LiveGame, entry: StoredEntry) -> bool:
        """Add an entry that another server has written, if it is the next one of a game; return whether it was."""
        async with live.lock:
            is_next = entry.number == live.number + 1
            if is_next:
                self._change_of(live).take(entry)
        return is_next

    async def refresh_all(self) -> None:
        """Catch up with all changes by other servers."""
        for live in list(self.by_id.values()):
            await self.catch_up(live)

    # -- memory -------------------------------------------------------------------------------------------------------

    async def evict_idle(self) -> None:
        """Evict idle games from memory, the longest idle first."""
        now, total = time.time(), sum(live.number for live in self.by_id.values())
        for game_id, live in sorted(self.by_id.items(), key=lambda item: item[1].last_used):
            if now - live.last_used <= (EVICT_AFTER if total <= MOST_HELD else EVICT_SOONEST):
                break
            if not self.broadcast.hub.followers_of(game_id) and not live.thinker and not self.is_busy(live):
                del self.by_id[game_id]
                total -= live.number
