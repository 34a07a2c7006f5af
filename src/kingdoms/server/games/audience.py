"""Who is at which game: what each of them is told, and who is known to be there."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from kingdoms.server.bans import Bans
from kingdoms.server.games import messages
from kingdoms.server.games.chronicle import Chronicle, Told
from kingdoms.server.games.hub import Follower, Hub
from kingdoms.server.games.live import KnownEntry, LiveGame, Seat, StoredEntry
from kingdoms.server.games.store import Store
from kingdoms.server.games.work import Work
from kingdoms.server.metrics import Metrics
from kingdoms.server.outage import Unavailable

PING_EVERY = 20.0
"""Seconds between two signs of life to those who listen."""
PINGED_AT_ONCE, PAUSE = 10, 0.01
"""To how many these are given at once, and the seconds until the next ones have their turn."""
SEEN_FOR = 1.5
"""So many times that long somebody counts as there after they were last seen: notes of it are made as often."""


class Now(NamedTuple):
    """What a newest entry has brought: what is told of it and what is to be seen now, by seat; what is asked, and around it."""

    told: Told
    facts: Mapping[str | None, Any]
    question: str
    around: Mapping[str, Any]


class Audience:
    """Everybody who follows games at this process.

    Args:
        games: the games in memory.
        store: where it is noted who is there, for other processes.
        chronicle: what has happened in the games, as it is told.
        work: what is done in the background.
        metrics: what is counted.
        grace: seconds after which a bot may stand in for somebody who is away.
    """

    def __init__(
        self, games: Mapping[str, LiveGame], store: Store, chronicle: Chronicle, work: Work, metrics: Metrics, grace: float
    ) -> None:
        self.games = games
        self.store = store
        self.chronicle = chronicle
        self.work = work
        self.metrics = metrics
        self.grace = grace
        self.hub = Hub()
        self.looked_on: set[str] = set()

    def start(self) -> None:
        """Give signs of life, and keep track of who is there."""
        self.work.every(PING_EVERY, self.ping)
        self.work.every(1.0, self.send_onlookers)
        self.work.every(PING_EVERY, self.note_presence)

    def let_go(self) -> None:
        """Let everybody go who follows a game: the server is about to stop, and waits for open streams otherwise."""
        self.hub.close()

    # -- what happens ------------------------------------------------------------------------------------------------------

    def send_entry(self, live: LiveGame, entry: StoredEntry, known: dict[str | None, KnownEntry]) -> None:
        """Send everybody who follows a game what has happened in it."""
        told = self.chronicle.note(live, known)
        followers, texts = self.hub.of(live.header.id), dict[tuple[str | None, bool], str]()
        eyes = dict.fromkeys(follower.seat for follower in followers)
        facts = messages.facts_of(live.state, eyes, is_over=live.is_over)
        now = Now(told, facts, messages.question(live.state), messages.around(live))
        for follower in followers:
            seats = self._asked_of(live, follower)
            key = follower.seat, live.to_move in seats
            if live.header.status == "over":
                follower.send(self._entry_text(live, now, follower.seat, seats, self.info(live, follower.visitor_id, follower)))
                continue
            if key not in texts:
                texts[key] = self._entry_text(live, now, follower.seat, seats, None)
            follower.send(texts[key])

    def _asked_of(self, live: LiveGame, follower: Follower) -> list[str]:
        """Return the seats for which a follower decides.

        Who holds several is told of all of them, but where seats have secrets: these are for one pair of eyes at a time.
        """
        if follower.token_hash is not None or live.game.has_secrets:
            return [] if follower.seat is None else [follower.seat]
        return live.seats_of(follower.visitor_id)

    def _entry_text(self, live: LiveGame, now: Now, seat: str | None, seats: list[str], info: dict[str, Any] | None) -> str:
        """Return the message that tells a follower, who sees as `seat` and decides for `seats`, of the newest entry."""
        message: dict[str, Any] = {
            "type": "entry",
            "number": live.number,
            "entry": messages.Packed(now.told.get(seat, now.told[None])),
            "view": now.facts[seat],
            "ask": messages.ask(live, seats),
            "question": now.question,
            "around": now.around,
        }
        if info is not None:
            message["info"] = info
        return messages.pack(message).decode()

    def info(self, live: LiveGame, visitor_id: str | None, follower: Follower | None = None) -> dict[str, Any]:
        """Return what a visitor may know about a game; nobody is told of themselves as an onlooker.

        Args:
            live: the game.
            visitor_id: who is told; None for a stranger.
            follower: as whom they follow it, if they do.
        """
        known = {seat.visitor_id for seat in live.seats.values()} | {visitor_id}
        others = [one for one in self.hub.of(live.header.id) if one.seat is None and one is not follower]
        strangers = sum(one.visitor_id is None for one in others)
        onlookers = strangers + len({one.visitor_id for one in others if one.visitor_id is not None} - known)
        return messages.info(live, visitor_id, lambda seat: self.away_since(live, seat), onlookers, self.grace)

    def away_since(self, live: LiveGame, seat: Seat) -> float | None:
        """Return since when the holder of a seat has been away, None while they are there, at this process or at another."""
        since = live.header.started or live.header.created if seat.seen is None else seat.seen + SEEN_FOR * PING_EVERY
        return since if since <= time.time() else None

    def present(self, live: LiveGame, seat: Seat) -> bool:
        """Say whether the holder of a seat is there."""
        return self.away_since(live, seat) is None

    async def send_seats(self, live: LiveGame, *, begun: bool) -> None:
        """Send everybody who follows it what is around a game now that seats have changed hands or the game has begun."""
        for follower in self.hub.of(live.header.id):
            moved = self._reseat(live, follower)
            if begun or (moved and live.header.status != "lobby"):
                follower.send(await self.hello(live, follower, live.number))
        self.send_info(live)

    def _reseat(self, live: LiveGame, follower: Follower) -> bool:
        """See that a follower sees with no eyes but its own; say whether that has changed them."""
        if follower.token_hash is not None:
            if live.seats[str(follower.seat)].token_hash != follower.token_hash:
                follower.end()
            return False
        held = live.seats_of(follower.visitor_id)
        before, follower.seat = follower.seat, follower.seat if follower.seat in held else held[0] if held else None
        return follower.seat != before

    def send_info(self, live: LiveGame) -> None:
        """Send everybody who follows it what is around a game."""
        live.presence = [self.present(live, seat) for seat in live.seats.values()]
        for follower in self.hub.of(live.header.id):
            message = {"type": "info", "info": self.info(live, follower.visitor_id, follower)}
            follower.send(messages.pack(message).decode())

    async def hello(self, live: LiveGame, follower: Follower, after: int) -> str:
        """Return the first message to a follower: where the game stands, and the newest of what it has missed."""
        begun = live.header.status != "lobby"
        missed = await self.chronicle.newest(live, after, follower.seat) if begun else []
        message = {
            "type": "hello",
            "number": live.number,
            "info": self.info(live, follower.visitor_id, follower),
            "view": messages.facts(live.state, follower.seat, is_over=live.is_over) if begun else None,
            "ask": messages.ask(live, self._asked_of(live, follower)),
            "question": messages.question(live.state) if begun else None,
            "missed": [messages.Packed(each) for each in missed],
            "more": begun and after + len(missed) < live.number,
        }
        return messages.pack(message).decode()

    def say_gone(self, live: LiveGame) -> None:
        """Tell those who listen that the game is no more."""
        for follower in self.hub.of(live.header.id):
            follower.send('{"type":"gone"}')
            follower.end()

    def put_out(self, bans: Bans) -> None:
        """Let those go who may not come in any more."""
        for follower in self.hub.everybody():
            if bans.find(follower.visitor_id, follower.host) is not None:
                follower.banned = True
                follower.end()

    # -- presence -----------------------------------------------------------------------------------------------------

    async def arrive(self, live: LiveGame, follower: Follower) -> None:
        """Let somebody listen to a game.

        Raises:
            TooMany: the visitor follows too much already.
        """
        self.hub.add(follower)
        self.metrics.sockets.set(self.hub.count())
        seats = self.seats_here(live, [follower])
        if not seats:
            self.looked_on.add(follower.game_id)
        await self.see(live, seats, time.time())
        if self.is_in_room(live):
            await self.store.note_rooms([follower.game_id], time.time())

    def depart(self, follower: Follower) -> None:
        """Let somebody listen no more."""
        self.hub.remove(follower)
        self.metrics.sockets.set(self.hub.count())
        live = self.games.get(follower.game_id)
        if live is None or self.work.stopping:
            return
        still = self.seats_here(live, self.hub.of(follower.game_id))
        seats = self.seats_here(live, [follower])
        if not seats:
            self.looked_on.add(follower.game_id)
        gone = [seat for seat in seats if seat not in still]
        self.work.errand(self.see(live, gone, time.time() - SEEN_FOR * PING_EVERY))

    def seats_here(self, live: LiveGame, followers: Iterable[Follower]) -> list[str]:
        """Return the seats whose holders are among those who listen."""
        visitors = {follower.visitor_id for follower in followers if follower.visitor_id is not None}
        programs = {follower.seat for follower in followers if follower.token_hash is not None}
        return [s.seat for s in live.seats.values() if s.visitor_id in visitors or s.seat in programs]

    def is_in_room(self, live: LiveGame) -> bool:
        """Say whether the host of a game that has not begun listens here, or somebody who has a seat in it."""
        followers = self.hub.of(live.header.id) if live.header.status == "lobby" else []
        hosts = any(follower.visitor_id == live.header.host for follower in followers)
        return hosts or bool(self.seats_here(live, followers))

    async def see(self, live: LiveGame, seats: list[str], when: float) -> None:
        """Note that the holders of seats are there, or have just gone, and tell the others if that is new."""
        if not seats:
            return
        before = [self.present(live, live.seats[seat]) for seat in seats]
        for seat in seats:
            live.seats[seat].seen = when
        with contextlib.suppress(Unavailable):  # who is there is noted again and again, and games can be watched meanwhile
            await self.store.note_seen([(live.header.id, seat) for seat in seats], when)
        if before != [self.present(live, live.seats[seat]) for seat in seats]:
            self.send_info(live)
            with contextlib.suppress(Unavailable):
                await self.store.announce(live.header.id)

    async def send_onlookers(self) -> None:
        """Tell everybody at a game that others have come to look on, or gone; those who come together are told of at once."""
        looked_on, self.looked_on = self.looked_on, set()
        for game_id in looked_on & self.games.keys():
            self.send_info(self.games[game_id])

    async def note_presence(self) -> None:
        """Note of everybody who follows a game here that they are still there, and learn who is at other processes."""
        now = time.time()
        here: list[tuple[str, str]] = []
        for game_id, live in list(self.games.items()):
            for seat in self.seats_here(live, self.hub.of(game_id)):
                live.seats[seat].seen = now
                here.append((game_id, seat))
        await self.store.note_seen(here, now)
        await self.store.note_rooms([game_id for game_id, live in self.games.items() if self.is_in_room(live)], now)
        if self.store.is_shared:
            for game_id, seat, seen in await self.store.seen([*self.hub.games]):
                if game_id in self.games:
                    self.games[game_id].seats[seat].seen = seen
        for live in [self.games[game_id] for game_id in self.hub.games if game_id in self.games]:
            if live.presence != [self.present(live, seat) for seat in live.seats.values()]:
                self.send_info(live)

    async def ping(self) -> None:
        """Give everybody who follows a game a sign of life, a few at a time, since pages answer it."""
        for count, follower in enumerate(self.hub.everybody(), 1):
            follower.send('{"type":"ping"}')
            if count % PINGED_AT_ONCE == 0:
                await asyncio.sleep(PAUSE)
            if self.work.stopping:
                return
