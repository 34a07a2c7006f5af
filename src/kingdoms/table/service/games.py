"""The games in memory, and the only way to change one."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import time
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence

from kingdoms.table.base.background import Background
from kingdoms.table.base.errors import ApiError, Unavailable
from kingdoms.table.game.entries import Header, StoredEntry, TableSeat
from kingdoms.table.game.live import LiveGame
from kingdoms.table.service.broadcast import Broadcast
from kingdoms.table.service.changes import GameChange, Listeners, call
from kingdoms.table.service.followers import Follower
from kingdoms.table.service.home import PART, Slices, Store
from kingdoms.texts import text

log = logging.getLogger("kingdoms.games")

ID = re.compile(r"[A-Za-z0-9_-]{1,24}")


def unknown_game() -> ApiError:
    """Return a 404 error for an unknown or deleted game."""
    return ApiError(status=404, code="no_game", message=text("error.no_game"))


def seat_of(live: LiveGame, seat: str) -> TableSeat:
    """Return a seat of a game, or raise a 404 error."""
    if seat not in live.seats:
        raise ApiError(404, "no_seat", text("error.no_seat_of", seat=seat, seats=", ".join(live.seats)))
    return live.seats[seat]


def own_seat(live: LiveGame, seat: str, visitor_id: str | None) -> TableSeat:
    """Return a seat that a visitor holds, or raise an error."""
    holder = seat_of(live, seat)
    if visitor_id is None or holder.visitor_id != visitor_id:
        raise ApiError(403, "not_yours", text("error.not_yours", seat=live.game.seat_name(seat)))
    return holder


async def load_live(store: Store, game_id: str, slices: Slices) -> LiveGame | None:
    """Load a game from the database, as servers have it in memory; return None if it does not exist.

    Raises:
        KingdomsError: its entries cannot be replayed.
    """
    header = await store.load_header(game_id)
    if header is None:
        return None
    live = LiveGame(*header)
    while entries := await store.entries_after(game_id, live.number):
        await slices.collect(map(live.add_quietly, entries))
        if len(entries) < PART:
            break
    return live


class ChangeContext:
    """The context of a change; a generator would take several times as long."""

    __slots__ = ("change",)

    def __init__(self, change: GameChange) -> None:
        self.change = change

    async def __aenter__(self) -> GameChange:
        """Lock the game."""
        try:
            await self.change.live.lock.acquire()
        except BaseException:
            self._complete()
            raise
        return self.change

    async def __aexit__(self, *_: object) -> None:
        """Release the lock, and call the listeners."""
        self.change.live.lock.release()
        self._complete()

    def _complete(self) -> None:
        call(self.change.listeners.change_complete, self.change.live)


class Games:
    """The games that a home has in memory: it loads, locks and changes them.

    Args:
        note_kept: is told how many seconds it took to keep an entry.

    Attributes:
        is_busy: returns whether a game must stay in memory.
    """

    def __init__(
        self,
        store: Store,
        slices: Slices,
        broadcast: Broadcast,
        background: Background,
        note_kept: Callable[[float], object] = lambda _: None,
    ) -> None:
        self.store = store
        self.slices = slices
        self.broadcast = broadcast
        self.background = background
        self.note_kept = note_kept
        self.listeners = Listeners(deleted=[self._drop])
        self.is_busy: Callable[[LiveGame], bool] = lambda _: False
        self.by_id: dict[str, LiveGame] = {}
        # evicted games that some task still works on: a second copy must not be loaded meanwhile
        self.references: weakref.WeakValueDictionary[str, LiveGame] = weakref.WeakValueDictionary()
        self.locks: dict[str, asyncio.Lock] = {}

    # -- reading ------------------------------------------------------------------------------------------------------

    async def get(self, game_id: str) -> LiveGame:
        """Return a game.

        Raises:
            ApiError: 404, the game does not exist.
        """
        live = await self.find(game_id)
        if live is None:
            raise unknown_game()
        return live

    async def get_existing(self, game_ids: Iterable[str]) -> list[LiveGame]:
        """Return games by their ids; unknown ids are skipped."""
        live_games = [await self.find(game_id) for game_id in game_ids]
        return [live for live in live_games if live is not None]

    async def find(self, game_id: str) -> LiveGame | None:
        """Return a game, or None if it does not exist."""
        live = self.by_id.get(game_id)
        if live is None and ID.fullmatch(game_id):
            async with self.locks.setdefault(game_id, asyncio.Lock()):
                live = self.by_id.get(game_id)
                if live is None:
                    live = self.references.get(game_id) or await self._load(game_id)
                    if live is not None:
                        live.last_used = time.time()  # so that it is not evicted while it catches up
                        self.by_id[game_id] = self.references[game_id] = live
                        await self.catch_up(live)
                        live = self.by_id.get(game_id)  # None: it was deleted meanwhile
            self.locks.pop(game_id, None)
        if live is not None:
            live.last_used = time.time()
        return live

    async def _load(self, game_id: str) -> LiveGame | None:
        return await load_live(self.store, game_id, self.slices)

    async def catch_up(self, live: LiveGame) -> None:
        """Read what another home may have written to a game without this one being notified; by default, there is none."""

    async def create(
        self,
        header: Header,
        seats: Sequence[TableSeat],
        entries: Sequence[StoredEntry],
        to_move: str | None,
        rematch_of: str | None = None,
    ) -> LiveGame:
        """Create a game, as `Store.create` does, and return it.

        Raises:
            EntryCollision: the game before it has a rematch already.
        """
        await self.store.create(header, seats, entries, to_move, rematch_of)
        live = await self.get(header.id)
        call(self.listeners.changed, live)
        call(self.listeners.change_complete, live)
        return live

    # -- changing -----------------------------------------------------------------------------------------------------

    def change(self, live: LiveGame) -> ChangeContext:
        """Lock a game for a change. Afterwards, listeners hear that the lock is free and a turn may have begun."""
        return ChangeContext(self._change_of(live))

    async def greet(self, live: LiveGame, follower: Follower, after: int | None) -> str:
        """Return the first message to a follower, and drop queued messages that it covers.

        Args:
            after: the number of the entry that the follower has seen last; None for the newest.
        """
        async with live.lock:
            text = await self.broadcast.hello(live, follower, live.number if after is None else after)
            follower.skip()
        return text

    def _change_of(self, live: LiveGame) -> GameChange:
        return GameChange(live, self.store, self.broadcast, self.listeners, self.note_kept)

    def forget(self, game_id: str) -> None:
        """Drop a deleted game from memory, and tell its followers."""
        live = self.by_id.get(game_id)
        if live is not None:
            call(self.listeners.deleted, live)

    def _drop(self, live: LiveGame) -> None:
        """Drop a deleted game from memory, and tell its followers."""
        self.by_id.pop(live.header.id, None)
        self.references.pop(live.header.id, None)
        self.broadcast.send_gone(live)

    @contextlib.contextmanager
    def isolate_errors(self, game_id: str) -> Iterator[None]:
        """Log an error in one game instead of ending the loop over all games.

        Raises:
            Unavailable: the database cannot be used, for this game or any other.
        """
        try:
            yield
        except Unavailable:
            raise
        except ApiError:
            pass  # another server was faster, or nothing can follow in this game
        except Exception:
            log.exception("periodic work on game %s failed", game_id)
