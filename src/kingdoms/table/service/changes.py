"""Changes of a game under its lock, and the events that they cause."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from kingdoms.table.base.errors import ApiError, EntryCollision
from kingdoms.table.game.clocks import Times
from kingdoms.table.game.entries import StoredEntry
from kingdoms.table.game.live import MOST_ENTRIES, LiveGame
from kingdoms.table.game.presence import is_present
from kingdoms.table.service.broadcast import Broadcast
from kingdoms.table.service.home import PART, Store
from kingdoms.texts import text

ENTRIES_AT_ONCE = 10
"""How many entries of another server are broadcast before other tasks run."""

OnGame = Callable[[LiveGame], None]


@dataclass
class Listeners:
    """Callbacks for the events of games, in the order in which they are called.

    Attributes:
        entry_kept: this server has persisted an entry.
        changed: any server has persisted an entry, begun the game, or changed a proposal.
        refreshed: another server has changed the header or the seats, or the presence of players.
        seats_changed: a seat has another holder or stand-in; called under the lock.
        change_complete: a change by this server is complete, and the lock is free.
    """

    entry_kept: list[Callable[[LiveGame, StoredEntry], None]] = field(default_factory=list)
    changed: list[OnGame] = field(default_factory=list)
    refreshed: list[OnGame] = field(default_factory=list)
    seats_changed: list[Callable[[GameChange], Awaitable[None]]] = field(default_factory=list)
    change_complete: list[OnGame] = field(default_factory=list)
    game_over: list[OnGame] = field(default_factory=list)
    deleted: list[OnGame] = field(default_factory=list)


def call(listeners: list[OnGame], live: LiveGame) -> None:
    """Call listeners with a game."""
    for listener in listeners:
        listener(live)


class GameChange:
    """A change of a game whose lock is held; see `LiveGames.change`.

    Each method writes to the database first, then follows in memory, then broadcasts.
    """

    __slots__ = ("broadcast", "listeners", "live", "note_kept", "store")

    def __init__(
        self, live: LiveGame, store: Store, broadcast: Broadcast, listeners: Listeners, note_kept: Callable[[float], object]
    ) -> None:
        self.live = live
        self.store = store
        self.broadcast = broadcast
        self.listeners = listeners
        self.note_kept = note_kept

    async def append(self, to_move: str | None, **values: Any) -> int:
        """Append an entry, and return its number.

        Args:
            to_move: the seat that is asked afterwards, or "chance"; None if the game is over.
            values: fields of `StoredEntry` other than `number`, `at` and `clocks`.

        Raises:
            EntryCollision: another server was faster, or the client has sent this entry before.
        """
        live, now = self.live, time.time()
        entry = StoredEntry(number=live.number + 1, at=now, clocks=live.clocks_after(to_move, now), **values)
        began = time.perf_counter()
        try:
            await self.store.append(live.header.id, entry, to_move)
        finally:
            self.note_kept(time.perf_counter() - began)
        live.last_used = now
        for listener in self.listeners.entry_kept:
            listener(live, entry)
        self.take(entry)
        return entry.number

    def take(self, entry: StoredEntry) -> None:
        """Add an entry that is in the database, by `append` of this server or of another one, and broadcast it."""
        live = self.live
        by_viewer = live.add(entry)
        live.header.clocks = entry.clocks
        is_over = live.state.to_move is None
        if is_over:
            live.header.status = "over"
        self.broadcast.send_entry(live, entry, by_viewer)
        if is_over:
            call(self.listeners.game_over, live)
        call(self.listeners.changed, live)

    async def append_table_entry(
        self, entry: StoredEntry, game: Mapping[str, Any], seat: Mapping[str, Any] | None = None
    ) -> None:
        """Append an entry about the table rather than the board, and update the rows that follow from it.

        Args:
            seat: new values for the row of a seat, and its name under `seat`.

        Raises:
            EntryCollision: another server was faster.
            ApiError: 409, the game has reached its maximum length.
        """
        live = self.live
        if live.number >= MOST_ENTRIES and not entry.is_end:
            raise game_too_long(live)
        if entry.clocks is not None:
            game = {**game, "clocks": entry.clocks, "wakes": Times.read(entry.clocks).expires}
        await self.store.append_with(live.header.id, entry, self._base_values, game, seat)
        live.last_used = time.time()
        await self.refresh()

    async def update(self, **values: Any) -> None:
        """Update the row of the game.

        Raises:
            EntryCollision: another server was faster.
        """
        live = self.live
        if not await self.store.change_game(live.header.id, self._base_values, **values):
            raise EntryCollision
        live.header = replace(live.header, **{name: value for name, value in values.items() if name != "wakes"})
        self.broadcast.send_info(live)
        if "proposal" in values:
            call(self.listeners.changed, live)

    @property
    def _base_values(self) -> dict[str, Any]:
        header = self.live.header
        return {"status": "playing", "clocks": header.clocks, "proposal": header.proposal}

    async def change_seat(
        self, seat: str, *, expected: Mapping[str, Any], begun: Mapping[str, Any] | None = None, **values: Any
    ) -> bool:
        """Update a seat if it has the expected values, as `Store.change_seat` does; return whether it had."""
        is_changed = await self.store.change_seat(self.live.header.id, seat, expected=expected, begun=begun, **values)
        await self.refresh()
        if self.live.header.status == "playing":
            for listener in self.listeners.seats_changed:
                await listener(self)
        return is_changed

    async def delete(self, *conditions: Any) -> bool:
        """Delete the game if its row meets the conditions; return whether it did."""
        is_deleted = await self.store.delete(self.live.header.id, *conditions)
        if is_deleted:
            call(self.listeners.deleted, self.live)
        return is_deleted

    async def refresh(self) -> None:
        """Read what other servers have written, and broadcast it."""
        live, game_id = self.live, self.live.header.id
        snapshot = await self.store.load_header(game_id)
        if snapshot is None:
            call(self.listeners.deleted, live)
            return
        missed = await self.store.entries_after(game_id, live.number)
        before, begun = _surroundings(live), live.header.status == "lobby" != snapshot[0].status
        was_over = live.header.status == "over"
        live.header, live.seats = snapshot
        is_over = live.header.status == "over"
        # the end of a game is broadcast with the entry that has ended it
        changed, comes_last = _surroundings(live) != before, bool(missed) and is_over
        if changed and not comes_last:
            await self.broadcast.send_seats(live, begun=begun)
            call(self.listeners.refreshed, live)
        if begun or missed:
            call(self.listeners.changed, live)
        while missed:
            for count, entry in enumerate(missed, 1):
                self.broadcast.send_entry(live, entry, live.add(entry))
                if count % ENTRIES_AT_ONCE == 0:
                    await asyncio.sleep(0)
            more = len(missed) == PART
            missed = await self.store.entries_after(game_id, live.number) if more else []
        if changed and comes_last:
            await self.broadcast.send_seats(live, begun=begun)
        if is_over and not was_over:
            call(self.listeners.game_over, live)


def _surroundings(live: LiveGame) -> list[Any]:
    """Return the data of a game that is broadcast beside its entries, for comparison."""
    return [live.header, *(replace(seat, seen=float(is_present(live, seat))) for seat in live.seats.values())]


def game_too_long(live: LiveGame) -> ApiError:
    """Return a 409 error for a game that has reached its maximum length."""
    message = text("error.too_long", number=live.number)
    return ApiError(409, "too_long", message)
