"""Who is at which game: what each of them is told, and who is known to be there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Mapping
from typing import Any

from kingdoms.server.games import messages
from kingdoms.server.games.hub import Hub, Listener
from kingdoms.server.games.live import Entry, LiveGame, Seat, Told
from kingdoms.server.games.store import Store
from kingdoms.server.games.work import Work
from kingdoms.server.metrics import Metrics

PING_EVERY = 20.0
"""Seconds between two signs of life to those who listen."""
SEEN_FOR = 1.5
"""So many times that long somebody counts as there after they were last seen: notes of it are made as often."""


class Audience:
    """Everybody who listens to games at this process.

    Args:
        games: the games in memory.
        store: where it is noted who is there, for other processes.
        work: what is done in the background.
        metrics: what is counted.
        grace: seconds after which a bot may stand in for somebody who is away.
    """

    def __init__(self, games: Mapping[str, LiveGame], store: Store, work: Work, metrics: Metrics, grace: float) -> None:
        self.games = games
        self.store = store
        self.work = work
        self.metrics = metrics
        self.grace = grace
        self.hub = Hub()
        self.looked_on: set[str] = set()

    def start(self) -> None:
        """Give signs of life, and keep track of who is there."""
        self.work.every(PING_EVERY, self.ping)
        self.work.every(1.0, self.tell_of_onlookers)
        self.work.every(PING_EVERY, self.note_presence)

    def let_go(self) -> None:
        """Let everybody go who listens: the server is about to stop, and waits for open streams otherwise."""
        for listener in self.hub.everybody():
            listener.end()

    # -- telling ------------------------------------------------------------------------------------------------------

    def tell(self, live: LiveGame, entry: Entry, told: dict[str | None, Told]) -> None:
        """Tell everybody who listens to a game what has happened in it."""
        live.told[entry.number] = {seat: messages.pack(messages.entry(each)) for seat, each in told.items()}
        texts: dict[tuple[str | None, bool], str] = {}
        for listener in self.hub.of(live.header.id):
            seats = self._asked_of(live, listener)
            key = listener.seat, live.to_move in seats
            if live.header.status == "over":
                listener.send(self._entry_text(live, entry.number, listener.seat, seats, self.info(live, listener.visitor_id)))
                continue
            if key not in texts:
                texts[key] = self._entry_text(live, entry.number, listener.seat, seats, None)
            listener.send(texts[key])

    def _asked_of(self, live: LiveGame, listener: Listener) -> list[str]:
        """Return the seats for which a listener decides.

        Who holds several is told of all of them, but where seats have secrets: these are for one pair of eyes at a time.
        """
        if listener.token_hash is not None or live.game.has_secrets:
            return [] if listener.seat is None else [listener.seat]
        return live.seats_of(listener.visitor_id)

    def _entry_text(self, live: LiveGame, number: int, seat: str | None, seats: list[str], info: dict[str, Any] | None) -> str:
        """Return the message that tells a listener, who sees as `seat` and decides for `seats`, of the newest entry."""
        message: dict[str, Any] = {
            "type": "entry",
            "number": number,
            "entry": messages.Packed(heard(live, number, seat)),
            "view": messages.facts(live.state, seat),
            "ask": messages.ask(live, seats),
            "question": messages.question(live.state),
        }
        if info is not None:
            message["info"] = info
        return messages.pack(message).decode()

    def info(self, live: LiveGame, visitor_id: str | None) -> dict[str, Any]:
        """Return what a visitor may know about a game."""
        holders = {seat.visitor_id for seat in live.seats.values()}
        listeners = [listener for listener in self.hub.of(live.header.id) if listener.seat is None]
        onlookers = sum(listener.visitor_id is None or listener.visitor_id not in holders for listener in listeners)
        return messages.info(live, visitor_id, lambda seat: self.away_since(live, seat), onlookers, self.grace)

    def away_since(self, live: LiveGame, seat: Seat) -> float | None:
        """Return since when the holder of a seat has been away, None while they are there, at this process or at another."""
        since = live.header.started or live.header.created if seat.seen is None else seat.seen + SEEN_FOR * PING_EVERY
        return since if since <= time.time() else None

    def present(self, live: LiveGame, seat: Seat) -> bool:
        """Say whether the holder of a seat is there."""
        return self.away_since(live, seat) is None

    async def tell_seats(self, live: LiveGame, *, begun: bool = False) -> None:
        """Tell everybody who listens what is around a game now that seats have changed hands or the game has begun."""
        for listener in self.hub.of(live.header.id):
            moved = self._reseat(live, listener)
            if begun or (moved and live.header.status != "lobby"):
                listener.send(await self.hello(live, listener, live.number))
        self.tell_info(live)

    def _reseat(self, live: LiveGame, listener: Listener) -> bool:
        """See that a listener sees with no eyes but its own; say whether that has changed them."""
        if listener.token_hash is not None:
            if live.seats[str(listener.seat)].token_hash != listener.token_hash:
                listener.end()
            return False
        held = live.seats_of(listener.visitor_id)
        before, listener.seat = listener.seat, listener.seat if listener.seat in held else held[0] if held else None
        return listener.seat != before

    def tell_info(self, live: LiveGame) -> None:
        """Tell everybody who listens what is around a game."""
        live.presence = [self.present(live, seat) for seat in live.seats.values()]
        for listener in self.hub.of(live.header.id):
            message = {"type": "info", "info": self.info(live, listener.visitor_id)}
            listener.send(messages.pack(message).decode())

    async def hello(self, live: LiveGame, listener: Listener, after: int) -> str:
        """Return the first message to a listener: where the game stands, and what it has missed."""
        begun = live.header.status != "lobby"
        missed = await self.told_since(live, after, listener.seat) if begun else []
        message = {
            "type": "hello",
            "number": live.number,
            "info": self.info(live, listener.visitor_id),
            "view": messages.facts(live.state, listener.seat) if begun else None,
            "ask": messages.ask(live, self._asked_of(live, listener)),
            "question": messages.question(live.state) if begun else None,
            "missed": [messages.Packed(each) for each in missed],
        }
        return messages.pack(message).decode()

    async def told_since(self, live: LiveGame, after: int, seat: str | None) -> list[bytes]:
        """Return the entries after a number as a seat is told of them; other games go on while they are worked out."""
        upto = live.number
        missing = next((number for number in range(after + 1, upto + 1) if number not in live.told), None)
        if missing is not None:
            for number, told in enumerate(live.tell(missing - 1), missing):
                live.told[number] = {ear: messages.pack(messages.entry(each)) for ear, each in told.items()}
                if number % 8 == 0:
                    await asyncio.sleep(0)
        return [heard(live, number, seat) for number in range(after + 1, upto + 1)]

    def say_gone(self, live: LiveGame) -> None:
        """Tell those who listen that the game is no more."""
        for listener in self.hub.of(live.header.id):
            listener.send('{"type":"gone"}')
            listener.end()

    # -- presence -----------------------------------------------------------------------------------------------------

    async def arrive(self, live: LiveGame, listener: Listener) -> None:
        """Let somebody listen to a game.

        Raises:
            TooMany: the visitor listens to too much already.
        """
        self.hub.add(listener)
        self.metrics.sockets.set(self.hub.count())
        seats = self.seats_here(live, [listener])
        if not seats:
            self.looked_on.add(listener.game_id)
        await self.see(live, seats, time.time())

    def depart(self, listener: Listener) -> None:
        """Let somebody listen no more."""
        self.hub.remove(listener)
        self.metrics.sockets.set(self.hub.count())
        live = self.games.get(listener.game_id)
        if live is None or self.work.stopping:
            return
        still = self.seats_here(live, self.hub.of(listener.game_id))
        seats = self.seats_here(live, [listener])
        if not seats:
            self.looked_on.add(listener.game_id)
        gone = [seat for seat in seats if seat not in still]
        self.work.errand(self.see(live, gone, time.time() - SEEN_FOR * PING_EVERY))

    def seats_here(self, live: LiveGame, listeners: Iterable[Listener]) -> list[str]:
        """Return the seats whose holders are among those who listen."""
        visitors = {listener.visitor_id for listener in listeners if listener.visitor_id is not None}
        programs = {listener.seat for listener in listeners if listener.token_hash is not None}
        return [s.seat for s in live.seats.values() if s.visitor_id in visitors or s.seat in programs]

    async def see(self, live: LiveGame, seats: list[str], when: float) -> None:
        """Note that the holders of seats are there, or have just gone, and tell the others if that is new."""
        if not seats:
            return
        before = [self.present(live, live.seats[seat]) for seat in seats]
        for seat in seats:
            live.seats[seat].seen = when
        await self.store.note_seen([(live.header.id, seat) for seat in seats], when)
        if before != [self.present(live, live.seats[seat]) for seat in seats]:
            self.tell_info(live)
            await self.store.announce(live.header.id)

    async def tell_of_onlookers(self) -> None:
        """Tell everybody at a game that others have come to look on, or gone; those who come together are told of at once."""
        looked_on, self.looked_on = self.looked_on, set()
        for game_id in looked_on & self.games.keys():
            self.tell_info(self.games[game_id])

    async def note_presence(self) -> None:
        """Note of everybody who listens here that they are still there, and learn who is at other processes."""
        now = time.time()
        here: list[tuple[str, str]] = []
        for game_id, live in list(self.games.items()):
            for seat in self.seats_here(live, self.hub.of(game_id)):
                live.seats[seat].seen = now
                here.append((game_id, seat))
        await self.store.note_seen(here, now)
        if self.store.is_shared:
            for game_id, seat, seen in await self.store.seen([*self.hub.games]):
                if game_id in self.games:
                    self.games[game_id].seats[seat].seen = seen
        for live in [self.games[game_id] for game_id in self.hub.games if game_id in self.games]:
            if live.presence != [self.present(live, seat) for seat in live.seats.values()]:
                self.tell_info(live)

    async def ping(self) -> None:
        """Give everybody who listens a sign of life."""
        for listener in self.hub.everybody():
            listener.send('{"type":"ping"}')


def heard(live: LiveGame, number: int, seat: str | None) -> bytes:
    """Return an entry as a seat is told of it; it has been worked out."""
    told = live.told[number]
    return told.get(seat, told[None])
