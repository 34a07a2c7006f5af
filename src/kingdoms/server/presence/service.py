"""Presence: which players are connected, at this server or at another."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterable

from kingdoms.server.presence.store import PresenceStore
from kingdoms.server.table.live_games import LiveGames
from kingdoms.table.base.errors import Unavailable
from kingdoms.table.game import presence
from kingdoms.table.game.live import LiveGame
from kingdoms.table.game.presence import is_present, timeout
from kingdoms.table.service.followers import Follower

PINGS_AT_ONCE, PING_PAUSE = 10, 0.01
"""Followers are pinged in groups of this size, with this pause in seconds between groups."""


class Presence:
    """Keeps track of the players who are connected.

    Attributes:
        look_listeners: callbacks for a game and a visitor who looks at it now, or has done so until now.
    """

    def __init__(self, games: LiveGames) -> None:
        self.games = games
        self.broadcast = games.broadcast
        self.hub = games.broadcast.hub
        self.store = PresenceStore(games.database)
        self.onlookers_changed: set[str] = set()
        self.look_listeners: list[Callable[[str, str | None], None]] = []

    def report_look(self, follower: Follower) -> None:
        """Call the listeners of `look_listeners`."""
        for listener in self.look_listeners:
            listener(follower.game_id, follower.visitor_id)

    def start(self) -> None:
        """Ping followers and persist presence from now on."""
        self.games.background.run_every(presence.HEARTBEAT, self.ping)
        self.games.background.run_every(1.0, self.send_onlookers)
        self.games.background.run_every(presence.HEARTBEAT, self.persist)

    async def add_follower(self, live: LiveGame, follower: Follower) -> None:
        """Add a follower of a game.

        Raises:
            FollowerLimit: the visitor has too many connections.
        """
        self.hub.add(follower)
        self.games.metrics.sockets.set(self.hub.count())
        seats = self.seats_present(live, [follower])
        if not seats:
            self.onlookers_changed.add(follower.game_id)
        await self.mark_seen(live, seats, time.time())
        if self.is_in_waiting_room(live):
            await self.store.note_waiting_rooms([follower.game_id], time.time())

    def remove_follower(self, follower: Follower) -> None:
        """Remove a follower."""
        self.hub.remove(follower)
        self.games.metrics.sockets.set(self.hub.count())
        live = self.games.by_id.get(follower.game_id)
        if live is None or self.games.background.is_stopping:
            return
        still = self.seats_present(live, self.hub.followers_of(follower.game_id))
        seats = self.seats_present(live, [follower])
        if not seats:
            self.onlookers_changed.add(follower.game_id)
        absent = [seat for seat in seats if seat not in still]
        self.games.background.spawn(self.mark_seen(live, absent, time.time() - timeout()))

    def seats_present(self, live: LiveGame, followers: Iterable[Follower]) -> list[str]:
        """Return the seats whose holders are among followers."""
        visitors = {follower.visitor_id for follower in followers if follower.visitor_id is not None}
        programs = {follower.seat for follower in followers if follower.token_hash is not None}
        return [s.seat for s in live.seats.values() if s.visitor_id in visitors or s.seat in programs]

    def is_in_waiting_room(self, live: LiveGame) -> bool:
        """Return whether the host, or a player, of a game that has not begun is connected here."""
        followers = self.hub.followers_of(live.header.id) if live.header.status == "lobby" else []
        hosts = any(follower.visitor_id == live.header.host for follower in followers)
        return hosts or bool(self.seats_present(live, followers))

    async def mark_seen(self, live: LiveGame, seats: list[str], when: float) -> None:
        """Note when the holders of seats were last connected, and broadcast a change of presence."""
        if not seats:
            return
        before = [is_present(live, live.seats[seat]) for seat in seats]
        is_first = any(live.seats[seat].seen is None for seat in seats)
        for seat in seats:
            live.seats[seat].seen = when
        with contextlib.suppress(Unavailable):  # presence is persisted again later, and games can be watched meanwhile
            await self.store.save([(live.header.id, seat) for seat in seats], when)
        if before != [is_present(live, live.seats[seat]) for seat in seats]:
            self.broadcast.send_info(live)
            with contextlib.suppress(Unavailable):
                await self.games.store.announce(live.header.id)
        if is_first and live.clock is not None:  # the clock of the seat has waited for its holder
            with contextlib.suppress(Unavailable):
                await self.games.follow(live)

    async def restore(self, live: LiveGame) -> None:
        """Mark players as present who are connected here, after another server has seen them leave."""
        seats = self.seats_present(live, self.hub.followers_of(live.header.id))
        absent = [seat for seat in seats if not is_present(live, live.seats[seat])]
        await self.mark_seen(live, absent, time.time())

    async def send_onlookers(self) -> None:
        """Broadcast the number of onlookers where it has changed; several changes are sent at once."""
        game_ids, self.onlookers_changed = self.onlookers_changed, set()
        for game_id in game_ids & self.games.by_id.keys():
            self.broadcast.send_info(self.games.by_id[game_id])

    async def persist(self) -> None:
        """Persist who is connected here, and read who is connected to other servers."""
        now, games = time.time(), self.games.by_id
        connected_seats: list[tuple[str, str]] = []
        for game_id, live in list(games.items()):
            for seat in self.seats_present(live, self.hub.followers_of(game_id)):
                live.seats[seat].seen = now
                connected_seats.append((game_id, seat))
        await self.store.save(connected_seats, now)
        await self.store.note_waiting_rooms([game_id for game_id, live in games.items() if self.is_in_waiting_room(live)], now)
        if self.games.database.is_shared:
            for game_id, seat, last_seen in await self.store.last_seen([*self.hub.games]):
                if game_id in games:
                    games[game_id].seats[seat].seen = last_seen
        for live in [games[game_id] for game_id in self.hub.games if game_id in games]:
            if live.presence != [is_present(live, seat) for seat in live.seats.values()]:
                self.broadcast.send_info(live)

    async def ping(self) -> None:
        """Ping all followers, a few at a time, since pages reply."""
        for count, follower in enumerate(self.hub.all_followers(), 1):
            follower.ping()
            if count % PINGS_AT_ONCE == 0:
                await asyncio.sleep(PING_PAUSE)
            if self.games.background.is_stopping:
                return
