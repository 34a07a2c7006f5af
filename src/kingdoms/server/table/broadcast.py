"""What the followers of games are sent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from kingdoms.server.bans import Bans
from kingdoms.server.game import messages
from kingdoms.server.game.entries import KnownEntry, StoredEntry
from kingdoms.server.game.live import LiveGame
from kingdoms.server.game.presence import away_since, is_present
from kingdoms.server.table.followers import Follower, Hub
from kingdoms.server.table.history import History, PackedEntry


class Update(NamedTuple):
    """What a newest entry has brought: what is told of it and what is to be seen now, by seat; what is asked, and around it."""

    entry: PackedEntry
    facts: Mapping[str | None, Any]
    question: str
    around: Mapping[str, Any]


class Broadcast:
    """The followers of games at this server, and what they are sent.

    Args:
        history: the entries as they are sent.
        grace: seconds after which a bot may stand in for an absent player.
    """

    def __init__(self, history: History, grace: float) -> None:
        self.history = history
        self.grace = grace
        self.hub = Hub()

    # -- what happens ------------------------------------------------------------------------------------------------------

    def send_entry(self, live: LiveGame, entry: StoredEntry, known: dict[str | None, KnownEntry]) -> None:
        """Send everybody who follows a game what has happened in it."""
        packed = self.history.note(live, known)
        followers, texts = self.hub.of(live.header.id), dict[tuple[str | None, bool], str]()
        viewers = dict.fromkeys(follower.seat for follower in followers)
        facts = messages.facts_of(live.state, viewers, is_over=live.is_over)
        now = Update(packed, facts, messages.question(live.state), messages.around(live))
        for follower in followers:
            seats = self._seats_deciding(live, follower)
            key = follower.seat, live.to_move in seats
            if live.header.status == "over":
                follower.send(self._entry_text(live, now, follower.seat, seats, self.info(live, follower.visitor_id, follower)))
                continue
            if key not in texts:
                texts[key] = self._entry_text(live, now, follower.seat, seats, None)
            follower.send(texts[key])

    def _seats_deciding(self, live: LiveGame, follower: Follower) -> list[str]:
        """Return the seats for which a follower decides.

        Who holds several is told of all of them, but where seats have secrets: these are for one pair of eyes at a time.
        """
        if follower.token_hash is not None or live.game.has_secrets:
            return [] if follower.seat is None else [follower.seat]
        return live.seats_of(follower.visitor_id)

    def _entry_text(self, live: LiveGame, now: Update, seat: str | None, seats: list[str], info: dict[str, Any] | None) -> str:
        """Return the message that tells a follower, who sees as `seat` and decides for `seats`, of the newest entry."""
        message: dict[str, Any] = {
            "type": "entry",
            "number": live.number,
            "entry": messages.Packed(now.entry.get(seat, now.entry[None])),
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
        return messages.info(live, visitor_id, lambda seat: away_since(live, seat), onlookers, self.grace)

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
        live.presence = [is_present(live, seat) for seat in live.seats.values()]
        for follower in self.hub.of(live.header.id):
            message = {"type": "info", "info": self.info(live, follower.visitor_id, follower)}
            follower.send(messages.pack(message).decode())

    async def hello(self, live: LiveGame, follower: Follower, after: int) -> str:
        """Return the first message to a follower: where the game stands, and the newest of what it has missed."""
        begun = live.header.status != "lobby"
        missed = await self.history.newest(live, after, follower.seat) if begun else []
        message = {
            "type": "hello",
            "number": live.number,
            "info": self.info(live, follower.visitor_id, follower),
            "view": messages.facts(live.state, follower.seat, is_over=live.is_over) if begun else None,
            "ask": messages.ask(live, self._seats_deciding(live, follower)),
            "question": messages.question(live.state) if begun else None,
            "missed": [messages.Packed(each) for each in missed],
            "more": begun and after + len(missed) < live.number,
        }
        return messages.pack(message).decode()

    def send_gone(self, live: LiveGame) -> None:
        """Tell those who listen that the game is no more."""
        for follower in self.hub.of(live.header.id):
            follower.send('{"type":"gone"}')
            follower.end()

    def disconnect_banned(self, bans: Bans) -> None:
        """Let those go who may not come in any more."""
        for follower in self.hub.all_followers():
            if bans.find(follower.visitor_id, follower.host) is not None:
                follower.banned = True
                follower.end()
